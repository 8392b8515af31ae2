/** Without a name, run and next go on to a plan that can be worked on, and say why others were passed over. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { approves, delivers, planPath, planText, runDirs, sampleRepo, script } from './support/sample-repo.ts'

const second = { [planPath('0002', 'second')]: planText('0002', { title: 'Second' }) }
/** What the implementer does for plan 0001; every other plan is delivered. */
const withFirst = (first: Readonly<Record<string, unknown>>): string =>
  sampleRepo({
    ...second,
    'script.json': script({ role: 'implementer', match: '# 0001', ...first }, delivers, approves),
  })

async function goesOnTo0002(root: string, why: RegExp, next: RegExp): Promise<void> {
  const shown = await harnessJson(root, ['next'])
  expect(shown).toMatchObject({ code: 0, value: { planId: '0002', counts: { eligible: 1 } } })
  expect(shown.value.passedOver).toEqual([
    { planId: '0001', why: expect.stringMatching(why), next: expect.stringMatching(next) },
  ])
  const { code, stdout, stderr } = await harness(root, ['run'])
  expect(stderr).toMatch(/Passed over 0001/)
  expect(stderr).toMatch(why)
  expect(stdout).toContain('0002')
  expect(code).toBe(0)
}

describe('a plan that cannot be worked on now is passed over', () => {
  test('DL-02 because another process holds it; alone, it is exit code 11', async () => {
    const root = withFirst({ do: [{ run: 'sleep 600' }], reply: 'Done.' })
    const working = start(root, ['run', '0001'])
    await working.saw('the implementer begins')
    await goesOnTo0002(root, /is held by process \d+/, /harness stop 0001/)
    expect(await harnessJson(root, ['run'])).toMatchObject({
      code: 11,
      value: { error: { code: 'no-plan-eligible', next: expect.stringContaining('harness stop 0001') } },
    })
    expect((await harness(root, ['stop', '--all'])).code).toBe(0)
    await working.ended
  })

  test('DL-02 because it waits at a gate, until the gate is answered; and because it was refused', async () => {
    const root = withFirst({ reply: 'Nothing to do.' })
    expect((await harness(root, ['run', '0001'])).code).toBe(3)
    await goesOnTo0002(root, /waits for a person: /, /harness grant 0001-/)
    expect(await harnessJson(root, ['run'])).toMatchObject({
      code: 3,
      value: { error: { code: 'no-plan-eligible' } },
    })
    expect((await harness(root, ['refuse', '0001', '-m', 'no', '--no-resume'])).code).toBe(0)
    expect(await harnessJson(root, ['next'])).toMatchObject({ value: { planId: '0001', passedOver: [] } })
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 1, value: { outcome: 'blocked' } })
    expect(await harnessJson(root, ['next'])).toMatchObject({
      value: {
        planId: null,
        passedOver: [{ planId: '0001', why: expect.stringContaining('blocked by its last run') }],
      },
    })
  })

  test('DL-02 because its run is damaged', async () => {
    const root = withFirst({ do: [{ write: { path: 'hello.txt', text: 'hello\n' } }], reply: 'Done.' })
    await harness(root, ['run', '0001', '--phase', 'implement'])
    const journal = join(runDirs(root)[0] ?? '', 'journal.ndjson')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('LaneOpened', 'LaneClosed'))
    await goesOnTo0002(root, /has a damaged run/, /\.aside/)
  })

  test('resume without a name takes the only run that is not damaged', async () => {
    const root = withFirst({ do: [{ write: { path: 'hello.txt', text: 'hello\n' } }], reply: 'Done.' })
    for (const plan of ['0001', '0002']) await harness(root, ['run', plan, '--phase', 'implement'])
    const journal = join(runDirs(root)[0] ?? '', 'journal.ndjson')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('LaneOpened', 'LaneClosed'))
    expect(await harnessJson(root, ['resume'])).toMatchObject({ code: 0, value: { planId: '0002' } })
  })
})

test('an answer that was only filed: runs and show say that it is answered, and how to go on', async () => {
  const root = sampleRepo({
    'script.json': script({ role: 'implementer', times: 2, reply: 'Nothing to do.' }, delivers, approves),
  })
  const openGates = async (): Promise<string> => (await harness(root, ['completion', '--ids', 'gate'])).stdout
  expect((await harness(root, ['run'])).code).toBe(3)
  expect(await openGates()).toMatch(/^0001-\d{8}-\d{6}\n$/)
  expect((await harness(root, ['grant', '0001', '--no-resume'])).code).toBe(0)
  expect(await openGates()).toBe('')
  const next = expect.stringContaining('harness resume 0001-')
  expect(await harnessJson(root, ['runs'])).toMatchObject({
    value: { runs: [{ state: 'answered', waitingFor: next, next }] },
  })
  expect(await harnessJson(root, ['show', '0001'])).toMatchObject({ value: { state: 'answered', next } })
  const { stdout } = await harness(root, ['show', '0001'])
  expect(stdout).toContain('answered; resume it with: harness resume 0001-')
  expect(stdout).not.toContain('harness grant')
  expect((await harness(root, ['runs'])).stdout).toMatch(/next: harness resume 0001-/)
  expect(await harnessJson(root, ['resume'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
})
