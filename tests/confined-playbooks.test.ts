/** Handbook, mission and a user's own playbook, with everything that runs agent-written code in a sandbox. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { handbookConfig, handbookRepo } from './support/handbook-repo.ts'
import { answered, harness, harnessJson, type Started, start } from './support/harness.ts'
import { harness as here } from './support/harness-here.ts'
import { missionRepo, works } from './support/mission-repo.ts'
import { commit, git, newRepo, operatorState, script, write } from './support/sample-repo.ts'
import { attacks, canConfine, deedsIn } from './support/sandbox.ts'

const secret = { OF_THE_HARNESS: 'a-value-of-the-harness' }

/** Gives the repository a program that attacks it, and something to lose. */
function arm(root: string): void {
  writeFileSync(join(root, 'attack.sh'), attacks(root))
  // What it did shows in its exit code, too.
  writeFileSync(join(root, 'attacked.sh'), 'sh attack.sh > /tmp/out; cat /tmp/out; ! grep "^did " /tmp/out\n')
  commit(root, 'Arm')
  git(root, 'branch', 'keep')
  writeFileSync(join(root, 'README.md'), 'Stashed.\n')
  git(root, 'add', '-A')
  git(root, 'stash')
}

/** Fails if the program ends before that. */
async function until({ process: child }: Started, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
    await pause(20)
  }
}

function expectUnharmed(root: string, before: Readonly<Record<string, string>>): void {
  const after = operatorState(root)
  for (const part of ['stashes', 'config', 'hooks']) expect(after[part], part).toBe(before[part])
  expect(git(root, 'branch', '--list', 'keep')).toContain('keep')
  expect(git(root, 'log', '--format=%s', 'main')).not.toContain('evil')
  for (const path of [join(root, 'late'), `${root}.marker`]) expect(existsSync(path), path).toBe(false)
}

