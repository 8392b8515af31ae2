import { describe, expect, it, test } from 'vitest'
import type { Answer } from './answers.ts'
import { unsatisfied } from './test-support/every-gate.ts'
import { given } from './test-support/given.ts'
import { answers, says } from './test-support/happenings.ts'
import { onePhase } from './test-support/plain-input.ts'

const one = onePhase()
const goOn = answers('continue', 'yes')

describe('AP-14 the outcome', () => {
  const verdicts = (['SATISFIED', 'NOT_SATISFIED', 'INCONCLUSIVE'] as const).flatMap((verdict) =>
    (['high', 'medium', 'low'] as const).map((confidence) => [verdict, confidence] as const),
  )
  test.each(verdicts)('%s with %s confidence', (verdict, confidence) => {
    const answer: Partial<Answer> = { verdict, confidence, reasons: ['It says "0 matches".'] }
    const story = given(one, says('outcome-evaluator', { answer })).rest()
    const isBlocked = verdict === 'NOT_SATISFIED' && confidence === 'high'
    expect(story.gate().name).toBe(isBlocked ? 'outcome' : 'deliver')
    expect(story.state().said).toContain(`Outcome: ${verdict}, confidence ${confidence}`)
  })

  it('the evaluator sees the truths of the spec and the whole change', () => {
    const story = given({}, goOn).rest()
    expect(story.slice('outcome-evaluator', 'Observable truths of the spec')).toContain(
      'A scan names each match.',
    )
    expect(story.call('outcome-evaluator').shows).toEqual({ change: { from: 'base', to: 'commit-4' } })
  })

  it('fix: the reasons go to an executor, and the final review comes again', () => {
    const story = given(one, unsatisfied, answers('outcome', 'fix', 'Start with names.'))
    expect(story.slice('execute/final', 'Your job')).toContain('- It says "0 matches".\n- Start with names.')
    const order = story.rest().order()
    expect(order.filter((line) => line === 'code-reviewer review/final')).toHaveLength(2)
    expect(order.filter((line) => line === 'outcome-evaluator outcome/final')).toHaveLength(2)
  })

  it('override needs words, and the summary names it', () => {
    const story = given(one, unsatisfied, answers('outcome', 'override', 'next week')).rest()
    expect(story.gate().detail).toContain('Passed over: OUTCOME_EVAL overrode_outcome: ana: next week')
  })

  const answer = (verdict: 'SATISFIED' | 'NOT_SATISFIED', ...reasons: readonly string[]) => ({
    answer: { verdict, reasons },
  })
  const seen = 'It says "3 matches".'
  const quotes = { quoted: 1, outputs: 1, missing: ['3 matches'] }
  test.each([
    ['NOT_SATISFIED that quotes nothing', answer('NOT_SATISFIED', 'I think not.'), 'I think not.'],
    ['SATISFIED that quotes nothing', answer('SATISFIED', 'I think so.'), 'I think so.'],
    ['NOT_SATISFIED without a reason', answer('NOT_SATISFIED'), 'NOT_SATISFIED'],
    ['SATISFIED without a reason', answer('SATISFIED'), 'SATISFIED'],
    [
      'SATISFIED with one reason of two that quotes',
      answer('SATISFIED', seen, 'All is well.'),
      'All is well.',
    ],
    ['SATISFIED that invents its quotation', { quotes }, seen],
    ['NOT_SATISFIED that invents its quotation', { ...answer('NOT_SATISFIED', seen), quotes }, seen],
  ])('%s is void: it is asked once more, then a person is', (_, said, why) => {
    const evaluates = says('outcome-evaluator', said)
    const once = given(one, evaluates)
    once.wants('outcome-evaluator outcome/final/2')
    expect(once.state().outcome).toBeNull()
    const story = given(one, evaluates, evaluates)
    expect(story.asks()).toBe('output-missing: retry, stop')
    expect(story.gate().question).toBe(
      `The outcome-evaluator gave nothing that counts: nothing that it saw shows this: ${why}. Try again?`,
    )
    given(one, evaluates, evaluates, answers('output-missing', 'retry')).wants(
      'outcome-evaluator outcome/final/3',
    )
  })

  it('fast too asks a person after two verdicts that are void', () => {
    const evaluates = says('outcome-evaluator', answer('NOT_SATISFIED', 'I think not.'))
    const story = given({ ...one, rigor: 'fast' }, evaluates, evaluates)
    expect(story.gate().name).toBe('output-missing')
  })

  test.each([[[]], [['Nothing runs here.']]])('INCONCLUSIVE needs no quotation: %j', (reasons) => {
    const story = given(one, says('outcome-evaluator', { answer: { verdict: 'INCONCLUSIVE', reasons } }))
    expect(story.gate().name).toBe('deliver')
    expect(story.state().outcome?.verdict).toBe('INCONCLUSIVE')
  })

  it('an evaluator that changed files is asked once more', () => {
    const changed = says('outcome-evaluator', { violation: { files: ['a.js'], patch: '' } })
    given(one, changed).wants('outcome-evaluator outcome/final/2')
  })
})
