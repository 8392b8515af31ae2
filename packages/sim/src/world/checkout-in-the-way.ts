import type { CommandId } from '@harness/core/ids'
import { type Ground, luckOf } from './ground.ts'

/** Whether a person's uncommitted work bars the base branch now; it stays until the person clears it away. */
export function checkoutInTheWay(ground: Ground, id: CommandId): boolean {
  const { site, weather } = ground
  site.checkoutInTheWay ||= weather.strikes('checkout is in the way', luckOf(ground, id))
  return site.checkoutInTheWay
}
