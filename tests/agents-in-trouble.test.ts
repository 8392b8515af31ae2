/** Agents that do not do what they should: the right event, the right exit code, nothing merged, nothing lost. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  laneAt,
  operatorState,
  type Rule,
  sampleRepo,
  script,
  stateFromLane,
  write,
} from './support/sample-repo.ts'

const exitCodes = { halted: 1, escalated: 3, frozen: 9 }
const withScript = (...rules: readonly Rule[]) => sampleRepo({ 'script.json': script(...rules) })
const onMain = (root: string): string => git(root, 'log', '--format=%s', 'main')

describe('an agent that', () => {
  test('AG-01 a script rule never matches: the role and the head of the envelope are in the message', async () => {
    const root = withScript({ ...delivers, match: 'plan 9876' })
    const before = operatorState(root)
    const { code, value } = await harnessJson(root, ['run'])
    expect(code).toBe(exitCodes.halted)
    expect(value.reason).toMatch(/implementer/)
    expect(value.reason).toMatch(/no rule/i)
    expect(value).toMatchObject({ ok: false, outcome: 'paused' })
    const { refs: _, worktrees: __, ...mine } = before
    expect(operatorState(root)).toMatchObject(mine)
    // Fixed, the same run goes on.
    write(root, { 'script.json': script(delivers, approves) })
    const mended = await harnessJson(root, ['resume'])
    expect(mended).toMatchObject({ code: 0, value: { outcome: 'done', runId: value.runId } })
  })

  test('AG-03 a reviewer that edits files: its verdict is void, its change is set aside, a person decides', async () => {
    const root = withScript(delivers, {
      role: 'reviewer',
      do: [{ write: { path: 'hello.txt', text: 'I know better\n' } }],
      reply: 'No findings.',
    })
    const { code, value } = await harnessJson(root, ['run'])
    expect(code).toBe(exitCodes.escalated)
    expect(value).toMatchObject({
      outcome: 'waiting',
      reason: expect.stringContaining('The reviewer changed files twice'),
      next: expect.stringContaining(`harness grant ${value.run}`),
    })
    expect(onMain(root)).toBe('Begin')
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    expect(shown.gate).toMatchObject({ name: 'reviewer-edits-files' })
    expect(readFileSync(join(shown.lane, 'hello.txt'), 'utf8')).toBe('hello\n')
    const { value: call } = await harnessJson(root, ['show', value.run, 'review/0001/1'])
    expect(call.outcome.violation.files).toEqual(['hello.txt'])
    expect(readFileSync(join(root, call.outcome.violation.patch), 'utf8')).toContain('I know better')
  })

  test('QA-05 what it left is told while it runs and by show, and the run goes on', async () => {
    const left = 'git switch -qc sly && git commit -q --allow-empty -m sly && git switch -q -'
    const root = sampleRepo({
      'script.json': script({ ...delivers, do: [...delivers.do, { run: left }] }, approves),
    })
    const { code, stdout } = await harness(root, ['run'])
    expect(code).toBe(0)
    const shown = await harness(root, ['show', '0001'])
    for (const text of [stdout, shown.stdout]) {
      expect(text).toMatch(
        /refs\/heads\/sly in the lane led to commits that are nowhere else; kept are: refs\//,
      )
    }
  })

  test('DL-06 "No blocking findings." beside a High finding is no convergence', async () => {
    const root = withScript(
      delivers,
      {
        role: 'reviewer',
        call: 1,
        reply: 'No blocking findings.\n\n- [High] It greets nobody (hello.txt:1)',
      },
      { role: 'fixer', do: [{ append: { path: 'hello.txt', text: 'you\n' } }], reply: 'Fixed.' },
      approves,
    )
    const { code, stdout } = await harness(root, ['run'])
    expect(code).toBe(0)
    expect(stdout).toContain('1 High, although it says that nothing blocks')
    expect(stdout).toContain('the fixer changed 1 file')
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\nyou\n')
  })

  test('QA-03 removes the folder of its run: the run stops and says so, nothing is merged, and its work is kept', async () => {
    const root = withScript({
      ...delivers,
      do: [...delivers.do, { run: `rm -r ${stateFromLane}/runs/0001` }],
    })
    const { refs: _, worktrees: __, ...mine } = operatorState(root)
    const { code, value } = await harnessJson(root, ['run'])
    expect([code, value.error.code]).toEqual([12, 'journal-removed'])
    expect(value.error.next).toMatch(/harness run 0001$/)
    expect(operatorState(root)).toMatchObject(mine)
    const lane = laneAt(root)
    expect(readFileSync(join(lane, 'hello.txt'), 'utf8')).toBe('hello\n')

    write(root, { 'script.json': script(delivers, approves) })
    commit(root, 'Mend the agent')
    const again = await harness(root, ['run', '0001', '--yes'])
    expect(again.code, again.stdout + again.stderr).toBe(0)
    const [, patch = ''] =
      /earlier run’s work .* is kept in .*?(\.harness\/\S+\.patch)$/m.exec(again.stdout) ?? []
    expect(readFileSync(join(root, patch), 'utf8')).toContain('+hello')
  })

  test('never makes the checks pass: a person decides, with the output of the check at hand', async () => {
    const root = sampleRepo({
      'harness.config.json': config({
        checks: [{ name: 'impossible', run: 'echo nothing is good enough; exit 7' }],
        agent: { provider: 'scripted', script: 'script.json', maxCheckFixes: 1 },
      }),
      'script.json': script(delivers, {
        role: 'fixer',
        do: [{ append: { path: 'x', text: 'x' } }],
        reply: 'Fixed.',
      }),
    })
    const { code, stdout } = await harness(root, ['run'])
    expect(code).toBe(exitCodes.escalated)
    expect(stdout).toContain('impossible failed (exit code 7)')
    expect(stdout).toContain('nothing is good enough')
    expect(onMain(root)).toBe('Begin')
  })

  test('AG-18 reviews in prose: another is asked, then the text goes to the fixer, and a third reviews the fix', async () => {
    const prose = 'Looks great to me! Only the total for an empty receipt is wrong.'
    const root = withScript(
      delivers,
      { role: 'reviewer', times: 4, reply: prose },
      { role: 'fixer', do: [{ append: { path: 'hello.txt', text: 'again\n' } }], reply: 'Fixed.' },
      approves,
    )
    const { code, value } = await harnessJson(root, ['run'])
    expect(code).toBe(0)
    expect(value).toMatchObject({ outcome: 'done' })
    for (const call of [1, 2])
      expect(await harnessJson(root, ['show', value.run, `review/0001/${call}`])).toMatchObject({
        value: { outcome: { type: 'AgentFinished', answer: { kind: 'text' }, text: prose } },
      })
    const { stdout } = await harness(root, ['show', value.run, 'fix/0001/1'])
    expect(stdout).toContain(prose)
    const transcript = await harness(root, ['show', value.run, 'review/0001/1', '--transcript'])
    expect(transcript.stdout).toContain(
      'note: the answer did not have the required form and was asked for again: ',
    )
    expect(await harnessJson(root, ['replay', '0001'])).toMatchObject({ code: 0, value: { same: true } })
  })

  test('crashes twice: a person decides', async () => {
    const root = withScript({ role: 'implementer', fail: 'crash' })
    expect(await harnessJson(root, ['run'])).toMatchObject({
      code: exitCodes.escalated,
      value: { outcome: 'waiting' },
    })
  })

  test('cannot log in: exit code 1 with what to do, resumable', async () => {
    const root = withScript({ role: 'implementer', times: 1, fail: 'auth' }, delivers, approves)
    const { code, value } = await harnessJson(root, ['run'])
    expect(code).toBe(exitCodes.halted)
    expect(value.next).toContain('harness resume')
    expect(await harnessJson(root, ['resume'])).toMatchObject({
      code: 0,
      value: { outcome: 'done', runId: value.runId },
    })
  })

  test('paused, its run is given up by harness refuse, and the plan is begun anew', async () => {
    const root = withScript({ role: 'implementer', times: 1, fail: 'auth' }, delivers, approves)
    const { value } = await harnessJson(root, ['run'])
    expect(await harness(root, ['refuse', '0001'])).toMatchObject({ code: 2 })
    expect(await harnessJson(root, ['refuse', '0001', '-m', 'another way'])).toMatchObject({
      code: 0,
      value: { ok: true, choice: 'refuse', gate: null },
    })
    expect(await harnessJson(root, ['resume', '0001'])).toMatchObject({
      code: exitCodes.halted,
      value: { outcome: 'blocked', reason: expect.stringContaining('another way') },
    })
    write(root, { 'script.json': script(delivers, approves) })
    commit(root, 'Log in')
    const again = await harnessJson(root, ['run', '0001'])
    expect(again).toMatchObject({ code: 0, value: { outcome: 'done' } })
    expect(again.value.runId).not.toBe(value.runId)
  })
})

describe('a budget', () => {
  test('DL-16 DL-15 a hard ceiling freezes the repository: exit code 9, and until the file is gone', async () => {
    const root = sampleRepo({
      'harness.config.json': config({ budget: { ceilingTokens: 100, hard: true } }),
    })
    const { code } = await harnessJson(root, ['run'])
    expect(code).toBe(exitCodes.frozen)
    expect(existsSync(join(root, '.harness/run/FROZEN'))).toBe(true)
    expect(await harnessJson(root, ['run'])).toMatchObject({
      code: exitCodes.frozen,
      value: { error: { code: 'frozen', next: expect.stringContaining('FROZEN') } },
    })
    expect(onMain(root)).toBe('Begin')
  })

  test('DL-16 a soft ceiling is only shown', async () => {
    const root = sampleRepo({ 'harness.config.json': config({ budget: { ceilingTokens: 100 } }) })
    const { code, stdout } = await harness(root, ['run'])
    expect(code).toBe(0)
    expect(stdout).toContain('budget_ceiling_reached')
  })
})
