/** Owns telling, without holding it, what going on with a handbook's run would be refused with. */
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import type { UserError } from '@harness/core/user-error'
import { damageAtEnds, damageIn } from '../journal/find-damage.ts'
import { peekJournal } from '../journal/peek-journal.ts'
import { otherVersionIn } from '../other-version.ts'
import { otherCheckout } from '../playbook-run/guard-checkout.ts'
import { beginCommand, handbookSubject } from '../run-subject.ts'

/** Null where nothing is in the way. Of a run that is over nobody asks more than that its journal can be read. */
export async function refusedRun(dir: string, repoRoot: string, isOver: boolean): Promise<UserError | null> {
  if (isOver) return damageAtEnds(dir)
  return (await damageIn(dir)) ?? (await otherVersionIn(dir)) ?? (await begunElsewhere(dir, repoRoot))
}

/** Null where it was begun in this checkout, or nobody can tell. */
export async function begunElsewhere(dir: string, repoRoot: string): Promise<UserError | null> {
  const journal = await peekJournal(dir)
  if (journal?.type !== 'readable' || journal.first.type !== 'RunStarted') return null
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
