/** What must be true of a handbook is found out when it is not: each test breaks one thing on purpose. */

import { end, type Playbook } from '@harness/core/kernel/playbook'
import type { HandbookRead } from '@harness/core/playbooks/handbook/documents'
import type { Command, Event, Event as HandbookEvent } from '@harness/core/playbooks/handbook/effects'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import { type Flight, type HandbookState, shutting } from '@harness/core/playbooks/handbook/state'
import { describe, expect, it } from 'vitest'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { calm } from '../../world/weather.ts'
import { handbookPath, type Moods, steady } from './handbook-agents.ts'
import { type HandbookStory, handbookScenario } from './handbook-world.ts'
import { plainHandbook, plainInput } from './input.ts'

async function violationIn(moods: Partial<Moods>, more: Partial<HandbookStory> = {}) {
  const scenario = handbookScenario({
    name: 'a broken handbook',
    input: plainInput,
    documents: plainHandbook,
    moods: { ...steady, ...moods },
    weather: calm,
    eagerness: 0,
    ...more,
  })
  return (await simulate(scenario, { seed: 1, crashes: noCrash })).violation
}

type Evolve = Playbook<HandbookInput, HandbookState, Command>['evolve']

/** The production evolve, with something done to what it says. */
const evolveThen = (change: (next: HandbookState, event: Event) => HandbookState) => ({
  playbook: {
    ...handbook,
    evolve: ((state, event) =>
      change(handbook.evolve(state, event as HandbookEvent), event)) satisfies Evolve,
  },
})
const eachFlight = (change: (flight: Flight) => Flight) =>
  evolveThen((next) => ({ ...next, flights: next.flights.map(change) }))

it.each([{}, { ticks: 1 }, { ticks: 0.3, strays: 0.3 }])(
  'nothing is found in what is not broken, where agents are like %j',
  async (moods) => expect(await violationIn(moods)).toBeNull(),
)

describe('HB-24 a box counts only with evidence', () => {
  const { handbook: plain } = plainHandbook
  const last = plain.prompts.filter(({ phase }) => phase === 3)
  /** Without critics, whose verdict is void if they tick. */
  const documents = {
    ...plainHandbook,
    handbook: {
      ...plain,
      prompts: [
        ...plain.prompts.filter(({ phase }) => phase < 2),
        ...last,
        ...last.map((prompt) => ({ ...prompt, id: '3.2' })),
      ],
      phases: plain.phases.map((phase) => ({ ...phase, close: null })),
    },
  }
  it('finds a world in which agents may commit ticks of their own', async () =>
    expect(await violationIn({ ticks: 1 }, { documents, isHandbookFree: true })).toEqual({
      checker: 'ticked with evidence',
      problem: '3.2 was ticked without checks',
    }))
  it('finds a playbook that believes the boxes that a reader ticked', async () => {
    const believing = evolveThen((next, event) => {
      if (event.type !== 'AgentFinished' || event.violation?.files.includes(handbookPath) !== true)
        return next
      if (next.documents === null) return next
      const { handbook: known } = next.documents
      const prompts = known.prompts.map((prompt) => ({ ...prompt, box: 'done' as const }))
      return { ...next, documents: { ...next.documents, handbook: { ...known, prompts } } }
    })
    expect(await violationIn({ ticks: 1 }, { documents, ...believing })).toMatchObject({
      checker: 'order kept',
      problem: expect.stringContaining('the last critique was begun while'),
    })
  })
  it('finds one that ticks what has not been verified', async () =>
    expect(
      await violationIn(
        {},
        eachFlight((flight) =>
          flight.step.type === 'verify' ? { ...flight, step: { type: 'tick' } } : flight,
        ),
      ),
    ).toMatchObject({ checker: 'ticked with evidence' }))
})

describe('HB-15 lanes closed', () => {
  const skipsShut = (holdsWork: boolean) =>
    eachFlight((flight) =>
      flight.step.type === 'shut' &&
      flight.step.then.type === 'tick' &&
      flight.change.length > 0 === holdsWork
        ? { ...flight, step: { type: 'tick' } }
        : flight,
    )
  it('finds a reader’s lane that is left', async () =>
    expect(await violationIn({}, skipsShut(false))).toMatchObject({
      checker: 'lanes closed',
      problem: expect.stringMatching(/^impeccable-1\.1-\d+-\d+ is left, which holds nothing$/),
    }))
  it('finds a lane that is left although it is merged', async () =>
    expect(await violationIn({}, skipsShut(true))).toMatchObject({
      checker: 'lanes closed',
      problem: expect.stringContaining('which holds merged work'),
    }))
  it('finds one that is closed with work in it', async () =>
    expect(
      await violationIn(
        {},
        eachFlight((flight) => (flight.step.type === 'merge' ? shutting(flight, { type: 'tick' }) : flight)),
      ),
    ).toMatchObject({ checker: 'lanes closed', problem: expect.stringContaining('with work in it') }))
})

function withoutCloses(read: HandbookRead): HandbookRead {
  const { handbook: document } = read.documents
  const { changed } = document
  if (changed === null || changed.content === null) return read
  const phases = changed.content.phases.map((phase) => ({ ...phase, close: null }))
  const blind = { ...document, changed: { content: { ...changed.content, phases } } }
  return { ...read, documents: { ...read.documents, handbook: blind } }
}

