/** The source of a base branch: this repository itself, or in another one that it is fetched from. */
export interface BaseSource {
  /** The full name of the ref that holds the branch here. */
  baseRef(branch: string): string
  /** Brings that ref to the branch's commit; throws ForgeError if it cannot be asked. */
  refreshBase(branch: string, signal: AbortSignal): Promise<void>
}

export const ownBranches: BaseSource = {
  baseRef: (branch) => `refs/heads/${branch}`,
  refreshBase: async () => {},
}
