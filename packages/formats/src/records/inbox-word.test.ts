import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../test-support/fuzz.ts'
import { type InboxWord, parseInboxWord, parseRefusal, printInboxWord, printRefusal } from './inbox-word.ts'

const answer = {
  type: 'answer',
  gate: '20260101-000000/review/0001/1',
  answer: { choice: 'grant', reason: 'looks right', by: 'ada' },
  at: 5,
} as unknown as InboxWord
const withDigest = {
  ...answer,
  answer: { choice: 'approve', reason: '', by: 'ada', digest: '1a2b3c4d' },
} as unknown as InboxWord
const stop: InboxWord = { type: 'stop', by: 'ada', at: 6 }

describe('QA-03 words in an inbox', () => {
  it.each([answer, withDigest, stop])('come back as they were written: %o', (word) => {
    expect(parseInboxWord(printInboxWord(word), 'f')).toEqual({ ok: true, value: word })
  })

  it('are refused with the field and what it may be', () => {
    const text = printInboxWord(answer).replace('"grant"', '7')
    expect(parseInboxWord(text, 'inbox/a.json')).toMatchObject({
      ok: false,
      problems: [
        {
          file: 'inbox/a.json',
          line: 1,
          field: 'answer.choice',
          expected: 'a text',
          found: '7',
        },
      ],
    })
  })

  it.each([
    ['an unknown kind', '{"type":"shout","at":1}'],
    ['an unknown field', '{"type":"stop","by":"ada","at":1,"force":true}'],
    ['nobody', '{"type":"stop","by":"","at":1}'],
    ['no time', '{"type":"stop","by":"ada"}'],
    ['no JSON', 'stop please'],
    ['nothing', ''],
  ])('are refused when they have %s', (_what, text) => {
    expect(parseInboxWord(text, 'f').ok).toBe(false)
  })

  it('without a type are told which types there are', () => {
    expect(parseInboxWord('{"by":"ada","at":6}', 'f')).toMatchObject({
      ok: false,
      problems: [{ file: 'f', expected: 'a word of type "answer" or "stop"' }],
    })
  })

  it('never crash the reader, whatever stands there', () => {
    neverCrashes(textsLike(printInboxWord(answer), printInboxWord(stop)), parseInboxWord)
  })
})

describe('QA-03 words that a run refused', () => {
  it('come back with the reason', () => {
    const refusal = { word: withDigest, why: 'The choice approve takes no words.' }
    expect(parseRefusal(printRefusal(refusal), 'f')).toEqual({ ok: true, value: refusal })
  })
  it.each(['{"why":"no"}', '{"word":{"type":"shout"},"why":"no"}', 'no', ''])(
    'are no refusal as %j',
    (text) => expect(parseRefusal(text, 'f').ok).toBe(false),
  )
})