describe('HB-10 closes kept', () => {
  it('finds a playbook that never asks for them', async () => {
    const blind: Evolve = (state, event) =>
      handbook.evolve(state, (event.type === 'DocumentsRead' ? withoutCloses(event) : event) as HandbookEvent)
    expect(await violationIn({}, { playbook: { ...handbook, evolve: blind } })).toMatchObject({
      checker: 'closes kept',
      problem: expect.stringContaining('before Phase 1 was closed'),
    })
  })
  it('finds one that takes no for an answer', async () => {
    const deaf: Evolve = (state, event) =>
      handbook.evolve(
        state,
        (event.type === 'AgentFinished' && event.answer.kind === 'verdict'
          ? { ...event, answer: { kind: 'verdict', pass: true, failures: [] } }
          : event) as HandbookEvent,
      )
    const playbook = { ...handbook, evolve: deaf }
    expect(await violationIn({ rejects: 1 }, { playbook })).toMatchObject({ checker: 'closes kept' })
  })
})

describe('HB-50, HB-51 done honestly', () => {
  const allDone = {
    reason: 'all_done',
    promptId: null,
    failureMode: '',
    sections: [],
    suggestion: '',
  } as const
  /** Whatever the end is, it says that all is done. */
  const boasting = (isOver: (state: HandbookState) => boolean) =>
    evolveThen((next) => (isOver(next) ? { ...next, flights: [], ending: allDone } : next))
  it('finds a playbook that is done over an open prompt', async () =>
    expect(
      await violationIn(
        {},
        boasting(({ records }) => records.length === 5),
      ),
    ).toMatchObject({
      checker: 'done honestly',
      problem: 'the run is done, and 3.1 is open',
    }))
  it('finds one that is done over the open box of a close', async () => {
    const { handbook: plain } = plainHandbook
    const phases = plain.phases.map((phase) =>
      phase.number === 3 ? { ...phase, close: { commands: [], prompt: null, box: 'open' as const } } : phase,
    )
    const documents = { ...plainHandbook, handbook: { ...plain, phases } }
    const broken = boasting(({ ending }) => ending !== null)
    expect(await violationIn({}, { documents, ...broken })).toMatchObject({
      checker: 'done honestly',
      problem: 'the run is done, and the close of Phase 3 is open',
    })
    expect(await violationIn({}, { documents })).toBeNull()
  })
  it('finds one that is done over a new Critical issue', async () => {
    const broken = boasting(({ ending }) => ending !== null)
    expect(await violationIn({ alarms: 1 }, broken)).toMatchObject({
      checker: 'done honestly',
      problem: expect.stringContaining('It is lost'),
    })
    expect(await violationIn({ alarms: 1 })).toBeNull()
  })
})

describe('HB-26 limits hold', () => {
  it('finds a playbook that goes on after the time is up', async () =>
    expect(
      await violationIn(
        {},
        {
          input: { ...plainInput, limits: { maxIterations: 200, timeoutMinutes: 1 } },
          playbook: {
            ...handbook,
            initialState: (input) =>
              handbook.initialState({ ...input, limits: { ...input.limits, timeoutMinutes: 9_000 } }),
          },
        },
      ),
    ).toMatchObject({ checker: 'limits hold', problem: expect.stringContaining('after the timeout') }))
})

describe('TR-07 people’s word', () => {
  const found = async (more: Partial<HandbookStory>, length = 12) => {
    const seeds = Array.from({ length }, (_, seed) => seed)
    const scenario = handbookScenario({
      name: 'a broken handbook',
      input: plainInput,
      documents: plainHandbook,
      moods: steady,
      weather: calm,
      eagerness: 0.05,
      ...more,
    })
    const runs = seeds.map((seed) => simulate(scenario, { seed, crashes: noCrash }))
    const violations = (await Promise.all(runs)).flatMap(({ violation }) => violation ?? [])
    return violations.filter(({ checker }) => checker === 'people’s word').map(({ problem }) => problem)
  }
  it('finds nothing in what is not broken', async () => {
    expect(await found({})).toEqual([])
    expect(await found({ confined: true })).toEqual([])
  })
  it('finds a playbook that believes every box of an unconfined run', async () => {
    const believing = evolveThen((next) => ({ ...next, watched: [], besideLook: [] }))
    expect(await found(believing)).toContainEqual(expect.stringContaining('no person vouched for'))
  })
  it('finds one that does not look again before it ends', async () => {
    const hasty = {
      playbook: {
        ...handbook,
        decide: (state: HandbookState) =>
          handbook.decide(state.ending === null ? state : { ...state, watched: [] }),
      },
    }
    const rejecting = { ...hasty, moods: { ...steady, rejects: 1 } }
    expect(await found({ ...rejecting, eagerness: 0.1 }, 30)).toContainEqual(
      expect.stringContaining('no person vouched for'),
    )
  })
  it('finds one that does not list what was done by hand', async () => {
    const silent = {
      playbook: {
        ...handbook,
        decide: (state: HandbookState) => {
          const decision = handbook.decide(state)
          return decision.type === 'end' ? end({ ...decision.end, reason: 'It is over.' }) : decision
        },
      },
    }
    expect(await found({ ...silent, confined: true })).toContainEqual(
      expect.stringContaining('does not list it as by hand'),
    )
  })
})
