import { fileURLToPath } from 'node:url'
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import type { AgentError, EffortLevel } from '@harness/core/kernel/agent'
import { expect, test, vi } from 'vitest'
import type { AgentEvent, AgentRequest, AgentResult } from '../../runner/provider.ts'
import { endTree, processesSaying } from '../../test-support/end-tree.ts'
import { aRequest, turnOf } from '../../test-support/requests.ts'
import { temporaryLane } from '../../test-support/temporary-lane.ts'
import { acpProbe } from './acp-probe.ts'
import { acpProvider } from './acp-provider.ts'

/** A small agent that behaves as it is told. */
const script = fileURLToPath(new URL('../../test-support/fake-acp-agent.mjs', import.meta.url))
const machine = { PATH: process.env.PATH, HOME: '/home/nobody' }

const agentThat = (behaviour: string, more: Partial<AcpAgent> = {}): AcpAgent => ({
  command: [process.execPath, script, behaviour],
  env: [],
  hosts: [],
  files: [],
  sessions: [],
  auth: null,
  modes: {},
  ...more,
})

interface Turn extends AgentResult {
  readonly events: readonly AgentEvent[]
}

/** One turn of an agent that does this. It leaves no process. */
async function turn(agent: AcpAgent, more: Partial<AgentRequest> = {}, greetingMs = 30_000): Promise<Turn> {
  const provider = acpProvider({ agent, machine, sandbox: null, endTree, now: Date.now, greetingMs })
  const request = aRequest(await temporaryLane(), { PATH: process.env.PATH ?? '' }, more)
  const result = await turnOf(provider, request)
  expect(processesSaying(script)).toEqual([])
  return result
}

test.each<[behaviour: string, kind: AgentError['kind'], says: RegExp, greetingMs?: number]>([
  ['exits at once', 'invalid', /ended with exit code 7 before it had answered\. It said: no settings found/],
  [
    'exits midway',
    'unknown',
    /ended with exit code 3 before it had answered\. It said: panic: out of cheese/,
  ],
  ['hangs at initialize', 'invalid', /did not answer within 0\.7 s/, 700],
  ['speaks another version', 'invalid', /speaks version 9 of the Agent Client Protocol/],
  ['sends a line without end', 'unknown', /byte limit/],
  ['wants a log-in', 'auth', /wants a log-in.*agent\.acp\.auth to one of: api-key/],
])(
  'AG-21 AG-05 an agent that %s is told as %s, with a clear line',
  async (behaviour, kind, says, greetingMs) => {
    const { error } = await turn(agentThat(behaviour), {}, greetingMs)
    expect(error).toMatchObject({ kind, message: expect.stringMatching(says) })
  },
)

test('AG-21 AG-05 a program that speaks another protocol is told as invalid, with what it printed', async () => {
  const command = ['/bin/sh', '-c', 'echo usage: agent; exec cat >/dev/null'] as const
  const { error } = await turn({ ...agentThat(''), command })
  expect(error).toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(/closed its output before it had answered\. It said: usage: agent$/),
  })
})

test('AG-21 AG-06 an agent that hangs midway is cancelled, and what it said is kept as an event', async () => {
  const cancel = new AbortController()
  const agent = agentThat('hangs midway')
  const provider = acpProvider({ agent, machine, sandbox: null, endTree, now: Date.now })
  const request = aRequest(await temporaryLane(), { PATH: process.env.PATH ?? '' }, { signal: cancel.signal })
  const result = await provider.run(request, ({ type }) => {
    if (type === 'session') cancel.abort()
  })
  expect(result).toMatchObject({ error: { kind: 'aborted' }, session: 'session-1', spending: { usd: null } })
  expect(processesSaying(script)).toEqual([])
})

test('AG-21 AG-03 who asks for permission may write in exec mode, for once, and is refused in review', async () => {
  const agent = agentThat('asks for permission')
  const worked = await turn(agent)
  expect(worked).toMatchObject({ text: '{"outcome":"selected","optionId":"once"}', error: null })
  const reviewed = await turn(agent, { mode: 'review' })
  expect(reviewed.text).toBe('{"outcome":"selected","optionId":"no"}')
  const denied = { type: 'denied', tool: 'edit', detail: 'Edit a.txt' }
  expect(worked.events).not.toContainEqual(denied)
  expect(reviewed.events).toContainEqual(denied)
})

