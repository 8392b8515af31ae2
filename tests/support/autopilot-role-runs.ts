/** The run of an autopilot behind docs/roles.md: one phase, which sends all of its roles. */
import { answer, autopilot, autopilotRepo, spec, specText } from './autopilot-repo.ts'
import type { RecordedRuns } from './role-page.ts'

export async function onePhaseAutopilot(): Promise<RecordedRuns> {
  const root = autopilotRepo([], { [spec]: specText([['Say hello', 'low']]) })
  await autopilot(root, 8)
  await answer(root, 0, 'leave')
  return { root, subject: 'autopilot' }
}
