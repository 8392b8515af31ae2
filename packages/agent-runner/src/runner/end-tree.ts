/** How a provider ends what its agent started. Processes are the shell's business, so the shell brings the means. */

/** Every process of a turn carries a tag in this variable, by which it is found wherever it has gone. */
export const processTagName = 'HARNESS_PROCESS_TAG'

export interface AgentTree {
  /** The process group that the agent's program leads; null if it leads none. */
  readonly group: number | null
  /** What the tag of all its processes is or begins with, up to a slash. */
  readonly tag: string
}

/** Resolves within two seconds, when nothing of the tree is left. */
export type EndTree = (tree: AgentTree) => Promise<void>
