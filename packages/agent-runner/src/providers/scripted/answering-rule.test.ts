import type { ScriptRule } from '@harness/core/kernel/script'
import { expect, test } from 'vitest'
import { reply, rule } from '../../test-support/script.ts'
import { answeringRule, unlimitedRule } from './answering-rule.ts'

/** Plays turns one after the other and tells which rule answered each: the text of its reply, or none. */
function play(rules: readonly ScriptRule[], ...turns: readonly [role: string, envelope: string][]): string[] {
  const all = turns.map(([role, envelope]) => ({ role, envelope }))
  return all.map((turn, index) => {
    const answering = answeringRule(rules, all.slice(0, index), turn)
    expect(unlimitedRule(rules, turn) ?? answering).toBe(answering)
    const { answer } = answering ?? {}
    return answer?.type === 'reply' ? answer.text : 'none'
  })
}

const text = (words: string) => ({ type: 'text', text: words }) as const
const regex = (source: string, flags = '') => ({ type: 'regex', source, flags }) as const

test('AG-01 scripted: the first rule that matches the role answers, and * stands for any characters', () => {
  const rules = [
    rule({ role: 'review*', answer: reply('a') }),
    rule({ role: 'worker', answer: reply('b') }),
    rule({ answer: reply('c') }),
  ]
  expect(play(rules, ['reviewer', ''], ['worker', ''], ['preview', ''], ['worker.x', ''])).toEqual([
    'a',
    'b',
    'c',
    'c',
  ])
  expect(play([rule({ role: 'a.c' })], ['abc', ''])).toEqual(['none'])
})

test('AG-01 scripted: a rule answers only envelopes that contain its text or match its expression', () => {
  const rules = [
    rule({ match: text('F-001'), answer: reply('text') }),
    rule({ match: regex('^plan \\d+$', 'gm'), answer: reply('regex') }),
  ]
  expect(
    play(rules, ['w', 'do F-001 now'], ['w', 'x\nplan 12\ny'], ['w', 'x\nplan 13'], ['w', 'plan x']),
  ).toEqual(['text', 'regex', 'regex', 'none'])
})

test('AG-01 scripted: call picks the nth turn that matched role and text', () => {
  const rules = [
    rule({ role: 'worker', match: text('F-2'), call: 2, answer: reply('second') }),
    rule({ answer: reply('other') }),
  ]
  expect(
    play(rules, ['worker', 'F-2'], ['worker', 'F-1'], ['other', 'F-2'], ['worker', 'F-2'], ['worker', 'F-2']),
  ).toEqual(['other', 'other', 'other', 'second', 'other'])
})

test('AG-01 scripted: times limits how often a rule answers, not how often it could have', () => {
  const rules = [
    rule({ call: 1, answer: reply('first') }),
    rule({ times: 2, answer: reply('twice') }),
    rule({ role: 'w', times: 1, answer: reply('once') }),
  ]
  expect(play(rules, ['w', ''], ['w', ''], ['w', ''], ['w', ''], ['w', ''])).toEqual([
    'first',
    'twice',
    'twice',
    'once',
    'none',
  ])
})
