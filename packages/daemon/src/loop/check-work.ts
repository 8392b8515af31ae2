/** CheckWork: finds out who works on what an earlier daemon had started. Safe to repeat: it only looks. */
import type { CheckWork, WorkChecked } from '@harness/core/playbooks/daemon/effects'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { startedRun, subjectIn } from '../place/started-run.ts'
import type { DaemonPorts } from './ports.ts'

export async function checkWork(
  { id, work, subject, run: known }: CheckWork,
  { outside }: Pick<DaemonPorts, 'outside'>,
): Promise<WorkChecked> {
  const runs = openRunStore(outside.stateDir)
  const started = known ?? startedRun(outside.stateDir, work)
  const isThere = started !== null && (await isRecorded(started, runs))
  const run = isThere ? started : null
  const holder = await runs.holderOf(run === null ? subject : subjectIn(run))
  const heldBy = holder === null ? null : `is held by process ${holder.record.pid} on ${holder.record.host}`
  return { type: 'WorkChecked', at: outside.clock.now(), commandId: id, work, run, heldBy }
}

/** A run that recorded nothing did nothing: its command is given again. */
async function isRecorded(run: string, runs: ReturnType<typeof openRunStore>): Promise<boolean> {
  const known = await runs.list(subjectIn(run))
  return known.some(({ subject, runId }) => `${subject}-${runId}` === run)
}
