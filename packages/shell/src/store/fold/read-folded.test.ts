import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { asRunId } from '@harness/core/kernel/ids'
import { end, type Playbook } from '@harness/core/kernel/playbook'
import { describe, expect, it, vi } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { fileRunStore } from '../file/file-run-store.ts'
import { encodeRecord } from '../journal/record.ts'
import { folderOfRun } from '../layout/run-folder.ts'
import { readFolded } from './read-folded.ts'

const run = { subject: 'counting', runId: '20260101-000000' }

const counting = (version = 1) => {
  const evolve = vi.fn((seen: number) => seen + 1)
  const playbook: Playbook<number, number, AnyCommand> = {
    name: 'counting',
    version,
    initialState: (input) => input,
    decide: () => end({ outcome: 'done', exitCode: 0, reason: '', next: '', resumable: false, report: '' }),
    evolve,
  }
  return { playbook, evolve }
}

const started: AnyEvent = {
  type: 'RunStarted',
  at: 0,
  runId: asRunId('20260101-000000'),
  playbook: 'counting',
  playbookVersion: 1,
  input: 7,
}
const resumed: AnyEvent = { type: 'RunResumed', at: 1, until: null }
const records = (count: number): string =>
  Array.from({ length: count }, (_, index) => encodeRecord(index + 1, index === 0 ? started : resumed)).join(
    '',
  )

/** With a snapshot after the first thousand where wanted. */
async function journal(count: number, snapshot: boolean): Promise<string> {
  const stateDir = await temporaryDir()
  const dir = folderOfRun(stateDir, run)
  mkdirSync(dir, { recursive: true })
  const path = join(dir, 'journal.ndjson')
  writeFileSync(path, records(snapshot ? 1_000 : count))
  if (!snapshot) return stateDir
  const opened = await fileRunStore(stateDir).open(run, { name: 'counting', version: 1 })
  const state = { state: 1_007, pending: [], lastEnd: null }
  await opened.offerSnapshot({ events: 1_000, playbook: 'counting', playbookVersion: 1, state })
  await opened.store.close()
  writeFileSync(path, records(count))
  return stateDir
}

describe('QA-10 where a run stands', () => {
  it.each([
    ['from its snapshot on, if there is one', true, 5],
    ['from its beginning, if there is none', false, 1_005],
  ])('is folded %s', async (_, snapshot, folds) => {
    const { playbook, evolve } = counting()
    const runs = fileRunStore(await journal(1_005, snapshot))
    expect(await readFolded(runs, run, playbook)).toMatchObject({ state: 1_012, events: 1_005 })
    expect(evolve).toHaveBeenCalledTimes(folds)
  })

  it('is not told of a run that did not begin, or that another version began', async () => {
    const folded = (stateDir: string, version = 1) =>
      readFolded(fileRunStore(stateDir), run, counting(version).playbook)
    expect(await folded(await temporaryDir())).toBeNull()
    expect(await folded(await journal(0, false))).toBeNull()
    expect(await folded(await journal(3, false), 2)).toBeNull()
  })
})
