/** Owns telling, without holding it, what resuming a handbook's run would be refused with. */

import { isRunEvent } from '@harness/core/kernel/event'
import type { UserError } from '@harness/core/kernel/user-error'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { otherCheckout } from '../../engine/conduct/guard-checkout.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import { beginCommand, handbookSubject } from '../../store/layout/run-subject.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'
import { damageAtEnds, damageIn } from '../../store/trust/find-damage.ts'
import { otherVersionIn } from '../../store/trust/other-version.ts'

/** Null if nothing is in the way. Of an ended run only the journal must be readable. */
export async function refusedRun(
  runs: RunStore,
  run: RunRef,
  repoRoot: string,
  isOver: boolean,
): Promise<UserError | null> {
  if (isOver) return damageAtEnds(runs, run)
  return (
    (await damageIn(runs, run)) ??
    (await otherVersionIn(runs, run, [handbookIdentity])) ??
    (await begunElsewhere(runs, run, repoRoot))
  )
}

/** Null if it was begun in this checkout, or if that is unknown. */
export async function begunElsewhere(
  runs: RunStore,
  run: RunRef,
  repoRoot: string,
): Promise<UserError | null> {
  const journal = await runs.peek(run)
  if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) return null
  return handbookElsewhere(runs, run, journal.first.input as HandbookInput, repoRoot)
}

export const handbookElsewhere = async (
  runs: RunStore,
  run: RunRef,
  input: Pick<HandbookInput, 'checkout'>,
  repoRoot: string,
): Promise<UserError | null> =>
  otherCheckout(
    {
      what: 'handbook',
      goOn: beginCommand(handbookSubject),
      checkout: await startedIn(runs, run, input, repoRoot),
      giveUp: 'harness refuse handbook -m "why"',
    },
    repoRoot,
  )
