import type { CommandId } from '@harness/core/kernel/ids'
import { type Ground, luckOf } from './ground.ts'
import type { Fault } from './weather.ts'

/** Whether a person's uncommitted work bars the base branch now; it stays until the person clears it away. */
export function checkoutInTheWay(ground: Ground, id: CommandId, fault: Fault): boolean {
  const { site, weather } = ground
  site.checkoutInTheWay ||= weather.strikes(fault, luckOf(ground, id))
  return site.checkoutInTheWay
}
