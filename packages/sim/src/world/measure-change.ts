/** Owns the twin of MeasureChange. */
import type { ChangeMeasured, FileChange, MeasureChange } from '@harness/core/effects/measure-change'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Ground } from './ground.ts'
import type { Twin } from './twin.ts'

export const measureChangeTwin: Twin<MeasureChange> = {
  perform: measureChange,
  any: (_command, luck, base) => ({
    ...base,
    type: 'ChangeMeasured',
    files: [{ path: luck.pick(['src/0.1/a.js', 'other.js']), added: luck.int(0, 9), removed: 0 }],
  }),
}

/** Every file counts as one line taken away and one added. */
async function measureChange(
  { process, stage, site }: Ground,
  { id, from, to }: MeasureChange,
  { signal }: Attempt,
): Promise<ChangeMeasured> {
  await process.sleep(20, signal)
  const before = site.repository.commitOf(from).files
  const after = site.repository.commitOf(to).files
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map(
      (path): FileChange => ({
        path,
        added: path in after ? 1 : 0,
        removed: path in before ? 1 : 0,
        how: path in before ? (path in after ? 'modified' : 'deleted') : 'created',
      }),
    )
  return { type: 'ChangeMeasured', at: stage.wall.now(), commandId: id, files }
}
