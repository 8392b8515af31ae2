/** Owns which of the plans that could start are passed over unless they are named. */
import type { PassedOver } from '@harness/shell/playbooks/delivery/passed-over'
import { openRunStore } from '@harness/shell/store/open-run-store'

/** Only a plan that was run before can have a run that stands in its way. */
export async function passedOverOf(
  stateDir: string,
  plans: readonly { readonly id: string }[],
): Promise<readonly PassedOver[]> {
  const started = await openRunStore(stateDir).subjects()
  const suspects = plans.filter(({ id }) => started.has(id))
  if (suspects.length === 0) return []
  const { passedOver } = await import('@harness/shell/playbooks/delivery/passed-over')
  const found = await Promise.all(suspects.map(({ id }) => passedOver(stateDir, id)))
  return found.flatMap((over) => over ?? [])
}
