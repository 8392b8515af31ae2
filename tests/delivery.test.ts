import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness as asProcess } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  operatorState,
  planPath,
  planText,
  sampleRepo,
  script,
  write,
} from './support/sample-repo.ts'

describe('a delivery', () => {
  test('DL-03 a plan goes in and is merged into the base branch, by the next command named', async () => {
    const root = sampleRepo()
    const { code, stdout } = await asProcess(root, ['run'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/merged into main as [0-9a-f]{12}/)
    expect(stdout).toMatch(/next: harness next/)
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\n')
    expect(git(root, 'log', '--format=%s', '--first-parent')).toBe(
      'chore: complete plan 0001\nMerge plan 0001: Say hello\nBegin',
    )
    expect(existsSync(join(root, 'docs/exec-plans/completed/0001-hello.md'))).toBe(true)
    expect(git(root, 'status', '--porcelain')).toBe('')
    const [, ...kept] = git(root, 'worktree', 'list').split('\n')
    expect(kept).toEqual([
      expect.stringMatching(/lanes\/lane-1 .*\(detached HEAD\)$/),
      expect.stringMatching(/lanes\/room-1 .*\(detached HEAD\)$/),
    ])
    expect(git(root, 'branch', '--format=%(refname:short)')).toBe('main')
  })

  test('DL-03 --json prints one object; runs, show and logs tell the same story afterwards', async () => {
    const root = sampleRepo()
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect(code).toBe(0)
    expect(value).toMatchObject({
      ok: true,
      planId: '0001',
      branch: 'task/0001-hello',
      phasesRun: ['implement', 'review', 'preflight', 'merge'],
      tokensTotal: 1610,
      usd: 0.015,
      exitCode: 0,
      outcome: 'done',
    })
    expect(readFileSync(value.logPath, 'utf8')).toContain('LaneMerged')

    const { value: listed } = await harnessJson(root, ['runs'])
    expect(listed.runs).toMatchObject([
      { run: value.run, state: 'done', phase: 'delivered', tokens: 1610, heldBy: null },
    ])

    const { value: shown } = await harnessJson(root, ['show', '0001'])
    expect(shown).toMatchObject({
      run: value.run,
      state: 'done',
      evidence: [{ check: 'hello', exitCode: 0 }],
    })

    const { value: call } = await harnessJson(root, ['show', value.run, 'implement/0001/1'])
    expect(call.slices).toMatchObject({ role: 'implementer', provider: 'scripted' })
    expect(call.files['envelope.md']).toContain('# 0001 Say hello')
    expect(call.files['final.md']).toBe('Done.')
    expect(call.files['diff.patch']).toContain('+hello')

    const { value: seen } = await harnessJson(root, ['show', '0001', 'implement/0001/1', '--transcript'])
    expect(seen.events.map(({ type }: { type: string }) => type)).toEqual([
      'attempt',
      'session',
      'usage',
      'file',
      'text',
    ])
    const agents = await harness(root, ['logs', '0001', '-f', '--agent'])
    expect(agents.stdout).toMatch(/implementer wrote hello\.txt\n.*implementer Done\./)
    const recent = await harness(root, ['logs', '0001', '--since', '1h'])
    expect(recent.stdout).toContain('merged into main')
    for (const what of [['--json'], ['--agent'], []])
      expect(await harness(root, ['logs', '0001', '--since', '2999-01-01', ...what])).toMatchObject({
        code: 0,
        stdout: '',
      })
    const eventsOf = async (...more: readonly string[]): Promise<readonly { at: number }[]> =>
      (await harness(root, ['logs', '0001', '--json', ...more])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const events = await eventsOf()
    const { at } = events.at(-1) ?? { at: 0 }
    expect(await eventsOf('--since', new Date(at).toISOString())).toEqual(
      events.filter((event) => event.at >= at),
    )
    const unnamed = await harnessJson(root, ['show', '0001', '--transcript'])
    expect(unnamed).toMatchObject({ code: 2, value: { error: { code: 'usage' } } })

    const { stdout } = await harness(root, ['logs', '0001', '-f'])
    expect(stdout).toContain('the implementer changed 1 file')
    expect(stdout).toContain('merged into main')
  })

  test('DL-03 --phase runs one phase and pauses; the next one goes on with the same run', async () => {
    const root = sampleRepo()
    const first = await harnessJson(root, ['run', '0001', '--phase', 'implement'])
    expect(first).toMatchObject({ code: 0, value: { outcome: 'paused', phasesRun: ['implement'] } })
    expect(existsSync(join(root, 'hello.txt'))).toBe(false)
    const wrong = await harnessJson(root, ['run', '0001', '--phase', 'merge'])
    expect(wrong).toMatchObject({ code: 2, value: { error: { code: 'phase-not-reached' } } })
    const rest = await harnessJson(root, ['run', '0001'])
    expect(rest).toMatchObject({ code: 0, value: { outcome: 'done', runId: first.value.runId } })
  })

  test('DL-02 run without a plan takes the most urgent eligible one; a plan that waits is refused', async () => {
    const root = sampleRepo({
      [planPath('0001')]: planText('0001', { dependsOn: ['0002'] }),
      [planPath('0002', 'first')]: planText('0002', { title: 'First of all' }),
    })
    expect(await harnessJson(root, ['next'])).toMatchObject({ code: 0, value: { planId: '0002' } })
    const waits = await harnessJson(root, ['run', '0001'])
    expect(waits).toMatchObject({ code: 2, value: { error: { code: 'plan-waits' } } })
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 0, value: { planId: '0002' } })
    expect(await harnessJson(root, ['next'])).toMatchObject({ code: 0, value: { planId: '0001' } })
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 3 })
    git(root, 'rm', '--quiet', planPath('0001'))
    expect(await harnessJson(root, ['next'])).toMatchObject({
      code: 0,
      value: { planId: null, counts: { completed: 1 } },
    })
  })

  test('DL-06 findings go to the fixer until the review is clean; the ledger tells what became of each', async () => {
    const root = sampleRepo({
      'script.json': script(
        delivers,
        {
          role: 'reviewer',
          call: 1,
          reply: '- [High] No greeting for the world (hello.txt:1)\n  It must say world.',
        },
        { role: 'fixer', do: [{ append: { path: 'hello.txt', text: 'world\n' } }], reply: 'Fixed.' },
        approves,
      ),
    })
    expect(await harnessJson(root, ['run'])).toMatchObject({
      code: 0,
      value: { phasesRun: ['implement', 'review', 'fix', 'preflight', 'merge'] },
    })
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(value.findings).toMatchObject([
      {
        finding: { severity: 'High' },
        open: false,
        history: [
          { pass: 1, fate: 'new' },
          { pass: 2, fate: 'fixed' },
        ],
      },
    ])
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\nworld\n')
  })

  test('DL-05 the operator’s own branch and tree stay as they are while a plan is delivered', async () => {
    const root = sampleRepo()
    git(root, 'switch', '--quiet', '--create', 'mine')
    write(root, { 'mine.txt': 'mine\n' })
    commit(root, 'Mine')
    const before = operatorState(root)
    expect((await harness(root, ['run'])).code).toBe(0)
    const { refs: _, worktrees: __, ...after } = operatorState(root)
    expect(before).toMatchObject(after)
    expect(Object.keys(before)).toHaveLength(Object.keys(after).length + 2)
    expect(git(root, 'show', 'main:hello.txt')).toBe('hello')
  })

  test('QA-23 --dry-run shows phases, checks, gates, lane and roles, and does nothing', async () => {
    const root = sampleRepo({ 'harness.config.json': config({ lanes: { setup: ['touch ready'] } }) })
    const before = operatorState(root)
    const { code, value } = await harnessJson(root, ['run', '--dry-run'])
    expect(code).toBe(0)
    expect(value).toMatchObject({
      dryRun: true,
      planId: '0001',
      branch: 'task/0001-hello',
      lane: null,
      setup: ['touch ready'],
      checks: [{ name: 'hello' }],
      obstacles: [],
    })
    expect(value.roles.map(({ role }: { role: string }) => role)).toEqual([
      'implementer',
      'reviewer',
      'fixer',
      'test-judge',
    ])
    const gates = value.gates.map(({ name }: { name: string }) => name)
    expect(gates).toContain('plan-edited')
    expect(gates).not.toContain('push-rejected')
    expect(existsSync(join(root, '.harness'))).toBe(false)
    expect(operatorState(root)).toEqual(before)
  })
})
