import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { openLane } from '../../effects/lanes/open-lane.ts'
import { syncLane } from '../../effects/lanes/sync-lane.ts'
import { firstAttempt, idOf, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'

/** A clone in which `main` was never checked out, and the repository it came from. */
function partialClone(filter: string) {
  const source = targetRepo({ 'a.txt': 'a\n', 'd/deep.txt': 'deep\n' })
  source.git('config', 'uploadpack.allowFilter', 'true')
  source.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  source.git('branch', 'other')
  source.commit({ 'a.txt': 'newer\n', 'd/deep.txt': 'deeper\n', 'b.txt': 'b\n' })
  const root = join(source.root, '../clone')
  const from = ['--no-local', `--filter=${filter}`, '--branch', 'other', `file://${source.root}`, root]
  source.git('clone', '--quiet', ...from)
  source.gitIn(root, 'branch', 'main', 'origin/main')
  const ports = { ...source.ports(), repoRoot: root, stateDir: join(root, '.harness/run') }
  return { source, root, ports }
}

describe('DL-05 a partial clone', () => {
  it.each(['blob:none', 'tree:0'])('has its lanes whole: %s', async (filter) => {
    const { source, root, ports } = partialClone(filter)
    const opened = await openLane(openLaneCommand(), firstAttempt, ports)
    if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
    expect(readFileSync(join(opened.path, 'd/deep.txt'), 'utf8')).toBe('deeper\n')
    source.commit({ 'd/deep.txt': 'deepest\n' })
    source.gitIn(root, 'fetch', '--quiet', 'origin', 'main:main')
    const synced = await syncLane(
      {
        type: 'SyncLane',
        id: idOf('20260101-000000/preflight/0001/1'),
        lane: opened.lane,
        baseBranch: 'main',
        baseCommit: opened.baseCommit,
        startCommit: asCommitHash(opened.commit),
      },
      firstAttempt,
      ports,
    )
    expect(synced).toMatchObject({ type: 'LaneSynced' })
    expect(readFileSync(join(opened.path, 'd/deep.txt'), 'utf8')).toBe('deepest\n')
  })

  it('says what it lacks where it cannot be fetched', async () => {
    const { source, ports } = partialClone('blob:none')
    renameSync(source.root, `${source.root}-away`)
    expect(await openLane(openLaneCommand(), firstAttempt, ports)).toMatchObject({
      type: 'CommandFailed',
      code: 'objects-missing',
    })
  })
})
