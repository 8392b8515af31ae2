/** Owns telling, without holding it, what resuming a handbook's run would be refused with. */

import { isRunEvent } from '@harness/core/kernel/event'
import type { UserError } from '@harness/core/kernel/user-error'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { otherCheckout } from '../../engine/conduct/guard-checkout.ts'
import { damageAtEnds, damageIn } from '../../store/journal/find-damage.ts'
import { peekJournal } from '../../store/journal/peek-journal.ts'
import { beginCommand, handbookSubject } from '../../store/layout/run-subject.ts'
import { otherVersionIn } from '../../store/runs/other-version.ts'

/** Null if nothing is in the way. Of an ended run only the journal must be readable. */
export async function refusedRun(dir: string, repoRoot: string, isOver: boolean): Promise<UserError | null> {
  if (isOver) return damageAtEnds(dir)
  return (
    (await damageIn(dir)) ??
    (await otherVersionIn(dir, [handbookIdentity])) ??
    (await begunElsewhere(dir, repoRoot))
  )
}

/** Null if it was begun in this checkout, or if that is unknown. */
export async function begunElsewhere(dir: string, repoRoot: string): Promise<UserError | null> {
  const journal = await peekJournal(dir)
  if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) return null
  return handbookElsewhere(journal.first.input as HandbookInput, repoRoot)
}

export const handbookElsewhere = (
  { checkout }: Pick<HandbookInput, 'checkout'>,
  repoRoot: string,
): UserError | null =>
  otherCheckout(
    {
      what: 'handbook',
      goOn: beginCommand(handbookSubject),
      checkout,
      giveUp: 'harness refuse handbook -m "why"',
    },
    repoRoot,
  )
