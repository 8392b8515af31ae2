import { expect, it } from 'vitest'
import { notesCodec } from './notes-codec.ts'

const world = { redact: (text: string) => text, has: () => true }
const codec = notesCodec('Failures')

it('AP-09 notes are added in order, and the first one makes the file', () => {
  const edits = [{ block: '- a' }, { block: '- b' }, { block: '- a' }]
  const texts = [{ file: 0, text: '# Failures\n\n- a\n- b\n' }]
  expect(codec.rewrite?.([null], edits, world)).toEqual({ texts, refused: [] })
  expect(codec.rewrite?.(['# Failures\n\n- a\n- b\n'], edits, world)).toEqual({ texts, refused: [] })
  expect(codec.rewrite?.([null], [], world)).toEqual({ texts: [], refused: [] })
})

it('AP-09 any text can be a file of notes', () => {
  expect(codec.parse(codec.walk('\0 any'), [])).toEqual({ ok: true, value: '\0 any' })
  expect(codec.isOptional).toBe(true)
})
