/** Owns the twin of Notify. */
import type { Notified, Notify } from '@harness/core/effects/notify'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Ground } from './ground.ts'
import type { Twin } from './twin.ts'

export const notifyTwin: Twin<Notify> = {
  perform: notify,
  any: (_command, _luck, base) => ({ ...base, type: 'Notified', problem: null }),
  neverFails: true,
}

async function notify(ground: Ground, { id }: Notify, { signal }: Attempt): Promise<Notified> {
  const { process, stage } = ground
  await process.sleep(100, signal)
  return { type: 'Notified', at: stage.wall.now(), commandId: id, problem: null }
}
