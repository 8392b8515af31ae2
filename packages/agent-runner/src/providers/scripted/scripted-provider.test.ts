import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noUsage } from '@harness/core/kernel/agent'
import type { Script, ScriptFunction, ScriptStep } from '@harness/core/kernel/script'
import { expect, test } from 'vitest'
import type { AgentEvent, AgentRequest, AgentResult, PriorTurn } from '../../runner/provider.ts'
import { runInLane } from '../../test-support/run-in-lane.ts'
import { reply, rule, turn, write } from '../../test-support/script.ts'
import { temporaryLane } from '../../test-support/temporary-lane.ts'
import { scriptedProvider } from './scripted-provider.ts'

const request = async (more: Partial<AgentRequest> = {}): Promise<AgentRequest> => ({
  role: 'worker',
  mode: 'exec',
  system: '',
  envelope: '# Task\nAdd F-001.\n',
  cwd: await temporaryLane(),
  model: null,
  schema: null,
  resume: null,
  limits: { wallMs: 1, idleMs: 1, maxTurns: 1 },
  env: { PATH: process.env.PATH ?? '', GREETING: 'hello' },
  signal: new AbortController().signal,
  priorTurns: async () => [],
  ...more,
})

async function play(
  script: Script | ScriptFunction,
  more: Partial<AgentRequest> = {},
): Promise<AgentResult & { lane: string; events: AgentEvent[] }> {
  const asked = await request(more)
  const events: AgentEvent[] = []
  const provider = scriptedProvider({ script, runInLane, now: () => 1_000 })
  const result = await provider.run(asked, (event) => events.push(event))
  return { ...result, lane: asked.cwd, events }
}

const steps = (...all: readonly ScriptStep[]): Script => ({ rules: [rule({ steps: all })] })

test('AG-01 scripted: does its steps in the lane in their order', async () => {
  const { lane, error, events } = await play(
    steps(
      write('src/sum.js', 'a - b; a - b'),
      { type: 'append', path: 'src/sum.js', text: ' // $&' },
      { type: 'replace', path: 'src/sum.js', find: 'a - b', with: '$& + $1' },
      { type: 'run', command: 'cp src/sum.js copy.js && echo "$GREETING" > said && pwd > where' },
      { type: 'delete', path: 'src' },
      { type: 'wait', ms: 5 },
    ),
  )
  expect(error).toBeNull()
  expect(await readFile(join(lane, 'copy.js'), 'utf8')).toBe('$& + $1; $& + $1 // $&')
  expect(await readFile(join(lane, 'said'), 'utf8')).toBe('hello\n')
  expect(await readFile(join(lane, 'where'), 'utf8')).toBe(`${lane}\n`)
  await expect(readFile(join(lane, 'src/sum.js'))).rejects.toThrow('ENOENT')
  expect(events.filter((event) => event.type !== 'usage').map((event) => event.type)).toEqual([
    'session',
    'file',
    'file',
    'file',
    'tool',
    'output',
    'file',
    'text',
  ])
})

test('AG-03 scripted: does what its script says also in a read-only mode, so that a harness can be tested', async () => {
  const { lane } = await play(steps(write('a', 'b')), { mode: 'review' })
  expect(await readFile(join(lane, 'a'), 'utf8')).toBe('b')
})

test.each<[ScriptStep, string]>([
  [write('../out', ''), 'leads out of the lane'],
  [{ type: 'replace', path: 'a.txt', find: 'zz', with: 'y' }, 'a.txt does not contain "zz"'],
  [{ type: 'replace', path: 'missing', find: 'x', with: 'y' }, 'ENOENT'],
  [{ type: 'delete', path: 'missing' }, 'ENOENT'],
  [write('a.txt/b', ''), 'EEXIST'],
  [{ type: 'run', command: 'echo oops >&2; exit 3' }, 'oops'],
])('QA-04 scripted: a step that cannot be done ends the turn, naming it: %j', async (step, problem) => {
  const cwd = await temporaryLane()
  await writeFile(join(cwd, 'a.txt'), 'text')
  const { error } = await play(steps({ type: 'wait', ms: 0 }, step, write('after', '')), { cwd })
  expect(error?.kind).toBe('invalid')
  expect(error?.message).toContain(`step 2 (${step.type}) of role worker's script`)
  expect(error?.message).toContain(problem)
  await expect(readFile(join(cwd, 'after'))).rejects.toThrow('ENOENT')
})

test('AG-05 scripted: reply, json, usage and model', async () => {
  const usage = { input: 1200, output: 300, cacheRead: 1000, cacheWrite: 0 }
  expect(await play({ rules: [rule({ answer: reply('No findings.'), usage, usd: 0.01 })] })).toMatchObject({
    text: 'No findings.',
    structured: undefined,
    spending: { usage, usd: 0.01, model: 'scripted' },
  })
  const unpriced = { rules: [rule({ answer: reply('Fine.'), usage })] }
  expect(await play(unpriced)).toMatchObject({ spending: { usage, usd: null } })
  const json = { type: 'json', value: { pass: true } } as const
  expect(await play({ rules: [rule({ answer: json })] }, { model: 'm-1' })).toMatchObject({
    text: '{\n  "pass": true\n}',
    structured: { pass: true },
    spending: { usage: noUsage, usd: 0, model: 'm-1' },
  })
})

