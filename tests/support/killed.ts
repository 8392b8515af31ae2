/** Kills a run again and again, each time when its journal has grown by a number of records that a seed chooses. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { count } from '@harness/formats/test-support/figures'
import { isSoak } from '@harness/formats/test-support/runs'
import type { Ended, Started } from './harness.ts'

/** How often a run is killed. `npm run soak` kills it more often. */
export const killsOf = (few: number): number => (isSoak ? 200 : few)
export const seed = Number(process.env.HARNESS_SEED ?? 20261116)

/** The first record of a process that resumes says only that it does. */
const mostRecords = 5

export interface Killed {
  readonly kills: number
  /** How the process ended that was not killed. */
  readonly last: Ended
}

/** `subject` is the folder of the runs: a plan's id, `handbook` or `mission`. */
export async function killAgainAndAgain(
  root: string,
  subject: string,
  most: number,
  start: () => Started,
): Promise<Killed> {
  const random = randomFrom(seed)
  for (let kills = 0; ; kills++) {
    const due = recordsOf(root, subject) + 1 + Math.floor(random() * mostRecords)
    const run = start()
    if (kills < most) await killWhen(run, () => recordsOf(root, subject) >= due)
    const last = await run.ended
    if (last.code === null) continue
    count('kills survived', heldBy(root, subject), kills)
    return { kills, last }
  }
}

/** Resolves when the process was killed, or ended before that was due. */
export async function killWhen({ process: child }: Started, isDue: () => boolean): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (isDue()) {
      child.kill('SIGKILL')
      return
    }
    await pause(5)
  }
}

/** As the journals say: a run that was unconfined once is so for good. */
export function heldBy(root: string, subject: string): 'confined' | 'unconfined' {
  const starts = journalsOf(root, subject)
    .flatMap((text) => text.split('\n'))
    .filter((line) => /"type":"Run(?:Started|Resumed)"/.test(line))
  if (starts.length === 0) throw new Error(`No journal of ${subject} says that a run started.`)
  return starts.every((line) => line.includes('"confined":true')) ? 'confined' : 'unconfined'
}

/** In the journals of all runs of the subject. */
export const recordsOf = (root: string, subject: string): number =>
  journalsOf(root, subject).reduce((sum, text) => sum + text.split('\n').length - 1, 0)

function journalsOf(root: string, subject: string): readonly string[] {
  const runs = join(root, '.harness/run/runs', subject)
  if (!existsSync(runs)) return []
  return readdirSync(runs)
    .map((run) => join(runs, run, 'journal.ndjson'))
    .filter((journal) => existsSync(journal))
    .map((journal) => readFileSync(journal, 'latin1'))
}

export function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Processes that still work in the repository or one of its lanes. Empty if the system has no `/proc`. */
export function livingIn(root: string): readonly string[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(root)
    } catch {
      return false
    }
  })
}
