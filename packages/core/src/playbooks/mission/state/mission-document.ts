/** Owns what is known of a mission's documents once they are parsed, and what a run may want changed in them. */
import type { CommitHash } from '../../../kernel/ids.ts'

export const featureStatuses = ['todo', 'in_progress', 'validating', 'failing', 'passed', 'blocked'] as const
export type FeatureStatus = (typeof featureStatuses)[number]

/** An entry of `.harness/features.json`. Fields that are not known here stay in the file as they are. */
export interface Feature {
  /** `F-001`, `F-FIX-001`. */
  readonly id: string
  readonly title: string
  /** At most 140 characters. */
  readonly summary: string
  readonly description: string
  /** Ids of contract entries: `VAL-AUTH-001`. */
  readonly claims: readonly string[]
  readonly dependsOn: readonly string[]
  readonly status: FeatureStatus
  readonly attempts: number
  /** What is wrong with it as far as anybody has said; settled ones are taken out. */
  readonly issues: readonly Issue[]
  /** Rulings and people's words, for the roles that work on it. */
  readonly notes: string
  /** The feature that it fixes, and the issue it was made from; null if it is no fix. */
  readonly fixes: string | null
  readonly sourceIssueId: string | null
}

export const issueSeverities = ['critical', 'major', 'minor'] as const
export type IssueSeverity = (typeof issueSeverities)[number]

export interface Issue {
  /** Never used twice, so that no issue is converted twice. */
  readonly id: string
  readonly severity: IssueSeverity
  readonly title: string
  readonly detail: string
  /** What must hold instead, in a sentence that can be verified, and how; absent if no role has said it. */
  readonly expected?: string
  readonly verify?: string
}

/** If a person objects, told by the id that names the gate: it is open until a person says otherwise. */
export const isRefusal = (issueId: string): boolean => issueId.includes('/gate/')

export const claimStatuses = ['TODO', 'PASS', 'FAIL'] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** An entry of `.harness/validation-contract.md`. */
export interface ContractEntry {
  readonly id: string
  readonly assertion: string
  readonly verify: string
  readonly evidence: string
  readonly status: ClaimStatus
  /** What architects decided about it, each with its reason. */
  readonly rulings: readonly string[]
}

/** What agents remember of the mission, and of missions before it. */
export interface MissionMemory {
  /** L2, `.harness/memory/summary.md`. */
  readonly summary: string
  /** L3, `.harness/memory/MEMORY.md`. */
  readonly long: string
  /** L4 by role: across missions, in the user's data directory. */
  readonly identities: Readonly<Record<string, string>>
}

export const planVerdicts = ['accept', 'accept-with-notes', 'reject'] as const
export type PlanVerdict = (typeof planVerdicts)[number]

/** Small facts beside the documents, told with every reading. */
export interface MissionFacts {
  /** What `.harness/plan-review.md` says in its first line; null if there is none. */
  readonly planVerdict: PlanVerdict | null
  /** What it says below that line. */
  readonly planNotes: readonly string[]
  /** Names of checkpoints with a `.checkpoint-<name>.fired` that were granted: others have settled nothing. */
  readonly fired: readonly string[]
  /** Names of hooks that are in `.harness/hooks/` and can be run. */
  readonly hooks: readonly string[]
}

/** A feature that has passed, on a branch that a person has yet to merge. */
export interface UnmergedFeature {
  readonly feature: string
  readonly branch: string
  /** Its pull request; null if there is none, or only on this machine. */
  readonly url: string | null
  /** The last commit of the branch; absent in records of earlier versions. */
  readonly tip?: CommitHash
  /** A person deleted the branch, and nothing shows that its work is in the base. */
  readonly isGone?: true
}

/** What can be changed of a feature; every other field stays as it is in the file. */
export type FeatureChange = Partial<
  Pick<Feature, 'status' | 'attempts' | 'issues' | 'notes' | 'claims' | 'dependsOn'>
>

/**
 * One change that a run wants in its documents. Each says what it is and not how the file is edited, and each is done
 * once however often it is asked for: an existing one is left alone.
 */
export type DocumentEdit =
  /** Makes contract and features, in this order; what was said of the plan before goes. Refused where features stand there that are not those of `before`. */
  | {
      readonly type: 'plan'
      readonly contract: readonly ContractEntry[]
      readonly features: readonly Feature[]
      /** Ids of the plan that it replaces; empty if there was none. */
      readonly before: readonly string[]
      /** Checkpoints that fired in the mission before: for this one they are as new. */
      readonly forget: readonly string[]
    }
  /** Refused if the feature is gone, or its status is neither `was` nor what is to be set. */
  | {
      readonly type: 'feature'
      readonly id: string
      readonly was: FeatureStatus
      readonly set: FeatureChange
    }
  /** At the end. Refused where another feature has its id. */
  | { readonly type: 'add-feature'; readonly feature: Feature }
  /** Refused if the contract has no such entry. */
  | { readonly type: 'claim'; readonly id: string; readonly status: ClaimStatus; readonly evidence: string }
  | { readonly type: 'add-claim'; readonly entry: ContractEntry }
  | { readonly type: 'ruling'; readonly claim: string; readonly ruling: string }
  | { readonly type: 'plan-review'; readonly verdict: PlanVerdict; readonly notes: readonly string[] }
  | { readonly type: 'escalation'; readonly escalation: Escalation }
  /** Nothing is asked any more: its file goes. */
  | { readonly type: 'escalation-settled' }
  /** Fires it, or has it wait again: `<name>.json`, `checkpoint-<name>.md` and `.checkpoint-<name>.fired`. */
  | { readonly type: 'checkpoint'; readonly checkpoint: FiredCheckpoint }
  | {
      readonly type: 'checkpoint-answered'
      readonly name: string
      readonly decision: 'granted' | 'refused'
      readonly reason: string
    }
  /** L1: appended to `.harness/memory/raw.md`. */
  | { readonly type: 'remember'; readonly entry: RawEntry }
  /** L2 and L3, as a whole. */
  | { readonly type: 'curate'; readonly summary: string; readonly long: string }
  /** L1 to L3 of an earlier mission go to a folder of this name beside them. */
  | { readonly type: 'memory-aside'; readonly to: string }
  /** L4: lines that the role's identity does not have yet. */
  | { readonly type: 'promote'; readonly role: string; readonly lines: readonly string[] }
  /** `.harness/debug/<feature>.md`. */
  | { readonly type: 'debug'; readonly feature: string; readonly text: string }

export interface RawEntry {
  /** The command it came from, without the run: `work/F-001/2`; makes the entry one of a kind. */
  readonly source: string
  readonly role: string
  readonly at: number
  readonly text: string
}

export interface Escalation {
  readonly reason: string
  readonly feature: string | null
  readonly tried: readonly string[]
  readonly evidence: readonly string[]
  readonly question: string
  /** What to do about it, if nothing waits for an answer. */
  readonly next?: string
}

export interface FiredCheckpoint {
  readonly name: string
  readonly trigger: string
  readonly feature: string | null
  readonly reason: string
  readonly at: number
  /** What people said when they refused it, the last one last; absent if there was no refusal. */
  readonly refusals?: readonly string[]
}
