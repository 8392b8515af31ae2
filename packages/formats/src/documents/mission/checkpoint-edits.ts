/** Owns how checkpoints fire and are answered in the files of their folder. */
import type { DocumentEdit } from '@harness/core/playbooks/mission/state/mission-document'
import type { Rewritten, Texts, WrittenText } from '../codec/document-codec.ts'
import { filesOf } from '../codec/folder-text.ts'
import {
  answeredRecord,
  firedFile,
  grantedFile,
  printRecord,
  printWaiting,
  recordFile,
  waitingFile,
} from './checkpoint-files.ts'

type CheckpointEdit = Extract<DocumentEdit, { type: 'checkpoint' | 'checkpoint-answered' }>

export function writeCheckpoints([folder = null]: Texts, edits: readonly CheckpointEdit[]): Rewritten {
  const texts: WrittenText[] = []
  const files = { ...filesOf(folder) }
  const write = (name: string, text: string | null): void => {
    texts.push({ file: 0, name, text })
    if (text !== null) files[name] = text
  }
  for (const edit of edits) {
    if (edit.type === 'checkpoint') {
      const { name } = edit.checkpoint
      // What was granted before anything was asked is no answer.
      write(grantedFile(name), null)
      write(recordFile(name), printRecord(edit.checkpoint, null))
      write(waitingFile(name), printWaiting(edit.checkpoint))
      write(firedFile(name), '')
    } else {
      const { name, decision, reason } = edit
      write(recordFile(name), answeredRecord(files[recordFile(name)] ?? '{}', { decision, reason }))
      write(waitingFile(name), null)
      write(grantedFile(name), null)
    }
  }
  return { texts, refused: [] }
}
