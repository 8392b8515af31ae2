import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asRunId } from '@harness/core/kernel/ids'
import { input } from '@harness/core/playbooks/delivery/test-support/sample-input'
import { expect, it } from 'vitest'
import { openJournal } from '../../store/journal/open-journal.ts'
import { runFolder } from '../../store/layout/run-folder.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { readCalibration } from './read-calibration.ts'

const ended = (outcome: 'blocked' | 'paused'): AnyEvent => ({
  type: 'RunEnded',
  at: 5,
  end: { outcome, exitCode: 1, reason: '', next: '', resumable: outcome === 'paused', report: '' },
})

async function journal(
  stateDir: string,
  planId: string,
  run: string,
  ...events: readonly AnyEvent[]
): Promise<string> {
  const dir = runFolder(stateDir, planId, asRunId(run))
  const { store } = await openJournal(dir)
  const plan = { ...input.plan, id: planId }
  const started: AnyEvent = {
    type: 'RunStarted',
    at: 1,
    runId: asRunId(run),
    playbook: 'delivery',
    playbookVersion: 1,
    input: { ...input, plan },
  }
  for (const event of [started, ...events]) await store.append(event)
  await store.close()
  return dir
}

it('DL-33 leaves out runs of playbooks that have no plans', async () => {
  const stateDir = await temporaryDir()
  const { store } = await openJournal(runFolder(stateDir, 'handbook', asRunId('20260101-000000')))
  const about = { runId: asRunId('20260101-000000'), playbook: 'handbook', playbookVersion: 1, input: {} }
  await store.append({ type: 'RunStarted', at: 1, ...about })
  await store.append(ended('blocked'))
  await store.close()
  expect(await readCalibration(openRunStore(stateDir), null)).toEqual({ plans: [], damaged: [] })
})

it('DL-33 reads finished runs, of one plan or all, and names a damaged journal', async () => {
  const stateDir = await temporaryDir()
  await journal(stateDir, '0001', '20260101-000000', ended('blocked'))
  await journal(stateDir, '0001', '20260102-000000', ended('blocked'))
  await journal(stateDir, '0002', '20260101-000000', ended('paused'))
  const bad = await journal(stateDir, '0003', '20260101-000000', ended('blocked'))
  appendFileSync(join(bad, 'journal.ndjson'), 'this is no record\n')
  const all = await readCalibration(openRunStore(stateDir), null)
  expect(all.plans.map(({ planId, runs }) => [planId, runs])).toEqual([['0001', 2]])
  expect(all.damaged).toEqual([
    {
      run: '0003-20260101-000000',
      problem: expect.stringContaining('journal.ndjson'),
      next: expect.any(String),
    },
  ])
  expect(await readCalibration(openRunStore(stateDir), '0002')).toEqual({ plans: [], damaged: [] })
  expect(await readCalibration(openRunStore(join(stateDir, 'nowhere')), null)).toEqual({
    plans: [],
    damaged: [],
  })
})
