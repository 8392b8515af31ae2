/**
 * Owns the order in which the turns of a run's agents began: one line each in `calls/index.ndjson`. A turn that is
 * asked for again after a crash keeps its place, so that turns are counted once.
 */

import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import { jsonIn } from '@harness/formats/text/json-value'
import { textIfThere } from '../../../machine/disk/if-missing.ts'
import { callFolder, callsFolder, envelopeFile } from './call-folder.ts'

export interface IndexedTurn {
  readonly command: CommandId
  readonly role: string
  readonly turn: number
}

/** Puts the turn into the index unless it is there, and answers with the turns before it, oldest first. */
export async function enterTurn(runDir: string, turn: IndexedTurn): Promise<readonly IndexedTurn[]> {
  const known = await readIndex(runDir)
  const at = indexOfTurn(known, turn)
  if (at !== -1) return known.slice(0, at)
  // The break in front ends a line that a crash cut short. A short append is never torn by another one.
  await appendFile(indexFile(runDir), `\n${JSON.stringify(turn)}\n`)
  const entered = await readIndex(runDir)
  return entered.slice(0, indexOfTurn(entered, turn))
}

/** What the turn's agent was told, null if the call was begun again and has not come to this turn. */
export async function recordedEnvelope(runDir: string, turn: IndexedTurn): Promise<string | null> {
  return textIfThere(envelopeFile(callFolder(runDir, turn.command), turn.turn))
}

const indexFile = (runDir: string): string => join(callsFolder(runDir), 'index.ndjson')

const indexOfTurn = (turns: readonly IndexedTurn[], { command, turn }: IndexedTurn): number =>
  turns.findIndex((each) => each.command === command && each.turn === turn)

export async function readIndex(runDir: string): Promise<readonly IndexedTurn[]> {
  const text = (await textIfThere(indexFile(runDir))) ?? ''
  return text.split('\n').flatMap((line) => (jsonIn(line) as IndexedTurn | undefined) ?? [])
}
