import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { scriptedProvider } from '@harness/agent-runner/providers/scripted/scripted-provider'
import { wholeShell } from '@harness/agent-runner/runner/agent-shell'
import type { Provider } from '@harness/agent-runner/runner/provider'
import { noUsage } from '@harness/core/kernel/agent'
import { renderEnvelope } from '@harness/core/kernel/envelope'
import { expect, test } from 'vitest'
import {
  type AgentWorld,
  agentWorld,
  command,
  reply,
  rule,
  secret,
  shell,
  write,
} from '../../../test-support/agent-world.ts'
import { firstAttempt, idOf } from '../../../test-support/target-repo.ts'
import { machineText } from './machine-text.ts'
import { runAgentCommand } from './run-agent-command.ts'
import { runInLane } from './run-in-lane.ts'

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

const eventsOf = (world: AgentWorld): Record<string, unknown>[] =>
  world
    .recorded('events.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('AG-09 a call is recorded: envelope, slices, events, final message, result and diff', async () => {
  const world = await agentWorld([
    rule([write('b.txt', 'x\n'), shell('echo hello')], { answer: reply('All done.') }),
  ])
  const event = await world.run()
  const open = wholeShell('nothing', true)
  const slices = [
    { label: 'Role: worker', stability: 'product', text: 'You are the worker.\n' },
    {
      label: 'On this machine',
      stability: 'product',
      text: machineText({ mode: 'exec', shell: open, network: 'loopback', hasPorts: true }),
    },
    { label: 'Plan 0001', stability: 'run', text: 'Add search.' },
  ] as const
  expect(world.recorded('envelope.md')).toBe(renderEnvelope(slices))
  const sha256 = createHash('sha256').update('# Plan 0001\nAdd search.\n').digest('hex')
  expect(JSON.parse(world.recorded('slices.json'))).toMatchObject({
    command: '20260101-000000/implement/0001/1',
    role: 'worker',
    mode: 'exec',
    provider: 'scripted',
    slices: [
      { label: 'Role: worker' },
      { label: 'On this machine' },
      { label: 'Plan 0001', stability: 'run', sha256, bytes: 24 },
    ],
  })
  expect(world.recorded('final.md')).toBe('All done.')
  expect(JSON.parse(world.recorded('result.json'))).toEqual(event)
  expect(world.recorded('diff.patch')).toContain('+++ b/b.txt')
  expect(eventsOf(world).map(({ type }) => type)).toEqual([
    'attempt',
    'session',
    'usage',
    'file',
    'tool',
    'output',
    'text',
  ])
  expect(eventsOf(world)[5]).toMatchObject({
    at: expect.any(Number),
    tool: 'run',
    exitCode: 0,
    text: 'hello\n',
  })
})

test('AG-09 QA-07 no secret reaches the recording, the event or who watches', async () => {
  const world = await agentWorld([
    rule(
      [write('b.txt', 'key\n'), shell(`printf ${secret.slice(0, 5)}; sleep 0.1; echo ${secret.slice(5)}`)],
      {
        answer: reply(`I used ${secret}.`),
      },
    ),
  ])
  const watched: unknown[] = []
  Object.assign(world.ports, { onEvent: (...heard: unknown[]) => watched.push(heard) })
  const slices = [{ label: 'Plan', stability: 'run', text: `Use ${secret}` }] as const
  const event = await world.run({ slices })
  expect(event).toMatchObject({ type: 'AgentFinished', text: 'I used [redacted].' })
  expect(JSON.stringify(watched)).toContain('[redacted]')
  expect(JSON.stringify(watched)).not.toContain(secret)
  const files = filesUnder(join(world.ports.runDir, 'calls'))
  expect(files.length).toBeGreaterThan(6)
  for (const path of files) expect(readFileSync(path, 'latin1'), path).not.toContain(secret)
})

test('QA-07 what people read of a recording has no control sequences, and no secret that one cut in two', async () => {
  const split = `${secret.slice(0, 5)}\u001b[31m${secret.slice(5)}`
  const world = await agentWorld([rule([], { answer: reply(`\u001b]0;title\u0007I used ${split}.\r\n`) })])
  await world.run({ slices: [{ label: 'Plan', stability: 'run', text: `\u001b[2KUse ${split}` }] })
  expect(world.recorded('final.md')).toBe('I used [redacted].\n')
  expect(world.recorded('envelope.md')).toContain('\nUse [redacted]')
  expect(world.recorded('envelope.md')).not.toContain('\u001b')
})

test('AG-09 a recorded change says where secrets were taken out of it', async () => {
  const world = await agentWorld([rule([write('b.txt', `key=${secret}\n`)])])
  await world.run()
  expect(world.recorded('diff.patch')).toMatch(/^\[harness\] Secrets in this patch were replaced/)
})

test('AG-09 a failed call is recorded as well', async () => {
  const world = await agentWorld([rule([write('b.txt', 'half\n')], { answer: { type: 'crash' } })])
  const event = await world.run()
  expect(JSON.parse(world.recorded('result.json'))).toEqual(event)
  expect(world.recorded('diff.patch')).toContain('+half')
})

