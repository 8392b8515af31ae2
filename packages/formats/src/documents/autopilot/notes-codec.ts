/** Owns a file of notes as a document: an edit adds to its end. The first one makes the file. */
import type { NotesEdit } from '@harness/core/playbooks/autopilot/documents'
import { parsed } from '../../text/format-problem.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { appendNote } from './notes-file.ts'
import { noteText } from './notes-text.ts'

/** `title` is that of the file, such as `Failures`. */
export const notesCodec = (title: string): DocumentCodec<string, NotesEdit> => ({
  // No text has a mistake, so no message says this name.
  format: 'plan',
  inPlace: null,
  isOptional: true,
  walk: (text) => text,
  parse: (text) => parsed(text),
  rewrite([there = null], edits) {
    const text = edits.reduce<string | null>(
      (before, edit) => appendNote(before, title, noteText(edit)),
      there,
    )
    return { texts: text === null ? [] : [{ file: 0, text }], refused: [] }
  },
})
