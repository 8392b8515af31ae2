/** Refuses a handbook that cannot be run, with everything that is wrong with it. */
import type { WalkedHandbook } from '@harness/formats/documents/handbook/handbook-codec'
import { handbookCodec } from '@harness/formats/documents/handbook/handbook-codec'
import { userErrorOf } from '@harness/formats/text/user-error-of'

export function guardSound({
  handbook,
  skeleton,
}: {
  readonly handbook: WalkedHandbook
  readonly skeleton: string | null
}): void {
  const read = handbookCodec.parse(handbook, [skeleton])
  if (!read.ok) throw userErrorOf('handbook', read.problems)
}
