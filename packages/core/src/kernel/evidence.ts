import type { Check, Failures } from './check.ts'
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
  /** Only if a build tool that the check calls answered from its cache, so that the number is unknown. */
  readonly cached?: true
  /** The same number for the base of the change. Null or absent if it is not known. */
  readonly executedOnBase?: number | null
  /** Absent in old journals. */
  readonly confinement?: Confinement
  /** True if it failed on the untouched base too, and a person said to judge only what changes. */
  readonly redOnBase?: true
  /** Only with `redOnBase`: it cannot be told whether the same fails as on the base. */
  readonly mayFailElse?: true
  /** Only of a check that failed. Absent in old journals. */
  readonly failures?: Failures
  /** `in-place`: the check ran among the files that the agent worked on. Absent in old journals. */
  readonly room?: 'clean' | 'in-place'
  /**
   * Only of a check that passed in a clean room: whether a test that must fail was seen to fail beside it. `none` if the
   * runner is not known, or if no such test can be made to fail on the base either. Absent in old journals.
   */
  readonly control?: 'armed' | 'none'
  /** Only if the check passed, and the change touches files that decide what it shows. */
  readonly tests?: TouchedTests
}

/** What was tried since a change touches tests, what they stand on, or what decides which of them run. */
export interface TouchedTests {
  /** Sorted. */
  readonly files: readonly string[]
  /** Of the new contents of these files. Absent in old journals. */
  readonly contents?: string
  /** The same check over the new product, with the base's versions of these files; null if that could not be tried. */
  readonly withBase: SecondRun | null
  /** Whether the new versions of these files fail over the old product; null if none of them is new or changed test code. */
  readonly failOnBase: boolean | null
  /** Why the plan calls for what `withBase` or the number of tests shows; absent if it was not asked. */
  readonly ruling?: TestRuling
}

export type SecondRun = Pick<Evidence, 'exitCode' | 'problem' | 'outputTail' | 'executed' | 'cached'>

export interface TestRuling {
  /** A role, or the person who let it stand. */
  readonly by: string
  /** Words of the plan, or of the person. */
  readonly words: string
}

/** It ended with exit code 0, and nothing speaks against it. */
export const isGreen = (evidence: Evidence): boolean => evidence.exitCode === 0 && evidence.problem === null

/** It failed as it does on the base, and a person let that stand. A check without an exit code is no such failure. */
export const failedAsOnBase = ({ exitCode, problem, redOnBase }: Evidence): boolean =>
  redOnBase === true && exitCode !== null && exitCode !== 0 && problem === null

/** It does not stand in the way of the change. */
export const passed = (evidence: Evidence): boolean => isGreen(evidence) || failedAsOnBase(evidence)

/** In a word or two, for people. */
export function verdictOn(evidence: Evidence): string {
  if (failedAsOnBase(evidence)) return 'failed, as on the base'
  return isGreen(evidence) ? 'passed' : 'failed'
}

/** In words that follow a list; nothing if it was in a clean room with a loopback of its own. */
export function describeConfinement({ confinement, room }: Pick<Evidence, 'confinement' | 'room'>): string {
  const place = room === 'in-place' ? ', in place' : ''
  if (confinement === undefined || confinement === 'loopback') return place
  return `${place}${confinement === 'unconfined' ? ', unconfined' : `, network: ${confinement}`}`
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
