/**
 * Everything the engine may ask of a forge: the commit of the base, branches, pull requests and what became of them.
 * Every method is safe to call again, but `openPull`, before which is looked for one that is open. What the forge does
 * not do throws ForgeError; what people decided otherwise is a result. Nothing is ever pushed by force.
 */
import type { CiJob } from '@harness/core/effects/await-ci'
import type { CommitHash } from '@harness/core/kernel/ids'
import type { Advance } from '../../landing/advance-base.ts'
import type { BaseSource } from '../../lanes/base-source.ts'

export interface Forge extends BaseSource {
  /** Puts the branch where others see it, at `commit`, if that is a descendant of the old commit. */
  publishBranch(branch: string, commit: CommitHash, signal: AbortSignal): Promise<Published>
  /** Moves the base from exactly `from` to its descendant `to`, or not at all. */
  publishBase(branch: string, from: CommitHash, to: CommitHash, signal: AbortSignal): Promise<Advance>
  /** Those that ask for `branch` to be merged into `base`, the newest first, whatever became of them. */
  pullsOf(branch: string, base: string, signal: AbortSignal): Promise<readonly PullRequest[]>
  readPull(number: number, signal: AbortSignal): Promise<PullRequest>
  openPull(draft: PullDraft, signal: AbortSignal): Promise<PullRequest>
  /** Gives it this text, and opens it again if it was closed; merged ones are left as they are. */
  updatePull(number: number, text: PullText, signal: AbortSignal): Promise<PullRequest>
  /** What the forge itself runs for a commit; none if it has no checks, or has not begun any. */
  ciJobs(commit: CommitHash, signal: AbortSignal): Promise<readonly ForgeJob[]>
  /** Why a job failed. What the forge does not tell is said in `unread`: this never throws ForgeError. */
  explainJob(job: ForgeJob, signal: AbortSignal): Promise<JobFailure>
  labelPull(number: number, label: string, signal: AbortSignal): Promise<void>
  /** Takes the label off again, if it is there. */
  unlabelPull(number: number, label: string, signal: AbortSignal): Promise<void>
  /** Has the forge merge it by itself, once all that its rules ask for is there. Asked for while it stands at `order.head`. */
  enableAutoMerge(number: number, order: MergeOrder, signal: AbortSignal): Promise<AutoMerge>
  /** Switches that off again, if it is on. */
  disableAutoMerge(number: number, signal: AbortSignal): Promise<void>
  /** Merges it while it stands at `order.head`, and nothing else. */
  mergePull(number: number, order: MergeOrder, signal: AbortSignal): Promise<PullMerge>
}

export interface ForgeJob extends Pick<CiJob, 'name' | 'state' | 'url' | 'summary'> {
  /** By which the forge finds more about it: the run of a check, and the job of GitHub Actions. Null if there is none. */
  readonly refs: { readonly checkRun: number | null; readonly job: number | null }
}

export interface JobFailure {
  /** Failed steps, and what the forge says about lines of files; bounded. */
  readonly annotations: readonly string[]
  /** Its end if it is very long. Null if there is none. */
  readonly log: string | null
  /** Null if everything could be read. */
  readonly unread: string | null
}

export interface PullText {
  readonly title: string
  /** Markdown. */
  readonly body: string
}

export interface PullDraft extends PullText {
  readonly branch: string
  readonly base: string
}

export interface PullRequest extends PullText {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed' | 'merged'
  readonly base: string
  /** Where its branch stood when the forge last looked. */
  readonly head: CommitHash
  /** Null unless merged. */
  readonly mergeCommit: CommitHash | null
}

export interface MergeOrder {
  readonly head: CommitHash
  /** Title and body of the merge commit; the body ends in the trailers. */
  readonly title: string
  readonly message: string
}

export type Published =
  | { readonly type: 'published' }
  | { readonly type: 'rejected'; readonly detail: string }

export type AutoMerge =
  | { readonly type: 'enabled' }
  /** The forge has nothing to wait for: it can be merged now. */
  | { readonly type: 'ready' }
  | { readonly type: 'unavailable'; readonly detail: string }

export type PullMerge =
  | { readonly type: 'merged'; readonly commit: CommitHash }
  | {
      readonly type: 'refused'
      readonly reason: 'base-moved' | 'checkout-in-the-way' | 'conflict' | 'push-rejected' | 'not-mergeable'
      readonly detail: string
    }
