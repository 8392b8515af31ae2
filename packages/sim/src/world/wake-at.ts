/** Owns the twin of WakeAt. */
import type { WakeAt } from '@harness/core/effects/wake-at'
import type { Twin } from './twin.ts'

export const wakeAtTwin: Twin<WakeAt> = {
  async perform({ stage, process }, { id, at }, { signal }) {
    await stage.wall.of(process).until(at, signal)
    return { type: 'TimerFired', at: stage.wall.now(), commandId: id }
  },
  any: (_command, _luck, base) => ({ ...base, type: 'TimerFired' }),
  neverFails: true,
}
