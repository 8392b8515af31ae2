/** Owns the twin of Freeze. */
import type { Freeze } from '@harness/core/effects/freeze'
import type { Twin } from './twin.ts'

export const freezeTwin: Twin<Freeze> = {
  async perform({ stage, site, process }, { id, reason }) {
    await process.effect('freezing the repository', () => {
      site.frozen = reason
    })
    return { type: 'Frozen', at: stage.wall.now(), commandId: id, reason }
  },
  any: ({ reason }, _luck, base) => ({ ...base, type: 'Frozen', reason }),
}
