/** Owns the questions a mission puts to people, in the words they see. */
import type { CiJob } from '../../effects/await-ci.ts'
import type { MergeRefused } from '../../effects/merge-lane.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import type { Gate } from '../../kernel/gate.ts'
import type { CommitHash } from '../../kernel/ids.ts'
import type { DueCheckpoint, Escalating } from './state.ts'

/** Who answers where a branch or a document is another one by now: nobody has said more than stands there. */
export const byWhatIsThere = 'what is there now'

/** `harness grant <name>` names it. */
export const checkpointGate = ({ name, feature }: DueCheckpoint, reason: string): Gate => ({
  name,
  question: `Checkpoint ${name}${feature === null ? '' : ` (${feature})`}: go on?`,
  detail: reason,
  onGrant: 'the mission goes on',
  onRefuse:
    'your reason (-m) goes back to the role it concerns, and you are asked again once that has answered',
  exitCode: exitCode.waitingAtGate,
})

export const escalationGate = ({ why, question, isCap, merges }: Escalating): Gate => ({
  name: 'escalation',
  question,
  detail: `${why}\nWhat was tried and seen: .harness/escalation.md`,
  onGrant: isCap
    ? 'as much again may be spent; a config that you mend now is not followed'
    : merges !== undefined
      ? 'what is named counts as merged, as you say, whatever git shows; where git shows it, harness resume is enough'
      : 'the mission goes on with the config it began with; what you answer (-m) is told to whoever works on it',
  onRefuse:
    'the mission ends as blocked and keeps lanes and documents; harness mission then begins anew on the same plan, with the config as it is by then',
  exitCode: exitCode.escalated,
})

export const specChangedGate = (specPath: string): Gate => ({
  name: 'spec-changed',
  question: `${specPath} is another text than the one that was planned. Go on with the plan as it is?`,
  detail:
    'Features and contract were made from the text before; everybody who works from here on reads the new one.',
  onGrant: 'the plan stays, also where the spec now says something else',
  onRefuse: 'the mission ends as blocked; then the spec can be planned anew',
  exitCode: exitCode.escalated,
})

export const mergeRefusedGate = (subject: string, reason: MergeRefused['reason'], detail: string): Gate => ({
  name: `merge-refused-${subject}`,
  question: `${subject} could not be merged (${reason}). Try again?`,
  detail:
    reason === 'checkout-in-the-way'
      ? `${detail}\nCommit what you changed there (or end the rebase, or move the file away), then grant.`
      : detail,
  onGrant:
    reason === 'checkout-in-the-way'
      ? 'it is merged as it was validated; where the base has moved meanwhile, it is validated again'
      : 'the base is brought in again, and checks, validation and merge are done again',
  onRefuse: 'the feature is blocked; its lane is kept',
  exitCode: exitCode.escalated,
})

/** Asked as in every run; but here one feature is at stake, and others may be failing too. */
export const failingFeatureGate = (subject: string, gate: Gate): Gate => ({
  ...gate,
  name: `${gate.name}-${subject}`,
  question: `${subject}: ${gate.question}`,
  onGrant: `${gate.onGrant}; what you say (-m) is told with it`,
  onRefuse: 'the feature is blocked; its lane is kept',
})

export const pullClosedGate = (subject: string, url: string): Gate => ({
  name: `pull-closed-${subject}`,
  question: `The pull request of ${subject} was closed and not merged. Is it to be opened again?`,
  detail: url,
  onGrant:
    'it is opened again, or taken where you have opened it; with what is wrong (-m) it first goes back to its worker, who is told',
  onRefuse: 'the feature is blocked; its lane and its branch are kept',
  exitCode: exitCode.escalated,
})

export const ciSilentGate = (subject: string, url: string, jobs: readonly CiJob[]): Gate => ({
  name: `ci-silent-${subject}`,
  question: `The forge has not reported all of its checks of ${subject} in time. Wait as long again?`,
  detail: [url, ...jobs.map((job) => `- ${job.state}: ${job.name}`)].join('\n'),
  onGrant: 'they are waited for again',
  onRefuse: 'the feature is blocked; its lane and its pull request are kept',
  exitCode: exitCode.escalated,
})

export const baseRewrittenGate = (
  subject: string,
  baseBranch: string,
  was: CommitHash,
  is: CommitHash,
): Gate => ({
  name: `base-rewritten-${subject}`,
  question: `${baseBranch} was rewritten: it no longer contains ${was.slice(0, 12)}, which ${subject} stands on. Go on?`,
  detail: `${baseBranch} is at ${is.slice(0, 12)} now. What was taken out of it would come back with ${subject}.`,
  onGrant: `the new ${baseBranch} is brought in and everything is shown again`,
  onRefuse: 'the feature is blocked; its lane is kept',
  exitCode: exitCode.escalated,
})
