/**
 * Owns `<stateDir>/merge-queue/`: who waits to be merged, in what order, and what became of each. An entry is the
 * merge command of a run that lives; its answer is beside it until that run has taken it.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { LaneMerged, MergeLane, MergeRefused } from '@harness/core/effects/merge-lane'
import type { CommandId } from '@harness/core/kernel/ids'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import type { LeaseRecord } from '../../machine/lock/lease-record.ts'
import { ownRecord } from '../../machine/lock/own-record.ts'
import { standingHere } from '../../machine/lock/standing-here.ts'

export type QueueAnswer = LaneMerged | MergeRefused | CommandFailed

export interface Entry {
  readonly command: MergeLane
  readonly owner: LeaseRecord
}

export const queueDir = (stateDir: string): string => join(stateDir, 'merge-queue')

const nameOf = (id: CommandId): string => createHash('sha256').update(id).digest('hex').slice(0, 24)
const entryPath = (dir: string, id: CommandId): string => join(dir, `${nameOf(id)}.entry.json`)
const answerPath = (dir: string, id: CommandId): string => join(dir, `${nameOf(id)}.answer.json`)

export async function joinQueue(dir: string, command: MergeLane): Promise<void> {
  await makeDir(dir)
  const entry: Entry = { command, owner: await ownRecord(`merging ${command.lane}`) }
  await durableReplace(entryPath(dir, command.id), `${JSON.stringify(entry)}\n`)
}

export async function leaveQueue(dir: string, id: CommandId): Promise<void> {
  await removeFile(entryPath(dir, id))
  await removeFile(answerPath(dir, id))
}

/** Of the runs that live, first come first; an entry that no run waits for any more is removed. */
export async function waitingEntries(dir: string, baseBranch: string): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (const name of (await readdir(dir)).filter((it) => it.endsWith('.entry.json'))) {
    const entry = await readJson<Entry>(join(dir, name))
    if (entry === null) continue
    if ((await standingHere(entry.owner)) === 'stale') await leaveQueue(dir, entry.command.id)
    else if (entry.command.baseBranch === baseBranch && (await answerOf(dir, entry.command.id)) === null)
      entries.push(entry)
  }
  return entries.sort((a, b) => a.owner.at - b.owner.at || (a.command.id < b.command.id ? -1 : 1))
}

export const answer = (dir: string, outcome: QueueAnswer): Promise<void> =>
  durableReplace(answerPath(dir, outcome.commandId), `${JSON.stringify(outcome)}\n`)

export const answerOf = (dir: string, id: CommandId): Promise<QueueAnswer | null> =>
  readJson<QueueAnswer>(answerPath(dir, id))

/** Null if it is not there (any more): files here are written whole or not at all. */
async function readJson<Value>(path: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}
