import type { Check } from './check.ts'
import type { TreeHash } from './ids.ts'

/** What a program could reach while it ran: its lane and this network, or all that the operator can. */
export type Confinement = 'unconfined' | 'loopback' | 'host-loopback' | 'registries' | 'all'

/** What a check showed, for one tree only: void as soon as the tree changes. */
export interface Evidence {
  readonly check: string
  readonly run: string
  readonly tree: TreeHash
  /** Null if the check never came to an exit code (timed out, could not start, output limit). */
  readonly exitCode: number | null
  readonly problem: string | null
  readonly outputDigest: string
  readonly outputTail: string
  readonly durationMs: number
  readonly claims: readonly string[]
  /** How many tests it executed, skipped ones left out. Null if the output does not tell; absent in old journals. */
  readonly executed?: number | null
  /** The same number for the base of the change. Null or absent if it is not known. */
  readonly executedOnBase?: number | null
  /** Absent in old journals. */
  readonly confinement?: Confinement
  /** `in-place`: the check ran among the files that the agent worked on. Absent in old journals. */
  readonly room?: 'clean' | 'in-place'
}

export const passed = (evidence: Evidence): boolean => evidence.exitCode === 0 && evidence.problem === null

/** In words that follow a list; nothing if it was confined to its lane and a loopback of its own. */
export function describeConfinement({ confinement }: Pick<Evidence, 'confinement'>): string {
  if (confinement === undefined || confinement === 'loopback') return ''
  return confinement === 'unconfined' ? ', unconfined' : `, network: ${confinement}`
}

/** The checks that lack a passing run of exactly this command on exactly this tree. */
export function unproven(
  checks: readonly Check[],
  evidence: readonly Evidence[],
  tree: TreeHash,
): readonly Check[] {
  return checks.filter(
    (check) =>
      !evidence.some((e) => e.check === check.name && e.run === check.run && e.tree === tree && passed(e)),
  )
}
