import { describe, expect, it } from 'vitest'
import { waysToGates } from './test-support/every-gate.ts'
import { given } from './test-support/given.ts'
import { answers, fails } from './test-support/happenings.ts'
import { onePhase } from './test-support/plain-input.ts'

/** Of the plan at the gate. */
const signals = {
  reviewPlans: true,
  highComplexity: false,
  complexityOverride: null,
  plannerConcerns: [],
  taskCount: 2,
  taskThreshold: 15,
}

describe('AP-07 every answer of a person is in decisions[], exactly once', () => {
  for (const { gate, how, input, story, state, choices } of waysToGates) {
    const name = [gate, how].filter((part) => part !== '').join(' ')

    it(`${name} offers ${Object.keys(choices).join(', ')}`, () =>
      expect(
        given(input, ...story)
          .rest()
          .asks(),
      ).toBe(`${gate}: ${Object.keys(choices).join(', ')}`))

    it.each(Object.entries(choices))(`${name}: %s is recorded as %s`, (choice, what) => {
      const before = given(input, ...story).rest()
      const offered = before.gate().choices.find((one) => one.name === choice)
      const words = offered?.words === 'none' ? '' : 'because'
      const after = given(input, ...story, answers(gate, choice, words))
      const decided = after.state().decisions
      expect(decided.slice(0, -1)).toEqual(before.state().decisions)
      expect(decided.at(-1)).toEqual({
        state,
        what,
        why: words === '' ? 'answered by ana' : 'ana: because',
        ...(gate === 'approve-plan' ? { signals } : {}),
      })
    })
  }

  it.each([
    ['grant', 'retried', 'try it again'],
    ['refuse', 'stopped', 'not now'],
  ])('agent-failing: %s is recorded as %s', (choice, what, words) => {
    const failing = [fails('task-executor', 'schema'), fails('task-executor', 'schema')]
    const before = given(onePhase(), ...failing).rest()
    const after = given(onePhase(), ...failing, answers('agent-failing', choice, words))
    expect(after.state().decisions).toEqual([
      ...before.state().decisions,
      { state: 'EXECUTE', what, why: `ana: ${words}` },
    ])
  })
})

it('AP-07 an answer that the gate does not offer changes nothing, and the gate stays', () => {
  const before = given({}).rest()
  const [ask] = before.wanted()
  expect(ask).toMatchObject({ type: 'AskHuman', gate: { name: 'continue' } })
  const after = given(
    {},
    {
      claims: ({ type }) => type === 'AskHuman',
      make: ({ id }, at) => ({
        type: 'GateAnswered',
        at,
        commandId: id,
        answer: { choice: 'perhaps', reason: '', by: 'ana' },
      }),
    },
  )
  expect(after.state().decisions).toEqual(before.state().decisions)
  expect(after.asks()).toBe('continue: yes, stop')
})