describe.skipIf(!canConfine)('confined', () => {
  test('TR-01 a handbook: its verification reaches nothing of the operator’s, and ticks no box', async () => {
    const verification = { always: [{ name: 'check', run: 'sh attacked.sh' }], whereTouched: [] }
    const root = handbookRepo({
      'README.md': 'A product.\n',
      'harness.config.json': JSON.stringify({
        ...handbookConfig,
        sandbox: 'required',
        handbook: { verification },
      }),
    })
    arm(root)
    const before = operatorState(root)
    const { code, stdout, stderr } = await harness(root, ['handbook'], { env: secret })
    expect(code, stdout + stderr).toBe(0)
    expectUnharmed(root, before)
  })

  test('TR-01 a mission: checks, hooks, smoke test and a worker’s commands reach nothing', async () => {
    const attacking = works('F-001', {
      do: [{ write: { path: 'f-001.txt', text: 'F-001 is done\n' } }, { run: 'sh attacked.sh' }],
    })
    const { root, options, events } = missionRepo(
      [attacking],
      {
        hooks: true,
        smokeTest: {
          enabled: true,
          startupCmd: 'sh attacked.sh >&2 && exec node server.mjs',
          startupWaitSeconds: 60,
          urls: [{ url: 'http://127.0.0.1:4321/', expectText: 'hello' }],
        },
      },
      [{ id: 'F-001' }],
      { sandbox: 'required', checks: [{ name: 'attack', run: 'sh attacked.sh' }] },
    )
    write(root, {
      'server.mjs':
        "import { createServer } from 'node:http'\ncreateServer((_, answer) => answer.end('hello')).listen(4321, '127.0.0.1')\n",
      // It reads the checkout. What it writes beside it is in memory.
      '.harness/hooks/pre-worker':
        '#!/bin/sh\nsh attack.sh > /tmp/out 2>&1\n! grep "^did " /tmp/out | grep -v -e "read the config" -e "write beside"\n',
    })
    chmodSync(join(root, '.harness/hooks/pre-worker'), 0o755)
    arm(root)
    const before = operatorState(root)
    const { code, value } = await harnessJson(root, ['mission'], {
      ...options,
      env: { ...options.env, ...secret },
    })
    expect({ code, outcome: value.outcome }, JSON.stringify(value)).toEqual({ code: 0, outcome: 'done' })
    expectUnharmed(root, before)
    expect(events().filter(({ type }) => type === 'HookRan')).toEqual([
      expect.objectContaining({ problem: null }),
    ])
    expect(events().filter(({ type }) => type === 'SmokeTested')).toEqual([
      expect.objectContaining({ passed: true, failures: [] }),
    ])
  })

  test('MI-27 a mission: what a person edits while an agent works is their word, and nothing is asked', async () => {
    // It goes on once the person has edited.
    const waits = works('F-001', {
      do: [
        { write: { path: 'f-001.txt', text: 'F-001 is done\n' } },
        { run: 'echo begun > begun; until test -e edited; do sleep 0.1; done; rm begun edited' },
      ],
    })
    const features = ['F-001', 'F-002', 'F-003'].map((id) => ({ id }))
    const { root, options, read, events } = missionRepo(
      [waits],
      { branchIsolation: { lanes: 1 } },
      features,
      { sandbox: 'required' },
    )
    const running = start(root, ['mission', '--json'], options)
    const lane = join(root, '.harness/worktrees/F-001')
    await until(running, () => existsSync(join(lane, 'begun')))

    const queue = '.harness/features.json'
    const contract = '.harness/validation-contract.md'
    const plan = JSON.parse(read(queue))
    const byHand = plan.features.map((one: { id: string }) =>
      one.id === 'F-002' ? { ...one, status: 'passed' } : one,
    )
    write(root, {
      [queue]: JSON.stringify({ ...plan, features: byHand }),
      [contract]: read(contract).replace('says that F-003 is done', 'says that F-003 is over'),
    })
    writeFileSync(join(lane, 'edited'), '')

    const { code, value } = answered(await running.ended)
    expect({ code, outcome: value.outcome }, JSON.stringify(value)).toEqual({ code: 0, outcome: 'done' })
    const told = events()
    expect(told).toContainEqual(expect.objectContaining({ type: 'RunStarted', confined: true }))
    expect(told.filter(({ type }) => type === 'RunResumed' || type === 'GateAnswered')).toEqual([])
    expect(told.filter(({ command }) => command?.type === 'AskHuman')).toEqual([])
    const workers = told.flatMap(({ type, role, commandId = '' }) =>
      type === 'AgentFinished' && role === 'worker' ? [commandId.split('/')[2]] : [],
    )
    expect(workers).toEqual(['F-001', 'F-003'])
    expect(told.at(-1)).toMatchObject({
      type: 'RunEnded',
      end: { reason: expect.stringMatching(/ By hand: F-002\.$/) },
    })
    // Who came after the edit was told of it, and the edit is still there.
    const shown = (call: string) => here(root, ['show', 'mission', call], options)
    for (const call of ['work/F-003/1', 'validate/F-003/1'])
      expect((await shown(call)).stdout).toContain('says that F-003 is over')
    expect(read(contract)).toContain('says that F-003 is over')
    const statuses = JSON.parse(read(queue)).features.map((one: { status: string }) => one.status)
    expect(statuses).toEqual(['passed', 'passed', 'passed'])
  })

  test('TR-01 a user’s own playbook: its checks reach nothing, and evidence says that they were confined', async () => {
    const root = newRepo()
    write(root, {
      'README.md': 'A product.\n',
      'script.json': script({
        role: 'writer',
        do: [{ write: { path: 'draft.txt', text: 'draft\n' } }, { run: 'sh attacked.sh' }],
        reply: 'Drafted.',
      }),
      'harness.config.ts': `import { definePlaybook, done, perform } from 'harness-cli'
export default {
  checks: [{ name: 'attack', run: 'sh attacked.sh' }],
  agent: { script: 'script.json' },
  sandbox: 'required',
  playbooks: [definePlaybook({
    name: 'draft',
    version: 1,
    roles: { writer: { mode: 'exec', prompt: 'You write.' } },
    initialState: () => ({ drafted: false, checked: false, merged: false }),
    decide: (state, run) => {
      if (!state.drafted) return perform(run.runAgent('writer', { lane: 'draft', tell: 'Write draft.txt.' }))
      if (!state.checked) return perform(run.runChecks('draft'))
      return state.merged ? done('drafted') : perform(run.mergeLane('draft', 'Keep the draft'))
    },
    evolve: (state, event) => {
      if (event.type === 'AgentFinished') return { ...state, drafted: true }
      if (event.type === 'ChecksFinished') return { ...state, checked: true }
      return event.type === 'LaneMerged' ? { ...state, merged: true } : state
    },
    report: () => ({ title: 'Draft', phase: 'draft' }),
  })],
}
`,
    })
    arm(root)
    const before = operatorState(root)
    const { code, stdout, stderr } = await harness(root, ['draft'], { env: secret })
    expect(code, stdout + stderr).toBe(0)
    expect(git(root, 'show', 'main:draft.txt')).toContain('draft')
    expectUnharmed(root, before)
  })

  test('the attacks do reach an operator who runs them without a sandbox', async () => {
    const root = newRepo()
    write(root, {
      'README.md': 'A product.\n',
      'IMPECCABLE_HANDBOOK.md': '- [ ] 1\n',
      'harness.config.json': '{}',
    })
    // The last line would go on for ever.
    write(root, { 'attack.sh': attacks(root).replace(/^env -i.*$/m, '') })
    commit(root, 'Begin')
    git(root, 'branch', 'keep')
    const { stdout } = spawnSync('sh', ['attack.sh'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: join(tmpdir(), 'no-such'),
        OF_THE_HARNESS: 'x',
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
    })
    expect(deedsIn(stdout.toString('utf8')).length).toBeGreaterThan(8)
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('evil\n')
  })
})