test('AG-21 long lines are read, and what is no message is passed over in silence', async () => {
  const printed = vi.spyOn(console, 'error')
  expect((await turn(agentThat('sends huge lines'))).text).toHaveLength(5_000_000)
  expect(await turn(agentThat('prints what is no message'))).toMatchObject({ text: 'Done.', error: null })
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
})

test('AG-21 a session that the agent does not know is an error', async () => {
  const { error, spending } = await turn(agentThat('answers'), { resume: 'session-of-nobody' })
  expect(error).toMatchObject({ kind: 'invalid', message: 'Session not found' })
  expect(spending.usd).toBe(0)
})

test('AG-21 logs in as the config says, and tells the cost that the agent tells', async () => {
  expect(await turn(agentThat('wants a log-in', { auth: 'api-key' }))).toMatchObject({ text: 'Done.' })
  expect((await turn(agentThat('tells its cost'))).spending.usd).toBe(0.25)
  expect((await turn(agentThat('answers'))).spending.usd).toBeNull()
})

test('AG-15 the effort is set among the levels of the chosen model, the nearest if need be', async () => {
  const agent = agentThat('thinks as asked')
  const asked = async (effort: EffortLevel) => (await turn(agent, { model: 'large', effort })).text
  expect(await asked('medium')).toBe('Done. model=large thinking=medium')
  expect(await asked('max')).toBe('Done. model=large thinking=high')
  expect(await asked('minimal')).toBe('Done. model=large')
  expect((await turn(agentThat('answers'))).events.map(({ type }) => type)).not.toContain('note')
})

test.each([
  ['answers', 'it offers no choice of effort'],
  ['thinks otherwise', 'its levels of effort are others: on'],
  ['refuses to think', 'it refused high (Invalid params)'],
])(
  'AG-15 of an agent that %s, a note says that it keeps its own effort, and doctor says so',
  async (how, why) => {
    const agent = agentThat(how)
    const text = `fake-agent does not take agent.effort "high": ${why}`
    const { events, error } = await turn(agent, { effort: 'high' })
    expect(error).toBeNull()
    expect(events).toContainEqual({ type: 'note', text })
    const probe = acpProbe(agent, machine)
    const asked = { effort: 'high', model: null } as const
    expect(await probe.effortProblem?.(probe.requireInstalled(), asked)).toBe(text)
  },
)

test('AG-15 AG-21 an agent is handed the trusted tool servers that it takes, and a note says which it does not', async () => {
  const scales = { command: 'sh', args: ['scales'], env: { UNIT: 'kg' } }
  const web = { type: 'http', url: 'https://tools.example/mcp', headers: {} } as const
  const extensions = { folder: '/', seenAt: '/', skills: [], commands: [], servers: { scales, web } }
  const { text, events, error } = await turn(agentThat('names its servers'), { extensions })
  expect(error).toBeNull()
  expect(JSON.parse(text)).toEqual([
    {
      name: 'scales',
      command: expect.stringMatching(/^\/.*\/sh$/),
      args: ['scales'],
      env: [{ name: 'UNIT', value: 'kg' }],
    },
  ])
  expect(events.filter(({ type }) => type === 'note')).toEqual([
    {
      type: 'note',
      text: 'fake-agent works without the tool server web: it takes no servers with a url of type http',
    },
  ])
})

test('AG-21 doctor greets the agent: its name, version and abilities, or what is wrong', async () => {
  const found = acpProbe(agentThat('answers', { env: ['A_KEY'] }), { ...machine, A_KEY: 'secret-of-nobody' })
  const installed = found.requireInstalled()
  expect(await found.broken(installed)).toBeNull()
  expect(await found.describe(installed)).toBe('fake-agent 1.2.3 (pictures, sessions)')
  expect(found.login({ A_KEY: 'secret-of-nobody' })).toEqual({ found: 'yes', how: 'A_KEY is set' })
  const broken = acpProbe(agentThat('exits at once'), machine)
  expect(await broken.broken(broken.requireInstalled())).toMatch(/exit code 7 .* no settings found$/)
  const missing = acpProbe({ ...agentThat(''), command: ['no-such-agent'] }, machine)
  expect(missing.installed()).toBeNull()
})
