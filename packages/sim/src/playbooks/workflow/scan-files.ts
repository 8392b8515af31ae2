/** Owns the twin of ScanFiles. */
import type { FilesScanned, Mark, ScanFiles } from '@harness/core/effects/scan-files'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Ground } from '../../world/ground.ts'
import type { Twin } from '../../world/twin.ts'

export const scanFilesTwin: Twin<ScanFiles> = {
  perform: scanFiles,
  any(_command, luck, base) {
    const marks: readonly Mark[] = luck.chance(0.2) ? [{ file: 'src/0.1/a.js', line: 1, mark: 'TODO' }] : []
    return { ...base, type: 'FilesScanned', count: marks.length, marks }
  },
}

async function scanFiles(
  { process, stage, site }: Ground,
  { id, commit, files }: ScanFiles,
  { signal }: Attempt,
): Promise<FilesScanned> {
  await process.sleep(20, signal)
  const there = site.repository.commitOf(commit).files
  const marks = files.flatMap((file): readonly Mark[] =>
    there[file]?.includes('TODO') === true ? [{ file, line: 1, mark: 'TODO' }] : [],
  )
  return { type: 'FilesScanned', at: stage.wall.now(), commandId: id, count: marks.length, marks }
}
