/** Each checker must be able to fail: a run with one thing broken on purpose is found out, by the right checker. */

import type { GateAnswered } from '@harness/core/effects/ask-human'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { end, type Playbook, perform } from '@harness/core/kernel/playbook'
import { type JournalPort, openRunPort, type RunPortOptions } from '@harness/shell/engine/loop/run-port'
import { describe, expect, it } from 'vitest'
import { effectsOnce } from '../checkers/effects-once.ts'
import { letsGo } from '../checkers/lets-go.ts'
import { type ErrandsOptions, type ErrandsState, errands, errandsScenario } from '../test-support/errands.ts'
import { crashesAt, noCrash } from './crash-plan.ts'
import { openSimJournal } from './sim-journal.ts'
import { never } from './sim-process.ts'
import { type SimOptions, simulate } from './simulate.ts'

const broken = async (scenario: ErrandsOptions, options: Partial<SimOptions> = {}) => {
  const { violation } = await simulate(errandsScenario(scenario), { seed: 1, crashes: noCrash, ...options })
  return violation
}
const withPlaybook = (mutant: Partial<typeof errands>) => broken({ playbook: { ...errands, ...mutant } })
const withPort = (mutate: (port: JournalPort, options: RunPortOptions) => Partial<JournalPort>) => ({
  openPort: (options: RunPortOptions): JournalPort => {
    const port = openRunPort(options)
    return { ...port, ...mutate(port, options) }
  },
})

it('nothing is found in what is not broken', async () => expect(await broken({})).toBeNull())

describe('QA-01 nothing lost', () => {
  it('finds a journal that forgets acknowledged records', async () => {
    const forgetful: typeof openSimJournal = (disk, watcher) => {
      const journal = openSimJournal(disk, watcher)
      return {
        ...journal,
        open(process) {
          const opened = journal.open(process)
          return { ...opened, events: opened.events.slice(0, 1) }
        },
      }
    }
    const violation = await broken({}, { crashes: crashesAt([12]), openJournal: forgetful })
    expect(violation).toMatchObject({ checker: 'nothing lost', problem: expect.stringContaining('is gone') })
  })
  it('finds a loop that is told what was never journaled', async () => {
    const violation = await broken(
      { input: { timers: 1, gates: 0 } },
      withPort(() => ({
        finish: async (it) => ({ ended: { type: 'RunEnded', at: 0, end: it }, before: [] }),
      })),
    )
    expect(violation).toMatchObject({ checker: 'nothing lost' })
  })
  it('finds a loop that is told things in another order', async () => {
    const swapped = withPort((port) => {
      const first = port.next
      return {
        async next() {
          const one = await first()
          const other = await first()
          queue.push(...(one === null ? [] : [one]))
          return other ?? queue.shift() ?? null
        },
      }
    })
    const queue: NonNullable<Awaited<ReturnType<JournalPort['next']>>>[] = []
    expect(await broken({ input: { timers: 2, gates: 0 } }, swapped)).toMatchObject({
      checker: 'nothing lost',
    })
  })
})

describe('QA-01 one outcome', () => {
  it('finds a port that takes every answer to a gate', async () => {
    const eager = withPort((_port, { store }) => ({
      async answer(gate, answer) {
        const answered: GateAnswered = { type: 'GateAnswered', at: 0, commandId: gate, answer }
        await store.append(answered)
        return { type: 'taken' }
      },
    }))
    expect(await broken({}, eager)).toMatchObject({ checker: 'one outcome' })
  })
  it('finds a port that issues a command again after a crash', async () => {
    const forgetful = (options: RunPortOptions) => openRunPort({ ...options, pending: new Map() })
    const violation = await broken({}, { crashes: crashesAt([12]), openPort: forgetful })
    expect(violation).toMatchObject({
      checker: 'one outcome',
      problem: expect.stringContaining('issued twice'),
    })
  })
})

describe('QA-02 answers once', () => {
  it('finds a port that says it took an answer and did not', async () => {
    const violation = await broken(
      {},
      withPort(() => ({ answer: async () => ({ type: 'taken' }) })),
    )
    expect(violation).toMatchObject({ checker: 'answers once', problem: expect.stringContaining('lost') })
  })
  it('TR-06 finds a port that takes answers without the mark of the open gate', async () => {
    const trusting = (options: RunPortOptions): JournalPort => {
      const port = openRunPort({ ...options, newOpening: () => 'any' })
      return { ...port, answer: (gate, answer) => port.answer(gate, answer, 'any') }
    }
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, seed) => broken({}, { seed, openPort: trusting })),
    )
    expect(found).toContainEqual({
      checker: 'answers once',
      problem: expect.stringContaining('forger never answered'),
    })
  })
  it('finds a port that takes an answer and denies it', async () => {
    const denying = withPort((port) => ({
      async answer(...word) {
        await port.answer(...word)
        return { type: 'closed' }
      },
    }))
    expect(await broken({}, denying)).toMatchObject({ checker: 'answers once' })
  })
  it('finds an answer that nobody gave', async () => {
    const inventing = {
      attended: true,
      acts: (acts: Parameters<NonNullable<ErrandsOptions['acts']>>[0]) => ({
        ...acts,
        askHuman: async ({ id }: { id: ReturnType<typeof commandId> }) => ({
          type: 'GateAnswered' as const,
          at: 0,
          commandId: id,
          answer: { choice: 'grant', reason: '', by: 'a machine' },
        }),
      }),
    }
    expect(await broken(inventing)).toMatchObject({ checker: 'answers once' })
  })
})

describe('QA-02 faithful state', () => {
  it('finds an evolve that remembers things outside the state', async () => {
    let calls = 0
    const violation = await withPlaybook({
      evolve: (state, event) => ({ ...errands.evolve(state, event), calls: ++calls }) as ErrandsState,
    })
    expect(violation).toMatchObject({ checker: 'faithful state' })
  })
})

