import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processTagOf } from '@harness/shell/engine/conduct/process-tag'
import { processTagName } from '@harness/shell/machine/process/process-table'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onlyPeople } from './only-people.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'only-people-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Where runs are kept, with one that has begun, and the mark of what that started. */
async function begun(name: string) {
  const stateDir = join(folder, name)
  const dir = join(stateDir, 'runs', 'mission', '20261116-120000')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'journal.ndjson'), '{}\n')
  expect(await openRunStore(stateDir).list()).toMatchObject([
    { subject: 'mission', runId: '20261116-120000' },
  ])
  return { stateDir, tag: processTagOf(dir) }
}

it('MI-03 what a run has started is no person to the runs of its repository', async () => {
  const { stateDir, tag } = await begun('here')
  for (const mark of [tag, `${tag}/work/F-001/1/some-uuid`])
    await expect(onlyPeople({ [processTagName]: mark }, stateDir)).rejects.toMatchObject({
      code: 'not-for-agents',
      message: expect.stringContaining('mission-20261116-120000'),
    })
})

it('a person is, and so is whoever was started elsewhere: tests begin runs of their own', async () => {
  const { stateDir } = await begun('here')
  const { tag } = await begun('there')
  await onlyPeople({}, stateDir)
  await onlyPeople({ [processTagName]: `${tag}/checks/F-001/1/some-uuid` }, stateDir)
  await onlyPeople({ [processTagName]: 'harness/some-uuid' }, stateDir)
})
