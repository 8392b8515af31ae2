import type { LaneSynced, SyncLane } from '@harness/core/effects/sync-lane'
import { asCommitHash, asLaneName, asRunId, asTreeHash, commandId } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { changedChecksNote, withConfigNote } from './config-note.ts'

it('DL-06 checks that were mended since a run began are named, with how to follow them', () => {
  const begun = [
    { name: 'test', run: 'false' },
    { name: 'lint', run: 'lint' },
  ]
  expect(changedChecksNote('0001', begun, begun)).toBeNull()
  expect(
    changedChecksNote('0001', begun, [
      { name: 'test', run: 'npm test' },
      { name: 'lint', run: 'lint' },
      { name: 'types', run: 'tsc' },
    ]),
  ).toMatch(/\(test, types\); it keeps its own; .*harness refuse 0001 -m "why", then harness run 0001/)
})

describe('DL-06 a base that brings another config', () => {
  it('is told with what holds for this run; another change of the base is not worth a word', async () => {
    const repo = targetRepo({ 'harness.config.json': '{"checks":[]}\n' })
    const commitOf = (path: string, text: string) => {
      repo.write(path, text)
      repo.git('add', '-A')
      repo.git('commit', '-qm', `change ${path}`)
      return asCommitHash(repo.git('rev-parse', 'HEAD').trim())
    }
    const begun = asCommitHash(repo.git('rev-parse', 'HEAD').trim())
    const other = commitOf('other.txt', 'x\n')
    const moved = commitOf('harness.config.json', '{}\n')
    const id = commandId(asRunId('20261116-120000'), 'preflight', '0001', 1)
    const notesAt = async (baseCommit: typeof begun) => {
      const command: SyncLane = {
        type: 'SyncLane',
        id,
        lane: asLaneName('0001-x'),
        startCommit: begun,
        baseBranch: 'main',
        baseCommit: begun,
      }
      const tree = asTreeHash('0'.repeat(40))
      const synced: LaneSynced = {
        type: 'LaneSynced',
        at: 1,
        commandId: id,
        baseCommit,
        commit: baseCommit,
        tree,
      }
      return (await withConfigNote(synced, command, repo.root)).notes ?? []
    }
    expect(await notesAt(begun)).toEqual([])
    expect(await notesAt(other)).toEqual([])
    expect(await notesAt(moved)).toEqual([
      'harness.config.json changed on main: this run keeps the checks it began with, the next one follows the new config',
    ])
  })
})
