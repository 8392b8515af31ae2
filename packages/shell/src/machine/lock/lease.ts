/** Owns the rule that a run is worked on by one process at a time, and what the second one is told. */
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../disk/durable-dir.ts'
import { type HoldOptions, tryHold } from './hold.ts'
import { holderOf, leaseFileName } from './holder.ts'
import type { LeaseRecord } from './lease-record.ts'
import type { Obstacle } from './record-file.ts'

export interface Lease {
  readonly record: LeaseRecord
  /** May be called again. A process that ends without calling it leaves a record that the next one takes over. */
  release(): Promise<void>
}

/** Takes the run in `dir`, or throws `run-held`. `purpose` tells others what this process is doing: "harness run 0042". */
export async function acquireLease(dir: string, purpose: string, options?: HoldOptions): Promise<Lease> {
  await makeDir(dir)
  for (let tries = 0; ; tries++) {
    const attempt = await tryHold(join(dir, leaseFileName), purpose, options)
    if (attempt.type === 'held') return attempt.hold
    const { obstacle } = attempt
    if (obstacle.type !== 'live') throw refusal(dir, obstacle)
    const holder = await holderOf(dir)
    if (holder !== null) throw refusal(dir, { type: 'live', record: holder.record })
    if (tries === mostTries) throw refusal(dir, { type: 'live', record: null })
    await sleep(pauseMs)
  }
}

/**
 * The kernel's lock is held, and its record names no living process. Either a holder is about to write its record, or a
 * killed one had just started a child that keeps the lock until its own program begins. Both take a moment only.
 */
const mostTries = 40
const pauseMs = 25

function refusal(dir: string, obstacle: Obstacle): UserError {
  const path = join(dir, leaseFileName)
  const run = basename(dir)
  if (obstacle.type === 'unreadable') {
    return held(
      `${obstacle.path} does not say who holds run ${run}.`,
      `If no harness is working on it, remove the file: rm '${obstacle.path}'`,
    )
  }
  if (obstacle.record === null) {
    return held(
      `Run ${run} is held by a process that has not written down who it is.`,
      'Try again in a moment.',
    )
  }
  const { pid, host, at, purpose } = obstacle.record
  const who = `process ${pid} on ${host} since ${new Date(at).toISOString()} (${purpose})`
  return obstacle.type === 'live'
    ? held(`Run ${run} is held by ${who}.`, `Wait for it, or end it: harness stop ${run}`)
    : held(
        `Run ${run} is held by ${who}, another machine that cannot be asked from here.`,
        `Wait for it or stop it there. If that machine is gone for good, remove the record: rm '${path}'`,
      )
}

const held = (message: string, next: string): UserError =>
  new UserError('run-held', message, { next, exitCode: exitCode.heldByAnother })
