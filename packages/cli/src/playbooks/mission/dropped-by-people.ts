import { type DroppedFeature, droppedOf } from '@harness/core/playbooks/mission/documents/dropped'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { missionSubject } from '@harness/shell/store/layout/run-subject'
import type { RunStore } from '@harness/shell/store/port/run-store'
import type { Playbooks } from '../../line/playbooks.ts'
import { wholeStory } from '../../run/run-story.ts'

/** As the newest mission knows them; none if no mission has begun. */
export async function droppedByPeople(
  playbooks: Playbooks,
  runs: RunStore,
): Promise<readonly DroppedFeature[]> {
  const [newest] = await runs.list(missionSubject)
  if (newest === undefined) return []
  const { last } = await wholeStory(playbooks, runs, newest)
  // Every run of this subject was started by the mission playbook: its view has read it.
  return droppedOf(last.state as MissionState)
}