test('AG-05 scripted: fails as told after its steps, counting what it used', async () => {
  const answer = { type: 'fail', kind: 'rate_limit', resetsInMs: 90_000 } as const
  const used = { input: 5, output: 1, cacheRead: 0, cacheWrite: 0 }
  const failed = await play({
    rules: [rule({ steps: [write('half', 'done')], answer, usage: used, usd: 0.5 })],
  })
  expect(failed).toMatchObject({
    text: '',
    error: { kind: 'rate_limit', resetsAt: 91_000 },
    spending: { usage: used, usd: 0.5 },
  })
  expect(await readFile(join(failed.lane, 'half'), 'utf8')).toBe('done')
})

test('AG-05 scripted: a crash is an unknown error that says the process died', async () => {
  const { error } = await play({ rules: [rule({ answer: { type: 'crash' } })] })
  expect(error).toEqual({ kind: 'unknown', message: 'the agent process died: scripted crash' })
})

test('AG-06 scripted: hangs and waits only until it is cancelled', async () => {
  for (const script of [
    { rules: [rule({ answer: { type: 'hang' as const } })] },
    steps({ type: 'wait', ms: 600_000 }),
  ]) {
    expect((await play(script, { signal: AbortSignal.timeout(50) })).error?.kind).toBe('aborted')
  }
})

test('AG-13 scripted: rules match all that the agent knows: the system part, the envelope and what its session was told', async () => {
  const rules = ['SYSTEM', 'F-001', 'EARLIER'].map((text) => rule({ match: { type: 'text', text } }))
  for (const [index, known] of [{ system: 'SYSTEM\n', envelope: '' }, {}, { whole: 'EARLIER' }].entries())
    expect((await play({ rules: [rules[index]!] }, known)).error).toBeNull()
})

test('AG-01 scripted: no rule matches: the error is fatal and shows the role and the head of the envelope', async () => {
  const { error } = await play(
    { rules: [rule({ role: 'reviewer' })] },
    { envelope: `# Task\n${'x'.repeat(1_000)}END` },
  )
  expect(error?.kind).toBe('invalid')
  expect(error?.message).toContain('no rule of the script answers call 1 of role worker')
  expect(error?.message).toContain('# Task\nxxx')
  expect(error?.message).not.toContain('END')
})

test('AG-01 scripted: counts calls by the turns that came before, not by its own memory', async () => {
  const script = { rules: [rule({ call: 2, answer: reply('second') }), rule({ answer: reply('other') })] }
  const before = (...prior: readonly PriorTurn[]) => ({ priorTurns: async () => prior })
  const provider = scriptedProvider({ script, runInLane, now: Date.now })
  const asked = await request()
  for (let again = 0; again < 3; again++) {
    expect((await provider.run(asked, () => {})).text).toBe('other')
    const later = { ...asked, ...before({ role: 'worker', envelope: '' }) }
    expect((await provider.run(later, () => {})).text).toBe('second')
  }
})

test('AG-01 scripted: reads what was said before only where a rule counts turns', async () => {
  let asked = 0
  const priorTurns = async () => {
    asked++
    return []
  }
  const unlimited = rule({ answer: reply('any') })
  expect((await play({ rules: [unlimited, rule({ call: 1 })] }, { priorTurns })).text).toBe('any')
  expect(asked).toBe(0)
  expect((await play({ rules: [rule({ times: 0 }), unlimited] }, { priorTurns })).text).toBe('any')
  expect(asked).toBe(1)
})

test('AG-01 scripted: a script may be a function, which hears who calls for which time', async () => {
  const heard: unknown[] = []
  const script: ScriptFunction = async (call) => {
    heard.push(call)
    return turn({ steps: [write('f', 'from a function')], answer: reply('ok') })
  }
  const prior = [
    { role: 'worker', envelope: '' },
    { role: 'reviewer', envelope: '' },
  ]
  const { text, lane } = await play(script, { priorTurns: async () => prior })
  expect(text).toBe('ok')
  expect(await readFile(join(lane, 'f'), 'utf8')).toBe('from a function')
  expect(heard).toEqual([
    { role: 'worker', mode: 'exec', envelope: '# Task\nAdd F-001.\n', images: [], call: 2 },
  ])
})

test('AG-05 scripted: a function that throws is an error of the agent, not of the harness', async () => {
  const { error } = await play(() => {
    throw new TypeError('no such plan')
  })
  expect(error).toMatchObject({ kind: 'invalid', message: expect.stringContaining('no such plan') })
})
