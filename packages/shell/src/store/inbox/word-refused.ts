/**
 * Owns how a word that the run refused leaves the inbox: kept in `refused` with the reason. It bars no second answer,
 * because the gate is still open.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AnswerWord,
  type InboxWord,
  parseRefusal,
  printInboxWord,
  printRefusal,
} from '@harness/formats/records/inbox-word'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import type { PostedWord } from '../port/run-store.ts'
import { inboxOf, refusedOf } from './inbox-folder.ts'
import { wordFileName } from './word-file-name.ts'

/** May be called again. The reason is durable before the word leaves the inbox. */
export async function wordRefused(runDir: string, { word, name }: PostedWord, why: string): Promise<void> {
  const inbox = inboxOf(runDir)
  const refused = refusedOf(inbox)
  await makeDir(refused)
  await durableReplace(join(refused, refusedFileName(word)), printRefusal({ word, why }))
  await removeFile(join(inbox, name))
}

/** Why the run refused this answer; null if it did not. */
export async function refusalOf(runDir: string, word: AnswerWord): Promise<string | null> {
  const path = join(refusedOf(inboxOf(runDir)), refusedFileName(word))
  const text = await readFile(path, 'utf8').catch(() => null)
  const refusal = text === null ? null : parseRefusal(text, path)
  return refusal?.ok === true ? refusal.value.why : null
}

/** A gate can refuse several answers: each has a name of its own. */
const refusedFileName = (word: InboxWord): string => {
  const text = createHash('sha256').update(printInboxWord(word)).digest('hex')
  return wordFileName(word).replace(/\.json$/, `-${text.slice(0, 16)}.json`)
}
