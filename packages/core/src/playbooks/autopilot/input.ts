/** Owns what an autopilot is told at its start. */
import type { RoleSettings } from '../../kernel/agent.ts'
import type { Check } from '../../kernel/check.ts'
import type { RunId } from '../../kernel/ids.ts'
import type { BaseCheck } from '../../work/base-first-state.ts'
import type { Handoff, ReviewFinding, RigorLevel, SessionFile, SpecRead } from './documents.ts'

export interface AutopilotInput {
  readonly runId: RunId
  readonly baseBranch: string
  /** If the checks run on the base before an agent starts; absent in runs that began without. */
  readonly baseCheck?: BaseCheck
  readonly author?: { readonly name: string; readonly email: string }
  /** The checkout that the session files are in. */
  readonly checkout: string
  readonly slug: string
  /** With a slash at its end: `.harness/sessions/<slug>/`. */
  readonly sessionDir: string
  /** `autopilot/<slug>`, with a number if that branch is taken. */
  readonly branch: string
  readonly specPath: string
  readonly spec: SpecRead
  readonly rigor: RigorLevel
  readonly reviewPlans: boolean
  readonly checks: readonly Check[]
  readonly roles: Readonly<Record<string, RoleSettings>>
  readonly createdAt: number
  /** The session of another tool that this run continues; null if it is a new one. */
  readonly adopted: SessionFile | null
  /** The tasks of its current phase that the other tool calls complete. */
  readonly adoptedTasks: readonly string[]
  /** What its last agent left; null if there is none. */
  readonly adoptedHandoff: Handoff | null
  /** What its reviewers found, by the number of the phase. */
  readonly adoptedReviews: Readonly<Record<number, readonly ReviewFinding[]>>
  /** What was read of other tools' files, and what was ignored. */
  readonly notes: readonly string[]
}
