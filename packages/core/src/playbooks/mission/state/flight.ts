/** Owns a feature under way, or the documentation of some: its results so far, and its step. */

import type { Screen } from '../../../effects/capture-ui.ts'
import type { Trial } from '../../../effects/merge-ahead.ts'
import type { Notify } from '../../../effects/notify.ts'
import type { LaneOpened } from '../../../effects/open-lane.ts'
import type { Evidence } from '../../../kernel/evidence.ts'
import { type AgentRetryKind, agentRetries } from '../../../kernel/hurdle.ts'
import type { CommitHash } from '../../../kernel/ids.ts'
import { type RetryBudget, retryBudget } from '../../../kernel/retry-budget.ts'
import type { Retrying } from '../../../kernel/retrying.ts'
import { type LaneAt, laneAt } from '../../../work/lane.ts'
import type { ClaimStatus, ContractEntry, Issue } from './mission-document.ts'

/** What is done beside the work, and holds nothing up for long. */
export type Errand =
  | { readonly type: 'hook'; readonly hook: string; readonly feature: string | null }
  | { readonly type: 'notify'; readonly kind: Notify['kind']; readonly message: string }

type RetryKind = AgentRetryKind | 'conflict' | 'mergeRace' | 'voidAnswer'
export type Retries = Readonly<Record<RetryKind, RetryBudget>>

export const freshRetries: Retries = {
  ...agentRetries,
  conflict: retryBudget(3),
  mergeRace: retryBudget(5),
  voidAnswer: retryBudget(1),
}

export interface Flight extends Retrying {
  readonly task: Task
  readonly step: FlightStep
  readonly lane: FeatureLane | null
  /** Hooks that come before the step. */
  readonly errands: readonly Errand[]
  /** How many features were merged when the lane last took the base in. */
  readonly landedBefore: number
  readonly evidence: readonly Evidence[]
  /** The claims that its validator was told, in these words. */
  readonly told: readonly Pick<ContractEntry, 'id' | 'assertion'>[]
  /** What was found about each claim, for the lane's tree. */
  readonly verdicts: readonly Verdict[]
  /** What was found beside the claims. */
  readonly found: readonly Omit<Issue, 'id'>[]
  readonly screens: readonly Screen[]
  readonly question: string | null
  /** The result of each attempt, for the next decision. */
  readonly tried: readonly string[]
  readonly debugNotes: string | null
  /** The attempts it had when the architect was last asked about its failures; null until then. */
  readonly ruledAt: number | null
  /** The answer that went back to its role; null once it has given one that can be used. */
  readonly voided: Voided | null
  /** The step with which it continues once a person has answered its question. */
  readonly onAnswer: AfterAnswer
  /** What the base brought that conflicts; null once no mark of it is left. */
  readonly conflict: Conflict | null
  /** What was tried while others land before it; null if nothing was. */
  readonly ahead: Ahead | null
  /** A person agreed that its pull request, which was closed, is opened again. */
  readonly mayReopen?: true
  /** A person took the feature away: it ends with what is under way. */
  readonly isLetGo: boolean
  readonly retries: Retries
}

/** Beyond its first step it has a lane. */
export type LanedFlight = Flight & { readonly lane: FeatureLane }

export interface Conflict {
  readonly files: readonly string[]
  /** The commits of the lane and the base before, and of the base that was brought in. */
  readonly ours: CommitHash
  readonly from: CommitHash
  readonly theirs: CommitHash
  /** What was merged in between, as far as the run merged it. */
  readonly features: readonly string[]
}

/** Its merge behind those that land before it. */
export interface Ahead {
  /** Their work, in order. */
  readonly behind: readonly string[]
  /** What the base would be after them, and the feature's own commit. */
  readonly onto: CommitHash
  readonly own: CommitHash
  readonly step: 'merge' | 'check' | 'over'
  /** Null until it is merged, and if it conflicts with them. */
  readonly trial: Trial | null
  /** What checks showed for the trial. */
  readonly evidence: readonly Evidence[]
}

export interface Voided {
  readonly role: string
  readonly why: readonly string[]
}

/** `worked`: what its worker did is shown again. `approved`: it was shown, and only its merge is to be tried again. */
export type AfterAnswer = 'ruled' | 'worked' | 'approved'

export type Task =
  | { readonly type: 'feature'; readonly id: string }
  | { readonly type: 'docs'; readonly name: string; readonly features: readonly string[] }

export interface Verdict {
  readonly claim: string
  readonly assertion: string
  readonly status: ClaimStatus
  readonly evidence: string
}

export type FlightStep =
  | { readonly type: 'work' | 'debug' | 'architect' | 'document' }
  | { readonly type: 'rest'; readonly why: Rest }
  /**
   * From here to the merge one feature has the base for itself: what is validated is what is merged. `resolve`: its worker
   * resolves the conflicts with the base, while others wait.
   */
  | {
      readonly type: 'sync' | 'resolve' | 'checks' | 'validate' | 'smoke' | 'capture' | 'ui-qa' | 'crosscheck'
    }
  | { readonly type: 'approved' | 'merge' | 'pull' }
  /** Its pull request is open: the forge's own checks are waited for. */
  | { readonly type: 'ci'; readonly pull: number; readonly url: string; readonly since: number }
  /** `isLeft`: what is in it could not be merged. */
  | { readonly type: 'close'; readonly isLeft?: true }

export type Rest = 'worked' | 'failed' | 'ambiguous' | 'ruled' | 'stuck' | 'written'

export interface FeatureLane extends LaneAt {
  readonly path: string
}

/** Nothing was looked at yet, or what was seen is of another tree. */
export const nothingSeen = { evidence: [], verdicts: [], found: [], screens: [] }

export const newFlight = (task: Task, step: FlightStep): Flight => ({
  task,
  step,
  lane: null,
  errands: [],
  landedBefore: 0,
  told: [],
  ...nothingSeen,
  question: null,
  tried: [],
  debugNotes: null,
  ruledAt: null,
  voided: null,
  onAnswer: 'ruled',
  conflict: null,
  ahead: null,
  isLetGo: false,
  retries: freshRetries,
  hurdle: null,
})

export const subjectOf = (task: Task): string => (task.type === 'feature' ? task.id : task.name)

const mergeSteps: ReadonlySet<FlightStep['type']> = new Set(['merge', 'pull', 'ci', 'close'])

/** It is on its way into the base, and what comes of that has to be known. */
export const isMerging = ({ step }: Flight): boolean => mergeSteps.has(step.type)

/** Its lane has nothing that the base does not have: it was merged before, and is shown once more. */
export const isOnBase = ({ lane }: Flight): boolean => lane !== null && lane.commit === lane.baseCommit

/** It waits for a person, and takes no lane from others until then. */
export const isStuck = ({ step }: Flight): boolean => step.type === 'rest' && step.why === 'stuck'

export const featureLane = (event: LaneOpened): FeatureLane => ({ ...laneAt(event), path: event.path })
