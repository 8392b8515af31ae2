/** Says why a checkpoint that an operator names does not wait: it has not fired yet, or was answered before. */
import { UserError } from '@harness/core/user-error'
import { answerOf, checkpointsIn, recordFile } from '@harness/formats/mission/checkpoint-files'
import { missionPaths } from '@harness/formats/mission/edit-documents'
import { namesIn, readDocument } from '@harness/shell/mission/mission-files'

/** Null where nothing here is a checkpoint of that name. */
export async function whyNotWaiting(root: string, name: string): Promise<UserError | null> {
  const names = await namesIn(root, missionPaths.checkpoints)
  const { fired, waiting } = checkpointsIn(names)
  if (!fired.includes(name)) return null
  const path = `${missionPaths.checkpoints}/${recordFile(name)}`
  const record = await readDocument({ repoRoot: root, dataDir: root }, { place: 'repository', path })
  const answer = record === null ? null : answerOf(record)
  const why =
    answer !== null
      ? `it was ${answer.decision} before${answer.reason === '' ? '' : `: ${answer.reason}`}`
      : waiting.includes(name)
        ? 'the mission that it belongs to has ended or was set aside'
        : 'it was answered before'
  return new UserError('checkpoint-not-waiting', `The checkpoint ${name} does not wait: ${why}.`, {
    next: 'See what waits: harness mission status',
  })
}
