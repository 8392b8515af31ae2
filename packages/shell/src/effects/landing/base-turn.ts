/**
 * Owns how runs of one repository take turns at its base branch. A turn begins only when nothing of an earlier one is
 * left: git that a killed harness started there goes on by itself, and to end it would leave the user's files half
 * changed, so it is waited for.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { withLock } from '../../machine/lock/with-lock.ts'
import { findProcesses, readTag } from '../../machine/process/process-table.ts'

const waitMs = 5 * 60_000
const lookAgainMs = 50

/** Carried by git that moves the base; no run's own tag, so that no run ends it half-way. */
export const baseTag = (stateDir: string): string =>
  `harness-base-${createHash('sha256').update(stateDir).digest('hex').slice(0, 16)}`

export const atTheBase = <Result>(
  stateDir: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> =>
  withLock(
    join(stateDir, 'base'),
    async () => {
      await leftoversGone(baseTag(stateDir), signal)
      return work()
    },
    { waitMs, signal },
  )

/** The holder of the lock has started nothing yet: a process with the tag belongs to a holder that was killed. */
async function leftoversGone(tag: string, signal: AbortSignal): Promise<void> {
  for (const deadline = performance.now() + waitMs; ; await sleep(lookAgainMs)) {
    signal.throwIfAborted()
    const [left] = findProcesses(({ pid }) => readTag(pid)?.startsWith(`${tag}/`) === true) ?? []
    if (left === undefined) return
    if (performance.now() >= deadline) {
      throw new UserError(
        'lock-busy',
        `Process ${left.pid} of an earlier run is still moving the base branch.`,
        {
          next: `If it hangs, end it: kill ${left.pid}; then: harness resume`,
          exitCode: exitCode.heldByAnother,
        },
      )
    }
  }
}
