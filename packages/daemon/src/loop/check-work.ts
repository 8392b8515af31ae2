/** CheckWork: finds out who works on what an earlier daemon had started. Safe to repeat: it only looks. */
import type { CheckWork, WorkChecked } from '@harness/core/playbooks/daemon/effects'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { DaemonPorts } from './ports.ts'

export async function checkWork(
  { id, work, subject }: CheckWork,
  { outside }: Pick<DaemonPorts, 'outside'>,
): Promise<WorkChecked> {
  const holder = await openRunStore(outside.stateDir).holderOf(subject)
  const heldBy = holder === null ? null : `is held by process ${holder.record.pid} on ${holder.record.host}`
  return { type: 'WorkChecked', at: outside.clock.now(), commandId: id, work, heldBy }
}