describe('QA-02 pure decisions', () => {
  it('finds a decide that answers differently each time', async () => {
    let asked = 0
    const violation = await withPlaybook({
      decide: (state) =>
        ++asked % 5 === 0
          ? perform({ type: 'WakeAt', id: commandId(asRunId('r'), 'x', String(asked), 1), at: 0, why: '' })
          : errands.decide(state),
    })
    expect(violation).toMatchObject({ checker: 'pure decisions' })
  })
  it.each([
    ['undefined', undefined],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['no number', Number.NaN],
  ])('finds a state that a snapshot would not keep: %s', async (_name, value) => {
    const violation = await withPlaybook({
      evolve: (state, event) => ({ ...errands.evolve(state, event), value }) as ErrandsState,
    })
    expect(violation).toMatchObject({
      checker: 'pure decisions',
      problem: expect.stringContaining('state.value'),
    })
  })
  it('finds a decide that changes the state', async () => {
    const violation = await withPlaybook({
      decide: (state) => {
        Object.assign(state, { touched: true })
        return errands.decide(state)
      },
    })
    expect(violation?.problem).toContain('TypeError')
  })
})

describe('QA-02 ends or waits', () => {
  const napping = (next: (naps: number) => number): Playbook<never, { naps: number }, AnyCommand> => ({
    name: 'napping',
    version: 1,
    initialState: () => ({ naps: 0 }),
    decide: ({ naps }) =>
      perform({ type: 'WakeAt', id: commandId(asRunId('r'), 'nap', '0', next(naps)), at: 0, why: 'nap' }),
    evolve: (state, event) => (event.type === 'TimerFired' ? { naps: state.naps + 1 } : state),
  })
  const withNaps = (next: (naps: number) => number) => broken({ playbook: napping(next) as never })

  it('finds a playbook that goes on for ever', async () => {
    expect(await withNaps((naps) => naps)).toMatchObject({
      checker: 'ends or waits',
      problem: expect.stringContaining('events'),
    })
  })
  it('finds a playbook that asks again for what it has had', async () => {
    expect(await withNaps(() => 1)).toMatchObject({
      checker: 'ends or waits',
      problem: expect.stringContaining('asked them nothing'),
    })
  })
  it('finds an adapter that never comes back', async () => {
    const violation = await broken({ acts: (acts) => ({ ...acts, wakeAt: () => never() }) })
    expect(violation).toMatchObject({
      checker: 'ends or waits',
      problem: expect.stringContaining('nothing is due'),
    })
  })
  it('finds a run that is paused and resumed for ever', async () => {
    const paused = end({ outcome: 'paused', exitCode: 0, reason: '', next: '', resumable: true, report: '' })
    expect(await withPlaybook({ decide: () => paused })).toMatchObject({
      checker: 'ends or waits',
      problem: expect.stringContaining('processes'),
    })
  })
})

describe('QA-02 the loop does not throw', () => {
  it('finds an adapter that throws', async () => {
    const violation = await broken({
      acts: (acts) => ({ ...acts, wakeAt: () => Promise.reject(new Error('a bug of ours')) }),
    })
    expect(violation).toMatchObject({
      checker: 'the loop does not throw',
      problem: expect.stringContaining('a bug of ours'),
    })
  })
})

describe('QA-02 lets go', () => {
  const runEnd = { outcome: 'done', exitCode: 0, reason: 'done', next: '', report: '' } as const
  const interrupted: AnyEvent = { type: 'RunInterrupted', at: 0, reason: 'signal', spent: [] }
  const paused: AnyEvent = { type: 'RunEnded', at: 0, end: { ...runEnd, resumable: true } }
  const ended: AnyEvent = { type: 'RunEnded', at: 0, end: { ...runEnd, resumable: false } }
  const resumed: AnyEvent = { type: 'RunResumed', at: 0, until: null }
  const timer: AnyEvent = { type: 'TimerFired', at: 0, commandId: commandId(asRunId('r'), 'x', 'y', 1) }
  const complaintAbout = (...events: readonly AnyEvent[]): string | null => {
    const checker = letsGo()
    return events.map((event, index) => checker.durable?.(event, index, '') ?? null).at(-1) ?? null
  }
  it.each([
    ['an outcome after the interrupt', [interrupted, timer]],
    ['an outcome after a pause', [paused, timer]],
    ['an interrupt after the end', [ended, interrupted]],
    ['a resumption after the final end', [ended, resumed]],
  ])('finds %s', (_name, events) => expect(complaintAbout(...events)).not.toBeNull())
  it.each([
    ['a resumption', [interrupted, resumed, timer]],
    ['an end that the interrupt met', [interrupted, paused, resumed]],
  ])('allows %s', (_name, events) => expect(complaintAbout(...events)).toBeNull())
  it('finds an effect after the final end', () => {
    const checker = letsGo()
    checker.durable?.(ended, 0, '')
    const id = commandId(asRunId('r'), 'x', 'y', 1)
    expect(checker.changed?.({ kind: 'merged', commandId: id, once: null })).toContain('after the final end')
    expect(checker.changed?.({ kind: 'base moved', commandId: null, once: null })).toBeNull()
  })
})

describe('QA-01 effects once', () => {
  it('finds the second time, whoever did it', () => {
    const checker = effectsOnce()
    const effect = { kind: 'merged', commandId: null, once: 'merging a lane' }
    expect(checker.changed?.(effect)).toBeNull()
    expect(checker.changed?.(effect)).toContain('a second time')
    expect(checker.changed?.({ ...effect, once: null })).toBeNull()
  })
})
