/** Owns the questions a mission puts to people, in the words they see. */
import type { CiJob } from '../../effects/await-ci.ts'
import type { MergeRefused } from '../../effects/merge-lane.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { choiceOf, type Gate } from '../../kernel/gate.ts'
import { jointDigest, shortDigest } from '../../kernel/gate-answer.ts'
import { grant, grantOrRefuse } from '../../kernel/gate-choices.ts'
import type { CommitHash } from '../../kernel/ids.ts'
import type { MissionDigests } from './mission-contents.ts'
import type { DueCheckpoint, Escalating } from './state.ts'

/** The digest of features and contract as the run knows them; null if there is no plan yet. */
export const planDigest = ({
  digests,
}: {
  readonly digests: Pick<MissionDigests, 'features' | 'contract'>
}): string | null =>
  digests.features === null || digests.contract === null
    ? null
    : jointDigest(digests.features, digests.contract)

const planShown = (digest: string | null): string =>
  digest === null ? '' : ` (features+contract ${shortDigest(digest)})`

/** `harness grant <name>` names it. `digest` is null unless the plan is approved. */
export const checkpointGate = (
  { name, feature }: DueCheckpoint,
  reason: string,
  digest: string | null,
): Gate => ({
  name,
  question: `Checkpoint ${name}${feature === null ? '' : ` (${feature})`}: go on?${planShown(digest)}`,
  detail: reason,
  choices: grantOrRefuse({
    onGrant: 'the mission goes on',
    onRefuse:
      'your reason (-m) goes back to the role it concerns, and you are asked again once that has answered',
  }),
  digest,
  exitCode: exitCode.waitingAtGate,
})

/** `said`: answers that could not be used. */
export const escalationGate = ({ question, why, isCap }: Escalating, said: readonly string[]): Gate => ({
  name: 'escalation',
  question,
  detail: [why, ...said, 'What was tried and seen: .harness/escalation.md'].join('\n'),
  choices: grantOrRefuse({
    onGrant: isCap
      ? 'as much again may be spent; changes of the config do not count until the next run'
      : 'the mission goes on with the config it started with; agents are told what you answer (-m)',
    onRefuse:
      'the mission ends as blocked and keeps lanes and documents; harness mission then starts again on the same plan, with the config of that time',
  }),
  digest: null,
  exitCode: exitCode.escalated,
})

export const specChangedGate = (specPath: string, digest: string | null): Gate => ({
  name: 'spec-changed',
  question: `${specPath} has changed since it was planned${digest === null ? '' : ` (now ${shortDigest(digest)})`}. Continue with the plan as it is?`,
  detail: 'Features and contract were made from the text before. Agents read the new text from here on.',
  choices: grantOrRefuse({
    onGrant: 'the plan stays, even if the spec now says something else',
    onRefuse: 'the mission ends as blocked; then the spec can be planned again',
  }),
  digest,
  exitCode: exitCode.escalated,
})

const featureBlocked = 'the feature is blocked; its lane is kept'

export const mergeRefusedGate = (subject: string, reason: MergeRefused['reason'], detail: string): Gate => ({
  name: `merge-refused-${subject}`,
  question: `${subject} could not be merged (${reason}). Try again?`,
  detail:
    reason === 'checkout-in-the-way'
      ? `${detail}\nCommit what you changed there (or end the rebase, or move the file away), then grant.`
      : detail,
  choices: grantOrRefuse({
    onGrant:
      reason === 'checkout-in-the-way'
        ? 'it is merged as it was validated; if the base has moved meanwhile, it is validated again'
        : 'the base is brought in again, and checks, validation and merge are done again',
    onRefuse: featureBlocked,
  }),
  digest: null,
  exitCode: exitCode.escalated,
})

/** Asked as in every run; but here one feature is at stake, and others may be failing too. */
export const failingFeatureGate = (subject: string, gate: Gate): Gate => ({
  ...gate,
  name: `${gate.name}-${subject}`,
  question: `${subject}: ${gate.question}`,
  choices: grantOrRefuse({
    onGrant: `${choiceOf(gate, grant)?.leadsTo ?? 'the step is tried again'}; the agent is told what you say (-m)`,
    onRefuse: featureBlocked,
  }),
})

export const pullClosedGate = (subject: string, url: string): Gate => ({
  name: `pull-closed-${subject}`,
  question: `The pull request of ${subject} was closed and not merged. Is it to be opened again?`,
  detail: url,
  choices: grantOrRefuse({
    onGrant:
      'it is opened again, unless you have opened it; if you say what is wrong (-m), its worker fixes that first',
    onRefuse: 'the feature is blocked; its lane and its branch are kept',
  }),
  digest: null,
  exitCode: exitCode.escalated,
})

export const ciSilentGate = (subject: string, url: string, jobs: readonly CiJob[]): Gate => ({
  name: `ci-silent-${subject}`,
  question: `The forge has not reported all of its checks of ${subject} in time. Wait as long again?`,
  detail: [url, ...jobs.map((job) => `- ${job.state}: ${job.name}`)].join('\n'),
  choices: grantOrRefuse({
    onGrant: 'the mission waits for them again',
    onRefuse: 'the feature is blocked; its lane and its pull request are kept',
  }),
  digest: null,
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
  choices: grantOrRefuse({
    onGrant: `the new ${baseBranch} is brought in and everything is shown again`,
    onRefuse: featureBlocked,
  }),
  digest: null,
  exitCode: exitCode.escalated,
})
