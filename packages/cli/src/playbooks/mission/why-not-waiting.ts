/** Says why a checkpoint that an operator names does not wait: it has not fired yet, was answered before, or there is none. */

import { UserError } from '@harness/core/kernel/user-error'
import type { Checkpoint } from '@harness/core/playbooks/mission/state/input'
import { missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import { answerOf, checkpointsIn, recordFile } from '@harness/formats/documents/mission/checkpoint-files'
import { missionNames, readDocument } from '@harness/shell/playbooks/mission/mission-files'

export interface CheckpointsNow {
  /** Those of the mission that is under way, else those of the config. */
  readonly configured: readonly Checkpoint[]
  /** Names of the gates that are open. */
  readonly waiting: readonly string[]
}

/** The gate of every mission that needs a person, beside its checkpoints. */
const escalation = 'escalation'

/** Null if nothing here is a checkpoint of that name. */
export async function whyNotWaiting(
  root: string,
  name: string,
  now: CheckpointsNow,
): Promise<UserError | null> {
  if (name === escalation) return notWaiting('The escalation', 'the mission asks nothing of that kind', now)
  const names = await missionNames(root, missionPaths.checkpoints)
  const { fired, waiting } = checkpointsIn(names)
  const what = `The checkpoint ${name}`
  if (!fired.includes(name)) {
    const configured = now.configured.find((one) => one.name === name)
    return configured === undefined
      ? null
      : notWaiting(what, `it has not fired yet; it fires ${whenItFires(configured)}`, now)
  }
  const record = await readDocument(root, `${missionPaths.checkpoints}/${recordFile(name)}`)
  const answer = record === null ? null : answerOf(record)
  const why =
    answer !== null
      ? `it was ${answer.decision} before${answer.reason === '' ? '' : ` (${answer.reason})`}${answer.decision === 'granted' ? '' : ', and waits again once the role that it concerns has answered'}`
      : waiting.includes(name)
        ? 'the mission that it belongs to has ended or was set aside'
        : 'it was answered before'
  return notWaiting(what, why, now)
}

export function checkpointUnknown(name: string, now: CheckpointsNow): UserError {
  const known = now.configured.map((one) => one.name)
  const there =
    known.length === 0 ? 'none is configured (mission.checkpoints.types)' : `there is: ${known.join(', ')}`
  return new UserError('checkpoint-unknown', `There is no checkpoint ${JSON.stringify(name)}; ${there}.`, {
    next: nextOf(now),
  })
}

const notWaiting = (what: string, why: string, now: CheckpointsNow): UserError =>
  new UserError('checkpoint-not-waiting', `${what} does not wait: ${why}.`, { next: nextOf(now) })

const nextOf = ({ waiting }: CheckpointsNow): string =>
  waiting.length === 0
    ? 'Nothing waits at this moment; see how it stands: harness mission status'
    : `What waits is ${waiting.join(', ')}: harness mission grant ${waiting[0]}`

function whenItFires({ triggerOn, features }: Checkpoint): string {
  const feature = features === null ? 'a feature' : features.join(' or ')
  switch (triggerOn) {
    case 'post-planner':
      return 'once the plan is there'
    case 'post-feature':
      return `once ${feature} has passed`
    case 'pre-merge':
      return `before ${feature} is merged`
    case 'pre-done':
      return 'once every feature has passed'
    default:
      return `before ${feature} is begun that claims VAL-${triggerOn.slice('feature-claim:'.length)}-…`
  }
}