test('AG-09 of a change too large to record the recording says where it is', async () => {
  const world = await agentWorld([
    rule([shell('yes 0123456789012345678901234567890 | head -c 70000000 > big')]),
  ])
  const event = await world.run()
  expect(event).toMatchObject({ type: 'AgentFinished', changedFiles: ['big'] })
  const recorded = world.recorded('diff.patch')
  expect(recorded.length).toBeLessThan(1_000)
  expect(recorded).toContain(world.inLane('rev-parse', 'HEAD'))
})

test('AG-09 an answer of any length ends up in the recording, its beginning in the event', async () => {
  const world = await agentWorld([rule([], { answer: reply('x'.repeat(300_000)) })])
  const event = await world.run()
  expect(world.recorded('final.md')).toHaveLength(300_000)
  expect(event.type === 'AgentFinished' && event.text.length).toBeLessThan(101_000)
})

test('AG-11 each call keeps how much of its envelope repeats the role’s call before', async () => {
  const world = await agentWorld([rule()])
  const prefixOf = (n: number) =>
    JSON.parse(world.recorded('slices.json', `20260101-000000-implement-0001-${n}`)).sharedPrefix
  const call = (n: number, role: string, text: string) =>
    world.run({
      id: idOf(`20260101-000000/implement/0001/${n}`),
      role,
      slices: [
        { label: 'Now', stability: 'call', text },
        { label: 'Plan', stability: 'run', text: 'p'.repeat(1_000) },
      ],
    })
  await call(1, 'worker', 'first')
  await call(2, 'reviewer', 'other')
  await call(3, 'worker', 'second')
  await call(4, 'worker', 'second')
  expect(prefixOf(1)).toBeNull()
  expect(prefixOf(2)).toBeNull()
  expect(prefixOf(3)).toMatchObject({ with: '20260101-000000/implement/0001/1' })
  expect(prefixOf(3).ratio).toBeGreaterThan(0.95)
  expect(prefixOf(3).ratio).toBeLessThan(1)
  expect(prefixOf(4)).toEqual({ with: '20260101-000000/implement/0001/3', ratio: 1 })
})

test('DL-08 a call’s pictures reach its agent, and the recording names them', async () => {
  const world = await agentWorld([])
  const shown: (readonly string[])[] = []
  const provider = scriptedProvider({
    script: ({ images }) => {
      shown.push(images)
      return { steps: [], answer: reply('Seen.'), usage: noUsage, usd: null }
    },
    runInLane: runInLane(world.ports),
    now: () => 0,
  })
  const ports = { ...world.ports, agentFor: () => ({ provider, model: null }) }
  const images = ['/run/1-start-1440x1000.png']
  await runAgentCommand(command(world.start, { mode: 'review', images }), firstAttempt, ports)
  expect(shown).toEqual([images])
  expect(JSON.parse(world.recorded('slices.json'))).toMatchObject({ images })
})

test('AG-17 the outcome says which tool calls were denied: how many, and the first of them', async () => {
  const world = await agentWorld([rule()])
  const { provider } = world.ports.agentFor(command(world.start))
  const denying: Provider = {
    ...provider,
    run(request, onEvent) {
      for (let n = 1; n <= 9; n++) onEvent({ type: 'denied', tool: 'Bash', detail: `curl\n${secret} ${n}` })
      return provider.run(request, onEvent)
    },
  }
  const ports = { ...world.ports, agentFor: () => ({ provider: denying, model: null }) }
  const outcome = await runAgentCommand(command(world.start), firstAttempt, ports)
  const first = [1, 2, 3, 4, 5].map((n) => `Bash curl [redacted] ${n}`)
  expect(outcome).toMatchObject({ type: 'AgentFinished', denied: { count: 9, first } })
})

test('QA-07 no control sequence of an agent is recorded or journaled, in any form', async () => {
  const said = `a\u009b31mb\u001b]0;title\u0007c\u0085d ${secret.slice(0, 3)}\u001b[1m${secret.slice(3)}`
  const world = await agentWorld([
    rule([shell(`printf '\\302\\2332Jx\\n'`)], { answer: reply(said) }),
    rule([write('b.txt', 'x\n')]),
  ])
  const event = await world.run()
  expect(JSON.stringify(event)).not.toMatch(controls)
  const files = filesUnder(join(world.ports.runDir, 'calls')).filter((path) => !path.endsWith('.patch'))
  expect(files.map((path) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['events.ndjson', 'final.md', 'result.json', 'turn-1.json']),
  )
  for (const path of files) {
    const text = readFileSync(path, 'utf8')
    expect(text, path).not.toMatch(controls)
    expect(text, path).not.toContain('\\u001b')
    expect(text, path).not.toContain(secret.slice(3))
  }
  expect(world.recorded('final.md')).toBe('abcd [redacted]')
})

const controls = /(?![\n\t])\p{Cc}/u
