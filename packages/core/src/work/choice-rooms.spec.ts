import { describe, expect, it } from 'vitest'
import type { AskHuman } from '../effects/ask-human.ts'
import { agentRetries } from '../kernel/hurdle.ts'
import { asRunId, commandId } from '../kernel/ids.ts'
import { type Choosing, choiceRoom } from './choice-rooms.ts'
import type { Placed } from './rooms.ts'

interface Meal extends Placed {
  readonly at: { readonly phase: 'table'; readonly dishes: readonly string[] }
  readonly diary: readonly string[]
}
type Table = Meal['at']

const runId = asRunId('20261118-120000')
const meal = (...dishes: readonly string[]): Meal => ({
  at: { phase: 'table', dishes },
  diary: [],
  input: { runId },
  dispatched: {},
  retries: agentRetries,
  hurdle: null,
})
const write = (state: Meal, line: string): Meal => ({ ...state, diary: [...state.diary, line] })
const eat =
  (what: string) =>
  (state: Meal, _at: Table, words: string): Meal =>
    write(state, `ate ${what} ${words}`)

const choosing: Choosing<Meal, Table> = {
  name: 'meal',
  question: () => 'What now?',
  choices: {
    soup: ['Soup', 'had_soup', 'optional', 'a warm day'],
    bread: ['Bread', 'had_bread', 'required', 'a long day'],
    wine: ['Wine', 'had_wine', 'none', 'no day'],
  },
  deeds: { soup: eat('soup'), bread: eat('bread') },
  hides: (_state, { dishes }) => (dishes.length === 0 ? [] : ['soup']),
  more: (_state, { dishes }) =>
    Object.fromEntries(
      dishes.map((dish) => [dish, [[dish, `had_${dish}`, 'none', 'a new day'], eat(dish)] as const]),
    ),
}
const room = choiceRoom<Meal, Table, AskHuman>(choosing, (state, _at, records) => write(state, records))
const asked = (state: Meal) => room.wants(state, state.at) as AskHuman
const answered = (state: Meal, choice: string): readonly string[] | undefined =>
  room.outcomes?.GateAnswered?.(state, state.at, {
    type: 'GateAnswered',
    at: 1,
    commandId: commandId(runId, 'ask', 'meal', 1),
    answer: { choice, reason: 'slowly', by: 'ana' },
  })?.diary

describe('AP-17 a room whose choices are rows of a table', () => {
  it('offers the rows that have a deed, in their order', () =>
    expect(asked(meal()).gate.choices).toEqual([
      { name: 'soup', label: 'Soup', leadsTo: 'a warm day', words: 'optional' },
      { name: 'bread', label: 'Bread', leadsTo: 'a long day', words: 'required' },
    ]))

  it('hides what the place hides, and shows its own choices first', () =>
    expect(asked(meal('fish', 'rice')).gate.choices.map(({ name }) => name)).toEqual([
      'fish',
      'rice',
      'bread',
    ]))

  it('records the choice, and does it with the words of the person', () => {
    expect(answered(meal(), 'soup')).toEqual(['had_soup', 'ate soup slowly'])
    expect(answered(meal('fish'), 'fish')).toEqual(['had_fish', 'ate fish slowly'])
  })

  it('does nothing that it does not offer', () => {
    expect(answered(meal('fish'), 'soup')).toEqual([])
    expect(answered(meal(), 'wine')).toEqual([])
  })
})
