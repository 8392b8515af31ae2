import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { asRunId } from '@harness/core/kernel/ids'
import { end, type Playbook } from '@harness/core/kernel/playbook'
import { describe, expect, it, vi } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { openJournal } from './open-journal.ts'
import { readFolded } from './read-folded.ts'
import { encodeRecord } from './record.ts'

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
  const dir = await temporaryDir()
  const path = join(dir, 'journal.ndjson')
  writeFileSync(path, records(snapshot ? 1_000 : count))
  if (!snapshot) return dir
  const opened = await openJournal(dir, { name: 'counting', version: 1 })
  const state = { state: 1_007, pending: [], lastEnd: null }
  await opened.offerSnapshot({ events: 1_000, playbook: 'counting', playbookVersion: 1, state })
  await opened.store.close()
  writeFileSync(path, records(count))
  return dir
}

describe('QA-10 where a run stands', () => {
  it.each([
    ['from its snapshot on, where there is one', true, 5],
    ['from its beginning, where there is none', false, 1_005],
  ])('is folded %s', async (_, snapshot, folds) => {
    const { playbook, evolve } = counting()
    const dir = await journal(1_005, snapshot)
    expect(await readFolded(dir, playbook)).toEqual({ state: 1_012, events: 1_005 })
    expect(evolve).toHaveBeenCalledTimes(folds)
  })

  it('is not told of a run that did not begin, or that another version began', async () => {
    expect(await readFolded(await temporaryDir(), counting().playbook)).toBeNull()
    expect(await readFolded(await journal(0, false), counting().playbook)).toBeNull()
    expect(await readFolded(await journal(3, false), counting(2).playbook)).toBeNull()
  })
})
