/** What a person sees and does at a real terminal: `script` gives the program one. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { bundle, cleanEnvironment, harnessJson } from './support/harness.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  newRepo,
  sampleRepo,
  script,
  stateFromLane,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

const terminalProgram = 'script'
const hasTerminal = spawnSync(terminalProgram, ['--version']).stdout?.includes('util-linux') === true

interface AtTerminal {
  readonly ended: Promise<{ readonly code: number | null; readonly screen: string }>
  screen(): string
  type(keys: string): void
  saw(text: string | RegExp): Promise<void>
}

function atTerminal(cwd: string, args: string, env: Readonly<Record<string, string>> = {}): AtTerminal {
  const line = `stty cols 100 rows 40; exec "${process.execPath}" "${bundle}" ${args}`
  const child = spawn(terminalProgram, ['-qefc', line, '/dev/null'], {
    cwd,
    env: { ...cleanEnvironment, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let screen = ''
  child.stdout.on('data', (chunk) => {
    screen += String(chunk)
  })
  const ended = new Promise<{ code: number | null; screen: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, screen })),
  )
  return {
    ended,
    screen: () => screen,
    type: (keys) => void child.stdin.write(keys),
    async saw(text) {
      while (!(typeof text === 'string' ? screen.includes(text) : text.test(screen))) {
        if (child.exitCode !== null) throw new Error(`It ended without ${String(text)}:\n${screen}`)
        await sleep(20)
      }
    },
  }
}

const ctrlC = '\u0003'
const down = '\u001b[B'
const gateRepo = (): string =>
  sampleRepo({
    'script.json': script({ role: 'implementer', times: 2, reply: 'Nothing to do.' }, delivers, approves),
  })
const slow = `touch ${stateFromLane}/once; sleep 30`
const idle = { role: 'implementer', times: 2, reply: 'Nothing to do.' }
const untilTold = `touch ${stateFromLane}/once; until [ -e ${stateFromLane}/go ]; do sleep 0.05; done`
async function atSlowStep(root: string): Promise<void> {
  while (!existsSync(join(root, '.harness/run/once'))) await sleep(20)
}
const merges = (root: string): string => git(root, 'log', '--merges', '--format=%s', 'main')

const untrusting = () => ({ HARNESS_TRUST: '', HARNESS_DATA_DIR: temporaryFolder() })

describe.skipIf(!hasTerminal)('TR-08 trust at a terminal', () => {
  const hidden = sampleRepo.bind(null, {
    'harness.config.json': config({
      checks: [{ name: 'hello', run: 'grep -q hello hello.txt \u001b[8m; touch evil #\u202e' }],
    }),
    '.harness/roles/reviewer.md': '\u001b[2JYou review.\n',
  })

  test('a command is shown as it will run, Enter decides nothing, and no runs nothing', async () => {
    const root = hidden()
    const env = untrusting()
    const run = atTerminal(root, 'run', env)
    await run.saw('Type yes or no')
    expect(run.screen()).toContain('check hello: grep -q hello hello.txt <U+001B>[8m; touch evil #<U+202E>')
    expect(run.screen()).toContain('<U+001B>[2JYou review.')
    expect(run.screen()).not.toContain('\u001b[8m; touch')
    run.type('\r')
    await run.saw(/nothing is decided[\s\S]*Type yes or no/)
    run.type('no\r')
    const { code, screen } = await run.ended
    expect(code).toBe(2)
    expect(screen).toContain('You did not trust what this repository brings')
    expect(existsSync(join(root, '.harness/run/runs'))).toBe(false)
    expect(existsSync(join(env.HARNESS_DATA_DIR, 'trusted'))).toBe(false)
  })

  test('yes runs it, and the next command asks only about what changed', async () => {
    const root = sampleRepo()
    const env = untrusting()
    const run = atTerminal(root, 'run', env)
    await run.saw('Type yes or no')
    run.type('yes\r')
    expect((await run.ended).code).toBe(0)
    writeFileSync(join(root, 'harness.config.json'), config({ lanes: { setup: ['make evil'] } }))
    const again = atTerminal(root, 'trust', env)
    await again.saw('Type yes or no')
    expect(again.screen()).toContain('new     setup 1: make evil')
    expect(again.screen()).not.toContain('check hello')
    again.type(ctrlC)
    expect((await again.ended).code).toBe(2)
  })

  test('with --yes nothing is asked, and nothing is run', async () => {
    const root = sampleRepo()
    const { code, screen } = await atTerminal(root, 'run --yes', untrusting()).ended
    expect(code).toBe(2)
    expect(screen).toContain('You have not trusted what this repository brings yet')
  })

  test('init trusts the commands that it showed, and not the hooks that were there', async () => {
    const root = newRepo()
    write(root, { 'package.json': '{"scripts": {"test": "true"}}\n' })
    commit(root)
    const env = untrusting()
    const init = atTerminal(root, 'init', env)
    await init.saw('Try these checks once, in a fresh clone?')
    init.type('\r')
    await init.saw('Write these files?')
    init.type('\r')
    const ended = await init.ended
    expect(ended).toMatchObject({ code: 0, screen: expect.stringMatching(/passed.*test/) })
    expect((await harnessJson(root, ['trust'], { env })).code).toBe(0)
    write(root, { '.harness/hooks/pre-worker': '#!/bin/sh\n' })
    expect((await harnessJson(root, ['trust'], { env })).code).toBe(2)
  })

  test('DL-01 the letter n and Enter means no: init tries nothing, writes nothing and trusts nothing', async () => {
    const root = newRepo()
    write(root, { 'package.json': '{"scripts": {"test": "true"}}\n' })
    commit(root)
    const env = untrusting()
    const init = atTerminal(root, 'init', env)
    await init.saw('Try these checks once, in a fresh clone?')
    init.type('n\r')
    await init.saw('Write these files?')
    init.type('n\r')
    const { code, screen } = await init.ended
    expect(code).toBe(0)
    expect(screen).toContain('Nothing was written.')
    expect(screen).not.toContain('Trying the checks')
    expect(git(root, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(env.HARNESS_DATA_DIR, 'trusted'))).toBe(false)
  })

  test('nor a script that was there', async () => {
    const root = newRepo()
    write(root, {
      'package.json': '{"scripts": {"test": "true"}}\n',
      'harness.script.yaml': 'rules: [{ role: "*", do: [{ run: make evil }], reply: Done. }]\n',
    })
    commit(root)
    const env = untrusting()
    const init = atTerminal(root, 'init --no-trial', env)
    await init.saw('Write these files?')
    init.type('\r')
    expect((await init.ended).code).toBe(0)
    const asked = await harnessJson(root, ['trust'], { env })
    expect(asked.code).toBe(2)
    expect(JSON.stringify(asked.value)).toContain('harness.script.yaml')
  })
})

describe.skipIf(!hasTerminal)('at a terminal', () => {
  test('QA-23 a gate is asked on the spot, and the answer carries the run on', async () => {
    const root = gateRepo()
    const run = atTerminal(root, 'run')
    await run.saw('Grant')
    run.type(`${down}\r`)
    await run.saw('Your answer:')
    run.type('worth it\r')
    const { code, screen } = await run.ended
    expect(screen).toContain('granted by tester: worth it')
    expect(code).toBe(0)
    expect(merges(root)).toBe('Merge plan 0001: Say hello')
  })

  test('a gate that is put off stays open: exit code 3 and the commands that answer it', async () => {
    const root = gateRepo()
    const run = atTerminal(root, 'run')
    await run.saw('Grant')
    run.type('\r')
    const { code, screen } = await run.ended
    expect(code).toBe(3)
    expect(screen).toMatch(/harness grant 0001-/)
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { runs: [{ state: 'waiting' }] } })
  })

  test('QA-23 Ctrl-C at a gate stops resumably, and the gate stays open for an answer', async () => {
    const root = gateRepo()
    const run = atTerminal(root, 'run')
    await run.saw('Grant')
    run.type(ctrlC)
    const { code, screen } = await run.ended
    expect(code).toBe(130)
    expect(screen).toContain('the run can be resumed')
    expect(screen).toMatch(/harness resume 0001-/)
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { runs: [{ state: 'interrupted' }] } })
    expect(await harnessJson(root, ['grant', '0001'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })

  test('QA-23 what led to a gate stands above its question, and no line is painted into it', async () => {
    const root = gateRepo()
    const run = atTerminal(root, 'run')
    await run.saw('Decide later')
    const shown = run.screen()
    run.type('\r')
    const asked = shown.indexOf('Grant')
    const { code, screen } = await run.ended
    expect(code).toBe(3)
    expect(shown.slice(0, asked)).toMatch(/the implementer [^\n]*\n[\s\S]*needs you: /)
    expect(shown.slice(asked)).not.toMatch(/waits for you|needs you|run \d/)
    expect(screen).toMatch(/harness grant 0001-/)
  })

  test('keys that were typed before the question appeared do not answer it', async () => {
    const root = sampleRepo({ 'script.json': script({ ...idle, do: [{ run: untilTold }] }) })
    const run = atTerminal(root, 'run')
    await atSlowStep(root)
    run.type(`${down}\ryes\r${down}`)
    await run.saw('yes')
    writeFileSync(join(root, '.harness/run/go'), '')
    await run.saw('Decide later')
    run.type('\r')
    const { code, screen } = await run.ended
    expect(screen).not.toContain('granted by')
    expect(screen).not.toContain('Your answer:')
    expect(code).toBe(3)
  })

  test('with ACCESSIBLE a line that was typed before the question appeared does not answer it', async () => {
    const root = sampleRepo({ 'script.json': script({ ...idle, do: [{ run: untilTold }] }) })
    const run = atTerminal(root, 'run', { ACCESSIBLE: '1', NO_COLOR: '1' })
    await atSlowStep(root)
    run.type('1\nyes\n1')
    await run.saw('yes')
    writeFileSync(join(root, '.harness/run/go'), '')
    await run.saw('Number (1 to 3):')
    run.type('3\n')
    const { code, screen } = await run.ended
    expect(screen).not.toContain('granted by')
    expect(screen).not.toContain('Please answer')
    expect(code).toBe(3)
  })

  test('a gate that is answered elsewhere is taken back here, and Ctrl-C reaches the run again', async () => {
    const nothing = { role: 'implementer', times: 2, reply: 'Nothing to do.' }
    const root = sampleRepo({ 'script.json': script(nothing, { ...delivers, do: [{ run: slow }] }) })
    const run = atTerminal(root, 'run')
    await run.saw('Grant')
    const granted = await harnessJson(root, ['grant', '0001', '-m', 'from afar'])
    expect(granted).toMatchObject({ code: 0, value: { taken: true } })
    await atSlowStep(root)
    run.type(ctrlC)
    const { code, screen } = await run.ended
    expect(screen).toContain('granted by tester: from afar')
    expect(code).toBe(130)
  })

  test('QA-23 one live line says what is under way; Ctrl-C takes it away and stops resumably', async () => {
    const root = sampleRepo({ 'script.json': script({ ...delivers, do: [{ run: slow }] }) })
    const run = atTerminal(root, 'run')
    await run.saw(/implement · implementer · .* · then checks/)
    await atSlowStep(root)
    run.type(ctrlC)
    const { code, screen } = await run.ended
    expect(code).toBe(130)
    expect(screen).toContain('the run can be resumed')
    expect(screen).toMatch(/harness resume 0001-/)
  })

  test('QA-21 with ACCESSIBLE questions are numbered and no byte moves the cursor', async () => {
    const root = gateRepo()
    const run = atTerminal(root, 'run', { ACCESSIBLE: '1', NO_COLOR: '1' })
    await run.saw('Number (1 to 3):')
    run.type('2\n')
    await run.saw('Your answer:')
    run.type('not now\n')
    const { code, screen } = await run.ended
    expect(code).toBe(1)
    expect(screen).toContain('refused by tester: not now')
    expect(screen).not.toContain('\u001b')
  })

  test('QA-21 NO_COLOR and CI leave no colour', async () => {
    for (const name of ['NO_COLOR', 'CI']) {
      const { code, screen } = await atTerminal(sampleRepo(), 'doctor', { [name]: '1' }).ended
      expect([code, screen.includes('\u001b')]).toEqual([0, false])
    }
  })
})
