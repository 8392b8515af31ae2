import { describe, expect, it } from 'vitest'
import type { AskHuman } from '../effects/ask-human.ts'
import { agentRetries } from '../kernel/hurdle.ts'
import { asRunId, commandId } from '../kernel/ids.ts'
import { gateRoom, option, type Question } from './gate-rooms.ts'
import type { Placed } from './rooms.ts'

interface Trip extends Placed {
  readonly at: { readonly phase: 'fork'; readonly roads: number }
  readonly diary: readonly string[]
}
type Fork = Trip['at']

const runId = asRunId('20261118-120000')
const trip: Trip = {
  at: { phase: 'fork', roads: 2 },
  diary: [],
  input: { runId },
  dispatched: {},
  retries: agentRetries,
  hurdle: null,
}
const write = (state: Trip, line: string): Trip => ({ ...state, diary: [...state.diary, line] })

const left = option<Trip, Fork>('Left', 'the hills', 'went_left', (state, { roads }, { reason }) =>
  write(state, `left of ${roads}: ${reason}`),
)
const back = option<Trip, Fork>('Back', 'home', 'went_back', (state) => write(state, 'back'), 'required')

const question: Question<Trip, Fork> = {
  name: 'fork',
  question: (_state, { roads }) => `Which of ${roads}?`,
  options: (_state, { roads }) => (roads === 0 ? { back } : { left, back }),
}
const room = (more: Partial<Question<Trip, Fork>> = {}) =>
  gateRoom<Trip, Fork, AskHuman>({ ...question, ...more }, (state, { roads }, records, { by }) =>
    write(state, `${by} ${records} at ${roads}`),
  )
const asked = (state: Trip, more: Partial<Question<Trip, Fork>> = {}) => room(more).wants(state, state.at)
const answered = (choice: string, state = trip): Trip | undefined =>
  room().outcomes?.GateAnswered?.(state, state.at, {
    type: 'GateAnswered',
    at: 1,
    commandId: commandId(runId, 'ask', 'fork', 1),
    answer: { choice, reason: 'nice', by: 'ana' },
  })

describe('AP-17 a room in which a person chooses', () => {
  it('asks with every choice in order, and waits with exit 8', () =>
    expect(asked(trip)).toEqual({
      type: 'AskHuman',
      id: commandId(runId, 'ask', 'fork', 1),
      gate: {
        name: 'fork',
        question: 'Which of 2?',
        detail: '',
        choices: [
          { name: 'left', label: 'Left', leadsTo: 'the hills', words: 'none' },
          { name: 'back', label: 'Back', leadsTo: 'home', words: 'required' },
        ],
        digest: null,
        exitCode: 8,
      },
    }))

  it('shows the detail and the digest of what is approved, if there are any', () =>
    expect(asked(trip, { detail: () => 'a map', digest: () => 'abc' })).toMatchObject({
      gate: { detail: 'a map', digest: 'abc' },
    }))

  it('offers what the place allows', () => {
    const closed: Trip = { ...trip, at: { phase: 'fork', roads: 0 } }
    expect(asked(closed)).toMatchObject({ gate: { choices: [{ name: 'back' }] } })
  })

  it('asks under the same id until it is answered, then under the next', () =>
    expect(asked({ ...trip, dispatched: { 'ask/fork': 1 } })).toMatchObject({
      id: commandId(runId, 'ask', 'fork', 2),
    }))

  it('AP-07 records an answer once, before it does what the choice says', () => {
    expect(answered('left')?.diary).toEqual(['ana went_left at 2', 'left of 2: nice'])
    expect(answered('back')?.diary).toEqual(['ana went_back at 2', 'back'])
  })

  it('neither records nor does what it does not offer', () => {
    expect(answered('right')).toBe(trip)
    const closed: Trip = { ...trip, at: { phase: 'fork', roads: 0 } }
    expect(answered('left', closed)).toBe(closed)
  })
})
