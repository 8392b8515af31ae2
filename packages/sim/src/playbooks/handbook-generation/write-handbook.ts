/** Owns the twin of WriteHandbook. */
import type { WriteHandbook } from '@harness/core/playbooks/handbook/write-handbook'
import type { Twin } from '../../world/twin.ts'

const files = ['IMPECCABLE_HANDBOOK.md']

export const writeHandbookTwin: Twin<WriteHandbook> = {
  async perform({ stage, process }, { id }, { signal }) {
    await process.sleep(30, signal)
    return process.effect('writing the handbook', () => {
      stage.changed({ kind: 'handbook written', commandId: id, once: null })
      return { type: 'HandbookWritten' as const, at: stage.wall.now(), commandId: id, files }
    })
  },
  any: (_command, luck, base) =>
    luck.chance(0.6)
      ? { ...base, type: 'HandbookWritten', files }
      : { ...base, type: 'HandbookRefused', problems: ['a path does not exist'] },
}
