import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import { given } from '@harness/core/playbooks/delivery/test-support/given'
import * as story from '@harness/core/playbooks/delivery/test-support/happenings'
import type { NamedCall } from '@harness/shell/effects/agents/port/agent-ports'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deliveryFace } from '../../playbooks/delivery/delivery-face.ts'
import { textWidth } from '../../terminal/text.ts'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { openProgress } from './progress.ts'
import { sightOf } from './run-sight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const bash = (detail: string): AgentEvent => ({ type: 'tool', tool: 'Bash', detail, id: '1', command: true })
const usage = (input: number): AgentEvent => ({
  type: 'usage',
  usage: { input, output: 0, cacheRead: 0, cacheWrite: 0 },
})

/** Progress of an implementer at work. */
function working(terminal: Parameters<typeof fakeTerminal>[0], verbose = false) {
  const fake = fakeTerminal(terminal)
  const progress = openProgress({ terminal: fake.terminal, now: Date.now, aside: false, verbose })
  const { command, state } = given([story.laneOpened])
  const issued = command()
  progress.onEvent({ type: 'CommandIssued', at: Date.now(), command: issued }, sightOf(deliveryFace, state))
  const call: NamedCall = { command: issued.id, role: 'implementer' }
  /** What the live line says after these events and so many seconds. */
  const live = async (events: readonly AgentEvent[], seconds: number, by = call): Promise<string> => {
    for (const event of events) progress.onAgent(by, event)
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with escape.
    return (fake.out().split('\r\u001b[2K').at(-1) ?? '').replace(/\u001b\[\d+m/g, '')
  }
  return { ...fake, progress, call, live }
}

test('AG-17 the live line says what the agent does now, since when, and the tokens so far', async () => {
  const { live } = working({ tty: true, columns: 120 })
  expect(await live([usage(1_000), bash('npm test')], 12)).toMatch(
    /^implement · implementer · \$ npm test · 12 s · run 12 s · 1\.0k tokens · \$0\.00\+ · then checks/,
  )
  const output: AgentEvent = { type: 'output', id: '1', tool: 'Bash', exitCode: 0, text: 'ok' }
  expect(await live([output], 2)).toContain('implementer · thinks · 2.0 s')
  const denied: AgentEvent = { type: 'denied', tool: 'Bash', detail: 'curl x' }
  expect(await live([denied], 1)).toContain('implementer · denied: Bash curl x · 1.0 s')
  const note: AgentEvent = { type: 'note', text: 'asked again' }
  expect(await live([note], 1)).toContain('implementer · asked again · 1.0 s')
})

test('AG-17 the live line is one line in any width, whatever an agent runs', async () => {
  for (const columns of [20, 60, 120]) {
    const { live } = working({ tty: true, columns })
    const line = await live([usage(12_000), bash(`node -e '\n${'写\u001b[2K\t'.repeat(90)}'`)], 11)
    expect(textWidth(line)).toBeLessThan(columns)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    expect(line).not.toMatch(/[\u0000-\u001f]/)
    if (columns >= 60) expect(line).toMatch(/implementer · \$ node.*… · 11 s · 12\.0k tokens · \$0\.00\+/)
  }
})

test('AG-17 of several agents the line says what the one does that moved last, and how many there are', async () => {
  const { live, call } = working({ tty: true, columns: 120 })
  await live([bash('npm test'), usage(100)], 1)
  const other = { command: `${call.command}0`, role: 'reviewer' } as NamedCall
  const line = await live([bash('git diff'), usage(200)], 1, other)
  expect(line).toMatch(/reviewer \(1 of 2 agents\) · \$ git diff · .* · 300 tokens/)
  expect(await live([bash('npm run lint')], 1)).toContain('implementer (1 of 2 agents) · $ npm run lint')
})

test('AG-17 for a screen reader there are plain lines at a modest pace, and nothing moves the cursor', async () => {
  const { live, out } = working({ tty: true, env: { ACCESSIBLE: '1', NO_COLOR: '1' } })
  for (let n = 0; n < 60; n++) await live([bash(`step ${n}`)], 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  expect(out()).not.toMatch(/[\r\u001b]/)
  expect(out()).toMatch(/^Accessible output: plain lines/)
  const said = out().match(/^implementer: \$ step \d+ · .*$/gm) ?? []
  expect(said).toHaveLength(3)
})

test('AG-17 a pipe gets no lines of agents unless they are asked for', async () => {
  const quiet = working({})
  await quiet.live([bash('npm test')], 30)
  expect(quiet.out()).not.toContain('npm test')
  const verbose = working({}, true)
  await verbose.live([bash('npm test'), { type: 'text', text: 'All is well.' }], 1)
  expect(verbose.out()).toMatch(/implementer \$ npm test\n\d\d:\d\d:\d\d {2}implementer All is well\.\n$/)
})
