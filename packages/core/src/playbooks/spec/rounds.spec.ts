import { describe, expect, it } from 'vitest'
import { qaNotes } from './qa-notes.ts'
import { answeredRound, openIn } from './rounds.ts'
import { questions } from './test-support/happenings.ts'
import { voice } from './test-support/voice.ts'

const three = questions('Who?', 'Where?', 'When?')

describe('WF-17 what a person’s words answer', () => {
  it.each<[string, readonly (string | null)[]]>([
    ['1: all; 2: here; 3: now', ['all', 'here', 'now']],
    ['1. all\n3) now', ['all', null, 'now']],
    ['2：这里；3：现在', [null, '这里', '现在']],
    ['1: at 10:30, 2 of 3; 9: no', ['at 10:30, 2 of 3; 9: no', null, null]],
    ['1: ; 2: here', [null, 'here', null]],
  ])('%s', (words, answers) => expect(answeredRound(three, words)).toMatchObject({ answers, together: null }))

  it('words without numbers answer all questions together', () =>
    expect(answeredRound(three, ' Do as you like. ')).toMatchObject({
      answers: [null, null, null],
      together: 'Do as you like.',
    }))

  it('words without a number answer the only question', () =>
    expect(answeredRound(questions('Who?'), 'all')).toMatchObject({ answers: ['all'], together: null }))

  it('a question without an answer stays open', () => {
    expect(openIn(answeredRound(three, '2: here'))).toEqual(questions('Who?', 'When?'))
    expect(openIn(answeredRound(three, ''))).toEqual(three)
    expect(openIn(answeredRound(three, 'as you like'))).toEqual([])
  })
})

describe('WF-17 qa_notes.md', () => {
  it('has every question with its answer, or [unconfirmed]', () => {
    const asked = [{ text: 'Who?', why: 'rights', options: ['all', 'one'] }, ...questions('Where?')]
    const rounds = [answeredRound(asked, '1: all'), answeredRound(three, 'as you like')]
    expect(qaNotes('Share notes\n', rounds, voice.words.en)).toBe(
      [
        '# Notes',
        '## Idea',
        'Share notes',
        '## Round 1',
        '**1. Who?**',
        'Why: rights',
        'Options: all · one',
        'Answer: all',
        '**2. Where?**',
        'Answer: [unconfirmed]',
        '## Round 2',
        '**1. Who?**',
        '**2. Where?**',
        '**3. When?**',
        'Together: as you like\n',
      ].join('\n\n'),
    )
  })

  it('says so if nothing was asked', () => expect(qaNotes('Idea', [], voice.words.en)).toContain('None.'))
})
