/** Refuses a name that is none of the known ones, with the nearest that is. */
import { UserError } from '@harness/core/kernel/user-error'
import { nearestName } from '@harness/formats/text/nearest-name'

export function knownName<Name extends string>(
  what: string,
  given: string,
  known: readonly Name[],
  next: string,
): Name {
  const found = known.find((each) => each === given)
  if (found !== undefined) return found
  const nearest = nearestName(given, known)
  const meant = nearest === null ? ` There is: ${known.join(', ')}.` : ` Did you mean ${nearest}?`
  throw new UserError('usage', `There is no ${what} ${JSON.stringify(given)}.${meant}`, { next })
}
