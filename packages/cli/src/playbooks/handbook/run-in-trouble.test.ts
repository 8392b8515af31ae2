import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRunId } from '@harness/core/kernel/ids'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import { smallHandbook } from '@harness/formats/documents/handbook/test-support/handbooks'
import { encodeRecord } from '@harness/shell/store/journal/record'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const runId = asRunId('20261116-120000')

/** A repository with a handbook's run that was left at work, begun in such a way. */
function setUp(begun: { readonly playbookVersion?: number; readonly checkout?: string } = {}) {
  const repo = targetRepo({ 'IMPECCABLE_HANDBOOK.md': smallHandbook, 'PRODUCT.md': '## Users\n' })
  const dir = join(repo.stateDir, 'runs/handbook', runId)
  mkdirSync(dir, { recursive: true })
  const { playbookVersion = handbook.version, checkout = repo.root } = begun
  const record = encodeRecord(1, {
    type: 'RunStarted',
    at: 1,
    runId,
    playbook: 'handbook',
    playbookVersion,
    input: { runId, checkout },
  })
  writeFileSync(join(dir, 'journal.ndjson'), record)
  const summary = {
    playbook: 'handbook',
    subject: 'handbook',
    runId,
    status: 'working',
    phase: '3.1',
    title: 'T',
  }
  writeFileSync(
    join(dir, 'summary.json'),
    JSON.stringify({ ...summary, startedAt: 1, updatedAt: 1, tokens: 0 }),
  )
  const told = async () => ({
    status: (await runHere(repo.root, ['handbook', 'status'])).out,
    runs: JSON.parse((await runHere(repo.root, ['runs', '--json'])).out).runs[0],
  })
  return { dir, record, told }
}

test('QA-23 status and runs name a way on that leads somewhere: the usual one', async () => {
  const { status, runs } = await setUp().told()
  expect(status).toContain('interrupted at 3.1; then: harness handbook\n')
  expect(runs).toMatchObject({ state: 'crashed', next: `harness resume handbook-${runId}` })
})

test('QA-23 of a run that another version began: give it up', async () => {
  const { status, runs } = await setUp({ playbookVersion: 99 }).told()
  const next = `harness refuse handbook-${runId} --give-up -m "why", then: harness handbook`
  expect(status).toContain('handbook version 99 started the run')
  expect(status).toContain(next)
  expect(runs).toMatchObject({ state: 'crashed', waitingFor: expect.stringContaining('version 99') })
  expect(runs.next).toContain(next)
})

test('QA-23 of a run whose journal is damaged: set it aside', async () => {
  const { dir, record, told } = setUp()
  writeFileSync(join(dir, 'journal.ndjson'), record.replace('RunStarted', 'RunStartex'))
  const { status, runs } = await told()
  expect(status).toContain('damaged; The journal is damaged: ')
  expect(status).toContain(`mv '${dir}' '${dir}.aside' && harness handbook`)
  expect(runs).toMatchObject({ state: 'damaged' })
})

test('QA-23 of a run that was begun in another checkout: go there', async () => {
  const { status } = await setUp({ checkout: '/somewhere/else' }).told()
  expect(status).toContain(
    'interrupted; The unfinished handbook of this repository was begun in /somewhere/else',
  )
  expect(status).toContain('harness refuse handbook -m "why"')
})
