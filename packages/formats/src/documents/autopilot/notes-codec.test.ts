import { expect, it } from 'vitest'
import { notesCodec } from './notes-codec.ts'

const world = { redact: (text: string) => text, has: () => true }
const now = '2026-03-19T12:00:00.000Z'
const codec = notesCodec('Failures')

it('AP-09 notes are added in order, and the first one makes the file', () => {
  const edits = ['a', 'b\n c', 'a'].map((failure) => ({ failure, now }))
  const line = '- **2026-03-19 [skill:autopilot] [type:attempts-exhausted]:**'
  const text = `# Failures\n\n${line} a\n${line} b c\n`
  const texts = [{ file: 0, text }]
  expect(codec.rewrite?.([null], edits, world)).toEqual({ texts, refused: [] })
  expect(codec.rewrite?.([text], edits, world)).toEqual({ texts, refused: [] })
  expect(codec.rewrite?.([null], [], world)).toEqual({ texts: [], refused: [] })
})

it('AP-14 learnings are added under their phase', () => {
  const learnings = [
    { title: 'Phase 1: Core', learnings: [{ outcome: 'gotcha', text: 'Git is\n slow.' }] },
    { title: 'Final review', learnings: [{ outcome: 'decision', text: 'No index.' }] },
  ]
  const text = [
    '# Learnings',
    '',
    '## 2026-03-19 — Phase 1: Core',
    '',
    '- [skill:autopilot] [outcome:gotcha] Git is slow.',
    '',
    '## 2026-03-19 — Final review',
    '',
    '- [skill:autopilot] [outcome:decision] No index.',
    '',
  ].join('\n')
  expect(notesCodec('Learnings').rewrite?.([null], [{ learnings, now }], world)).toEqual({
    texts: [{ file: 0, text }],
    refused: [],
  })
})

it('AP-09 any text can be a file of notes', () => {
  expect(codec.parse(codec.walk('\0 any'), [])).toEqual({ ok: true, value: '\0 any' })
  expect(codec.isOptional).toBe(true)
})
