import { describe, expect, it } from 'vitest'
import { aGate } from '../test-support/gates.ts'
import type { Gate } from './gate.ts'
import { answerTo, jointDigest, namesDigest, objectionTo, pastOf, shortDigest } from './gate-answer.ts'
import { grantOrRefuse, withLetStand } from './gate-choices.ts'

const digest = '1a2b3c4d5e6f'
const gate = aGate({
  name: 'plan',
  digest,
  choices: [
    { name: 'approve', label: 'Approve', leadsTo: 'it is built', words: 'none' },
    { name: 'revise', label: 'Revise', leadsTo: 'it is planned again', words: 'required' },
    { name: 'abort', label: 'Abort', leadsTo: 'it ends', words: 'optional' },
  ],
})
const answer = (choice: string, reason = '') => answerTo(gate, { choice, reason, by: 'ada' })

describe('a gate with choices', () => {
  it('takes each of its choices, with the words and the content they call for', () => {
    expect(answer('approve')).toEqual({ choice: 'approve', reason: '', by: 'ada', digest })
    for (const said of [
      answer('approve'),
      answer('revise', 'smaller'),
      answer('abort'),
      answer('abort', 'late'),
    ])
      expect(objectionTo(gate, said)).toBeNull()
  })
  it('refuses a choice that it does not offer, and names those it offers', () =>
    expect(objectionTo(gate, answer('grant'))).toEqual({
      type: 'choice-unknown',
      why: 'The gate plan does not offer "grant". Its choices: approve, revise, abort.',
    }))
  it('refuses a choice that needs words without words, and words with one that takes none', () => {
    expect(objectionTo(gate, answer('revise', ' \n'))).toEqual({
      type: 'words',
      why: 'The choice revise needs words: the run records them.',
    })
    expect(objectionTo(gate, answer('approve', 'nice'))).toEqual({
      type: 'words',
      why: 'The choice approve takes no words.',
    })
  })
  it('refuses an answer for other content, for none, and content if it approves none', () => {
    const whyNot = (asked: Gate, seen?: string): string | undefined =>
      objectionTo(asked, {
        choice: 'abort',
        reason: '',
        by: 'ada',
        ...(seen === undefined ? {} : { digest: seen }),
      })?.why
    expect(whyNot(gate, 'ffffffffffff')).toBe(
      'The answer is for the content ffffffff. The gate plan asks about 1a2b3c4d.',
    )
    expect(whyNot(gate)).toBe('The gate plan approves the content 1a2b3c4d, and the answer names no content.')
    expect(whyNot({ ...gate, digest: null }, digest)).toBe(
      'The gate plan approves no content, so it takes no digest.',
    )
  })
})

describe('the usual choices', () => {
  const usual = grantOrRefuse({ onGrant: 'on', onRefuse: 'off' })
  const names = (findings: readonly string[]): readonly unknown[] =>
    withLetStand(usual, { onLetStand: 'stands', findings }).map(({ name, waives }) => [name, waives])
  it('let a finding stand between grant and refuse, and each of several by itself', () => {
    expect(names(['one'])).toEqual([
      ['grant', undefined],
      ['let-stand', 'all'],
      ['refuse', undefined],
    ])
    expect(names(['one', 'two'])).toEqual([
      ['grant', undefined],
      ['let-stand', 'all'],
      ['let-stand-1', 1],
      ['let-stand-2', 2],
      ['refuse', undefined],
    ])
  })
  it.each([
    ['grant', 'granted'],
    ['refuse', 'refused'],
    ['let-stand', 'let stand'],
    ['let-stand-2', 'let 2 stand'],
    ['revise', 'answered revise'],
  ])('%s is told as %s', (choice, past) => expect(pastOf(choice)).toBe(past))
})

describe('the digest of what is approved', () => {
  const both = jointDigest(digest, 'ffeeddccbbaa')
  it('is shown short, each part by itself', () => expect(shortDigest(both)).toBe('1a2b3c4d+ffeeddcc'))
  it('is named in full or short, and by nothing else', () => {
    for (const named of [both, shortDigest(both), '1a2b3c4d5+ffeeddccb'])
      expect(namesDigest(both, named)).toBe(true)
    for (const named of ['1a2b3c4d', '1a2b3c4d+ffeeddcd', '1a2b+ffee', '', '+', `${both}+00000000`])
      expect(namesDigest(both, named)).toBe(false)
  })
})
