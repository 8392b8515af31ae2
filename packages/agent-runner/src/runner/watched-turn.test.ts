import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCall, answered, anyText, fakeProvider, listening } from '../test-support/fake-provider.ts'
import type { AgentEvent, AgentResult } from './provider.ts'
import { runAgent } from './run-agent.ts'

const never = (): Promise<AgentResult> => new Promise(() => {})
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** Time passes only when a test says so. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
async function after<Result>(ms: number, running: Promise<Result>): Promise<Result> {
  await vi.advanceTimersByTimeAsync(ms)
  return running
}

const tick: AgentEvent = { type: 'text', text: '.' }

/** Ends as soon as it is told to, and says what it had spent by then. */
const obedient = (request: { signal: AbortSignal }): Promise<AgentResult> =>
  new Promise((resolve) => {
    request.signal.addEventListener('abort', () => resolve(answered('half an answer')))
  })

test('AG-06 a turn that outlasts its wall limit is stopped and ends in a timeout that keeps what was spent', async () => {
  const limits = { wallMs: 100, idleMs: 10_000, maxTurns: 10 }
  const running = runAgent(fakeProvider(obedient), aCall({ limits }), anyText, listening())
  expect(await after(100, running)).toMatchObject({
    kind: 'failed',
    error: { kind: 'timeout', message: 'the agent had not finished after 0.1 s and was ended' },
    text: 'half an answer',
    spending: { usd: 0.5 },
  })
})

test('AG-06 a silent agent ends in a timeout, one that keeps talking does not', async () => {
  const limits = { wallMs: 10_000, idleMs: 300, maxTurns: 10 }
  const silent = await after(300, runAgent(fakeProvider(obedient), aCall({ limits }), anyText, listening()))
  expect(silent).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } })
  expect(silent.kind === 'failed' && silent.error.message).toContain('silent for 0.3 s')

  const talking = fakeProvider(async (_request, onEvent) => {
    for (let i = 0; i < 8; i++) {
      await pause(299)
      onEvent(tick)
    }
    return answered('done')
  })
  const spoken = runAgent(talking, aCall({ limits }), anyText, listening())
  expect(await after(8 * 299, spoken)).toMatchObject({ kind: 'answered' })
})

test('AG-06 an agent that only tries to reach its model again is as silent as one that says nothing', async () => {
  const limits = { wallMs: 10_000, idleMs: 300, maxTurns: 10 }
  const trying = fakeProvider(async (request, onEvent) => {
    const timer = setInterval(() => onEvent({ type: 'retry', reason: 'no answer' }), 50)
    return obedient(request).finally(() => clearInterval(timer))
  })
  const tried = runAgent(trying, aCall({ limits }), anyText, listening())
  expect(await after(300, tried)).toMatchObject({
    kind: 'failed',
    error: { kind: 'timeout' },
  })
})

test('AG-19 a command that runs is not idle: silence counts again from its end, or from that of the last of two', async () => {
  const limits = { wallMs: 100_000, idleMs: 300, maxTurns: 10 }
  const starts = (id: string): AgentEvent => ({
    type: 'tool',
    tool: 'Bash',
    detail: 'npm test',
    id,
    command: true,
  })
  const ends = (id: string): AgentEvent => ({ type: 'output', id, tool: 'Bash', exitCode: 0, text: 'ok' })
  const working = fakeProvider(async (request, onEvent) => {
    onEvent(starts('1'))
    onEvent(starts('2'))
    await pause(5_000)
    onEvent(ends('1'))
    await pause(5_000)
    onEvent(ends('2'))
    return obedient(request)
  })
  const heard = listening()
  let over = false
  const running = runAgent(working, aCall({ limits }), anyText, heard).finally(() => {
    over = true
  })
  await vi.advanceTimersByTimeAsync(10_299)
  expect([heard.events.length, over]).toEqual([4, false])
  expect(await after(1, running)).toMatchObject({ error: { kind: 'timeout' } })
})

test('AG-19 the wall limit ends a command too, and a tool that is no command is silence', async () => {
  const turnWith = (event: AgentEvent) =>
    fakeProvider((request, onEvent) => {
      onEvent(event)
      return obedient(request)
    })
  const limits = { wallMs: 1_000, idleMs: 300, maxTurns: 10 }
  const command: AgentEvent = { type: 'tool', tool: 'Bash', detail: 'sleep 9', id: '1', command: true }
  const hung = runAgent(turnWith(command), aCall({ limits }), anyText, listening())
  expect(await after(1_000, hung)).toMatchObject({
    error: { message: expect.stringContaining('not finished') },
  })
  const read: AgentEvent = { type: 'tool', tool: 'Read', detail: 'a.ts', id: '2' }
  const silent = runAgent(turnWith(read), aCall({ limits }), anyText, listening())
  expect(await after(300, silent)).toMatchObject({
    error: { message: expect.stringContaining('silent for') },
  })
})

test('AG-06 cancelling comes back within 3 s even where the provider hangs, with the usage it last told', async () => {
  const cancel = new AbortController()
  const usage = { input: 7, output: 2, cacheRead: 0, cacheWrite: 0 }
  const hanging = fakeProvider((_request, onEvent) => {
    onEvent({ type: 'usage', usage })
    return never()
  })
  const running = runAgent(hanging, aCall({ signal: cancel.signal }), anyText, listening())
  await vi.advanceTimersByTimeAsync(50)
  cancel.abort()
  const result = await after(3_000, running)
  expect(result).toMatchObject({ kind: 'failed', error: { kind: 'aborted' }, spending: { usage, usd: null } })
})

test('AG-06 a call that is cancelled before it begins starts no agent and has cost nothing', async () => {
  const provider = fakeProvider()
  const result = await runAgent(provider, aCall({ signal: AbortSignal.abort() }), anyText, listening())
  expect(result).toMatchObject({ kind: 'failed', error: { kind: 'aborted' }, spending: { usd: 0 } })
  expect(provider.asked).toHaveLength(0)
})

test('AG-06 an answer that arrives after the limit does not undo the timeout', async () => {
  const limits = { wallMs: 50, idleMs: 10_000, maxTurns: 10 }
  const late = fakeProvider(async () => {
    await pause(200)
    return answered('done')
  })
  const answeredLate = runAgent(late, aCall({ limits }), anyText, listening())
  expect(await after(200, answeredLate)).toMatchObject({
    kind: 'failed',
    error: { kind: 'timeout' },
  })
})

test('AG-06 what a lost provider says later reaches nobody', async () => {
  const limits = { wallMs: 50, idleMs: 10_000, maxTurns: 10 }
  const heard = listening()
  let talk = (): void => {}
  const lost = fakeProvider((_request, onEvent) => {
    talk = () => onEvent(tick)
    return never()
  })
  await after(3_050, runAgent(lost, aCall({ limits }), anyText, heard))
  talk()
  expect(heard.events).toEqual([])
})

test('AG-06 the wall limit holds for a call as a whole, its repair turn included', async () => {
  const limits = { wallMs: 300, idleMs: 10_000, maxTurns: 10 }
  const provider = fakeProvider(async () => {
    await pause(200)
    return answered('bad')
  }, obedient)
  const picky = { ...anyText, parse: () => ({ ok: false as const, problems: ['bad'] }) }
  const running = runAgent(provider, aCall({ limits }), picky, listening())
  expect(await after(300, running)).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } })
  expect(provider.asked).toHaveLength(2)
})
