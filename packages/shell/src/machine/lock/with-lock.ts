/** Owns short critical sections between processes, such as reading and rewriting a file that several share. */
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { makeDir } from '../disk/durable-dir.ts'
import { type Hold, type HoldOptions, tryHold } from './hold.ts'
import type { Obstacle } from './record-file.ts'

export interface LockOptions extends Partial<HoldOptions> {
  /** How long to wait for the others before giving up. */
  readonly waitMs?: number
  /** Aborted, it waits no longer: the call throws the reason. Work that has begun is not touched. */
  readonly signal?: AbortSignal
}

const longestPauseMs = 50

/** Runs `fn` while no other process, and no other call in this one, is inside for the same file or directory. */
export async function withLock<Result>(
  dirOrFile: string,
  fn: () => Promise<Result>,
  options: LockOptions = {},
): Promise<Result> {
  const hold = await waitForHold(lockPathOf(dirOrFile), dirOrFile, options)
  try {
    return await fn()
  } finally {
    await hold.release()
  }
}

/** Beside a file, whether it is there yet or not; inside a directory. */
function lockPathOf(dirOrFile: string): string {
  const isDir = statSync(dirOrFile, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isDir ? join(dirOrFile, '.lock') : `${dirOrFile}.lock`
}

async function waitForHold(path: string, subject: string, options: LockOptions): Promise<Hold> {
  const { waitMs = 10_000, signal, ...holdOptions } = options
  await makeDir(dirname(path))
  const deadline = performance.now() + waitMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal?.throwIfAborted()
    const attempt = await tryHold(path, `writing ${subject}`, holdOptions)
    if (attempt.type === 'held') return attempt.hold
    if (performance.now() >= deadline || attempt.obstacle.type !== 'live')
      throw busy(path, subject, attempt.obstacle)
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

function busy(path: string, subject: string, obstacle: Obstacle): UserError {
  const who =
    obstacle.type === 'unreadable' || obstacle.record === null
      ? 'another process'
      : `process ${obstacle.record.pid} on ${obstacle.record.host}`
  return new UserError(
    'lock-busy',
    `${subject} is being written by ${who}, for longer than it should take.`,
    {
      next: `Try again. If no harness is at work there, remove the lock: rm '${path}'`,
      exitCode: exitCode.heldByAnother,
    },
  )
}
