import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  planPath,
  planText,
  sampleRepo,
  script,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

const need =
  'Almost.\n\nNEED credential: A key for the shop\nWhy: It refuses us.\nHow: Put SHOP_KEY into .env.'
const needFileOf = (root: string, run: string): string =>
  join(root, '.harness/run/task-runs/0001', run.slice('0001-'.length), 'need.md')

describe('what only a person can give', () => {
  test('DL-21 pauses the run with a file that says what, why and how; the answer reaches the agent', async () => {
    const env = { SHOP_SECRET: 'correct-horse-battery' }
    const root = sampleRepo({
      'script.json': script(
        { ...delivers, call: 1, reply: need },
        { ...delivers, match: 'It is in .env, not [redacted' },
        approves,
      ),
      'harness.config.json': config({ redact: { env: ['SHOP_SECRET'] } }),
    })
    const first = await harnessJson(root, ['run', '0001'], { env })
    expect(first).toMatchObject({ code: 3, value: { outcome: 'waiting' } })
    const { run } = first.value
    const file = needFileOf(root, run)
    const text = readFileSync(file, 'utf8')
    for (const part of ['A key for the shop', 'It refuses us.', 'Put SHOP_KEY into .env.', 'plan 0001'])
      expect(text).toContain(part)
    expect(text).toContain(`harness grant ${run} -m `)

    const listed = await harness(root, ['runs'])
    expect(listed.stdout).toContain('needs a person (credential): A key for the shop')
    expect(listed.stdout).toContain(file)
    expect(listed.stdout).toContain(`next: harness grant ${run} -m`)
    const shown = await harnessJson(root, ['show', '0001'])
    expect(shown.value).toMatchObject({ state: 'waiting', needFile: file, gate: { name: 'need-credential' } })

    const said = `It is in .env, not ${env.SHOP_SECRET}.`
    const granted = await harness(root, ['grant', '0001', '-m', said], { env })
    expect(granted.code, granted.stdout + granted.stderr).toBe(0)
    expect(existsSync(file)).toBe(false)
    const told = await harnessJson(root, ['show', '0001', 'implement/0001/2'])
    const envelope = told.value.files['envelope.md'] as string
    expect(envelope).toContain('It is in .env, not [redacted')
    expect(JSON.stringify(told.value)).not.toContain(env.SHOP_SECRET)
  })

  test('DL-21 a need that the agent can settle itself is sent back, and nobody is asked', async () => {
    const root = sampleRepo({
      'script.json': script(
        { ...delivers, call: 1, reply: 'NEED advice: Which greeting' },
        { ...delivers, match: 'No person is needed for this' },
        approves,
      ),
    })
    const { code, stdout, stderr } = await harness(root, ['run', '0001'])
    expect(code, stdout + stderr).toBe(0)
  })
})

describe('the plan is edited during the run', () => {
  test('it pauses with the difference, leaves the file alone and goes on with it when told to', async () => {
    const go = join(temporaryFolder(), 'go')
    const root = sampleRepo({
      'script.json': script(
        { ...delivers, do: [{ run: `until [ -e '${go}' ]; do sleep 0.05; done` }, ...delivers.do] },
        { ...approves, match: 'Say hello loudly' },
      ),
    })
    const edited = planText('0001').replace('Say hello.\n', 'Say hello loudly.\n')
    const running = start(root, ['run', '0001'])
    await running.saw('implementer')
    write(root, { [planPath('0001')]: edited })
    writeFileSync(go, '')
    const paused = await running.ended
    expect(paused.code, paused.stdout + paused.stderr).toBe(3)
    expect(paused.stdout).toContain(`${planPath('0001')} was edited after the run started`)
    expect(paused.stdout).toContain('+Say hello loudly.')
    const shown = await harness(root, ['show', '0001'])
    expect(shown.stdout).toMatch(/-Say hello\.\n +\+Say hello loudly\./)
    expect(readFileSync(join(root, planPath('0001')), 'utf8')).toBe(edited)

    commit(root, 'Loudly')
    const granted = await harness(root, ['grant', '0001'])
    expect(granted.code, granted.stdout + granted.stderr).toBe(0)
    const completed = readFileSync(join(root, 'docs/exec-plans/completed/0001-hello.md'), 'utf8')
    expect(completed).toContain('Say hello loudly.')
  })
})

describe('context that people leave', () => {
  test('DL-20 is told to the agent it is for, and shown with the run', async () => {
    const root = sampleRepo({
      'script.json': script({ ...delivers, match: 'Greet in English' }, approves),
      'docs/context/review.md': 'Look at the greeting twice.\n',
    })
    const added = await harness(root, ['context', 'add', '-m', 'Greet in English', '--scope', 'run:0001'])
    expect(added.code).toBe(0)
    const { code, stdout, stderr } = await harness(root, ['run', '0001'])
    expect(code, stdout + stderr).toBe(0)
    const { value } = await harnessJson(root, ['show', '0001'])
    const uses = (value.context as { command: string; path: string; leftOut: unknown }[]).map(
      ({ command, path, leftOut }) => [command.replace(/^[^/]*\//, ''), path.replace(/.*\//, ''), leftOut],
    )
    const drop = expect.stringMatching(/-greet-in-english\.md$/)
    expect(uses).toEqual([
      ['implement/0001/1', drop, null],
      ['review/0001/1', 'review.md', null],
      ['review/0001/1', drop, null],
    ])
  })
})

describe('what plans came to', () => {
  test('DL-33 harness calibration compares it with what was expected', async () => {
    const root = sampleRepo({
      [planPath('0001')]: planText('0001', { extra: 'budget: {loc: 2, files: 1}\n' }),
    })
    expect((await harness(root, ['calibration'])).stdout).toContain('No plan has been merged yet')
    expect((await harness(root, ['run', '0001'])).code).toBe(0)
    const { stdout } = await harness(root, ['calibration'])
    expect(stdout).toMatch(/^0001 +1 +1 of 1 +1\.6k of 200\.0k +\S.* +1 of 2 +1 of 1 +Say hello$/m)
    expect(stdout).toMatch(/^reviewer +1 +510 /m)
    expect(stdout).toContain('median over one merged plan: passes 1×, tokens 0.008×, lines 0.5×, files 1×')
    const { value } = await harnessJson(root, ['calibration', '--plan', '0001'])
    expect(value).toMatchObject({ ok: true, summary: { plans: 1 }, plans: [{ planId: '0001' }], damaged: [] })
  })
})
