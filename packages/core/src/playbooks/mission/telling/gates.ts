/** Owns the questions a mission puts to people, in the words they see. */
import { exitCode } from '../../../kernel/exit-code.ts'
import type { Gate } from '../../../kernel/gate.ts'
import { jointDigest, shortDigest } from '../../../kernel/gate-answer.ts'
import { grantOrRefuse } from '../../../kernel/gate-choices.ts'
import type { MissionDigests } from '../state/mission-contents.ts'
import type { DueCheckpoint, Escalating } from '../state/state.ts'

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

/** `tried`: what was tried last; null if nothing was. */
export const escalationGate = ({ question, reason, isCap }: Escalating, tried: string | null): Gate => ({
  name: 'escalation',
  question,
  detail: [
    reason,
    ...(tried === null ? [] : [tried]),
    'What was tried and seen: .harness/escalation.md',
  ].join('\n'),
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
