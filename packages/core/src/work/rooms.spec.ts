import { describe, expect, it, test } from 'vitest'
import type { AskHuman } from '../effects/ask-human.ts'
import type { RunAgent } from '../effects/run-agent.ts'
import type { RunChecks } from '../effects/run-checks.ts'
import type { AgentErrorKind } from '../kernel/agent.ts'
import type { AnyOutcome } from '../kernel/effect.ts'
import { exitCode } from '../kernel/exit-code.ts'
import { agentRetries, stop } from '../kernel/hurdle.ts'
import { asRunId, commandId } from '../kernel/ids.ts'
import { pausedEnd } from '../kernel/paused-end.ts'
import { spendRetry } from '../kernel/retry-budget.ts'
import { aGate } from '../test-support/gates.ts'
import { spending } from '../test-support/outcomes.ts'
import { decideIn, evolveIn, type Placed, type Rooms } from './rooms.ts'

interface Walk extends Placed {
  readonly at:
    | { readonly phase: 'hall' }
    | { readonly phase: 'cellar'; readonly depth: number }
    | { readonly phase: 'out' }
  readonly seen: readonly string[]
}

const runId = asRunId('20261118-120000')
const id = commandId(runId, 'walk', 'hall', 1)
const command = (type: 'RunAgent' | 'RunChecks') => ({ type, id }) as unknown as RunAgent | RunChecks
const over = pausedEnd({ exitCode: exitCode.waitingAtGate, reason: 'out', next: 'in again' })

const rooms: Rooms<Walk, RunAgent | RunChecks> = {
  hall: {
    wants: () => command('RunAgent'),
    outcomes: {
      AgentFinished: (state) => ({
        ...state,
        at: { phase: 'cellar', depth: 1 },
        seen: [...state.seen, 'hall'],
      }),
    },
  },
  cellar: {
    wants: (_state, { depth }) => ({ ...command('RunChecks'), lane: `depth-${depth}` }) as RunChecks,
    outcomes: {
      ChecksFinished: (state, { depth }) => ({ ...state, seen: [...state.seen, `cellar ${depth}`] }),
    },
  },
  out: { wants: () => over },
}

const start: Walk = {
  at: { phase: 'hall' },
  seen: [],
  input: { runId },
  dispatched: {},
  retries: agentRetries,
  hurdle: null,
}
const gateHurdle = { type: 'gate', gate: aGate({ name: 'agent-failing' }) } as const

const outcome = (type: string, more: object = {}): AnyOutcome => ({ type, at: 1_000, commandId: id, ...more })
const failure = (kind: AgentErrorKind) =>
  outcome('AgentFailed', { role: 'guide', error: { kind, message: 'lost' }, spending: spending() })
const evolve = (state: Walk, event: AnyOutcome): Walk =>
  evolveIn(rooms, state, event, (tried, { choice }) => ({ ...tried, seen: [...tried.seen, choice] }))

describe('AP-17 what a run made of rooms wants', () => {
  it('the room that it is in says it, with what the place holds', () => {
    expect(decideIn(rooms, start)).toEqual({ type: 'perform', commands: [command('RunAgent')] })
    expect(decideIn(rooms, { ...start, at: { phase: 'cellar', depth: 3 } })).toEqual({
      type: 'perform',
      commands: [{ ...command('RunChecks'), lane: 'depth-3' }],
    })
  })

  it('a room may end the run', () =>
    expect(decideIn(rooms, { ...start, at: { phase: 'out' } })).toEqual({ type: 'end', end: over }))

  it('a wait comes before the room', () => {
    const asleep = { ...start, hurdle: { type: 'sleep', until: 5, why: 'rate limit' } as const }
    expect(decideIn(rooms, asleep)).toEqual({
      type: 'perform',
      commands: [{ type: 'WakeAt', id: commandId(runId, 'wait', 'run', 1), at: 5, why: 'rate limit' }],
    })
  })

  it('a stop comes before the room', () => {
    const why = { exitCode: exitCode.halted, reason: 'disk full', next: 'free space' }
    expect(decideIn(rooms, { ...start, hurdle: stop(why) })).toEqual({ type: 'end', end: pausedEnd(why) })
  })

  it('a question about a failing agent comes before the room, and only a person can move it on', () => {
    const asking: AskHuman = {
      type: 'AskHuman',
      id: commandId(runId, 'ask', 'agent-failing', 1),
      gate: gateHurdle.gate,
    }
    expect(decideIn(rooms, { ...start, hurdle: gateHurdle })).toEqual({ type: 'wait', commands: [asking] })
  })
})

describe('AP-17 what outcomes make of a run made of rooms', () => {
  it('the room that it is in says where each leads, with what the place holds', () => {
    const below = evolve(start, outcome('AgentFinished'))
    expect(below).toEqual({ ...start, at: { phase: 'cellar', depth: 1 }, seen: ['hall'] })
    expect(evolve(below, outcome('ChecksFinished')).seen).toEqual(['hall', 'cellar 1'])
  })

  test.each(['ChecksFinished', 'LaneOpened'])('%s, which the room does not know, changes nothing', (type) =>
    expect(evolve(start, outcome(type))).toEqual(start),
  )

  it('a room without outcomes stays', () => {
    const out: Walk = { ...start, at: { phase: 'out' } }
    expect(evolve(out, outcome('AgentFinished'))).toEqual(out)
  })

  it('an agent that finished gives back what was spent on its failures', () => {
    const spent = { ...agentRetries, transient: spendRetry(agentRetries.transient) }
    expect(evolve({ ...start, retries: spent }, outcome('AgentFinished')).retries).toEqual(agentRetries)
  })

  it('an agent that failed stays in its room: again at once, then a person is asked', () => {
    const once = evolve(start, failure('schema'))
    expect(once).toMatchObject({ at: { phase: 'hall' }, hurdle: null, retries: { ambiguous: { used: 1 } } })
    expect(evolve(once, failure('schema')).hurdle).toMatchObject({
      type: 'gate',
      gate: { name: 'agent-failing' },
    })
  })

  it('a transient failure sleeps, and the timer ends the sleep', () => {
    const asleep = evolve(start, failure('network'))
    expect(asleep.hurdle).toMatchObject({ type: 'sleep', why: 'network: lost' })
    expect(evolve(asleep, outcome('TimerFired')).hurdle).toBeNull()
  })

  it('a command that cannot be carried out stops the run with what it says', () =>
    expect(
      evolve(start, outcome('CommandFailed', { code: 'x', detail: 'disk full', next: 'free space' })).hurdle,
    ).toEqual(stop({ exitCode: exitCode.halted, reason: 'disk full', next: 'free space' })))
})

describe('AP-17 the answer to the question about a failing agent', () => {
  const spent = { ...agentRetries, ambiguous: spendRetry(agentRetries.ambiguous) }
  const asked: Walk = { ...start, retries: spent, hurdle: gateHurdle }

  test.each(['grant', 'refuse'])('%s: the playbook hears it, with no hurdle and full budgets', (choice) => {
    const event = outcome('GateAnswered', { answer: { choice, reason: 'so', by: 'ana' } })
    expect(evolve(asked, event)).toEqual({ ...start, seen: [choice] })
  })

  it('an answer to a gate of the room is not taken for it', () => {
    const event = outcome('GateAnswered', { answer: { choice: 'grant', reason: '', by: 'ana' } })
    expect(evolve(start, event)).toEqual(start)
  })
})
