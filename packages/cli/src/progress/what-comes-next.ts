/** Says in a word what a delivery does after what it does now, for people who wait. */
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'

export function whatComesNext(state: DeliveryState): string | null {
  switch (state.phase) {
    case 'open':
      return 'implement'
    case 'implement':
    case 'fix':
      return 'checks'
    case 'checks':
      return state.after === 'preflight' ? 'merge' : 'review'
    case 'review':
      return 'preflight, or fix where it finds something'
    case 'preflight':
      return 'merge'
    case 'merge':
      return 'complete the plan'
    case 'complete':
      return 'close the lane'
    case 'close':
    case 'delivered':
    case 'blocked':
      return null
  }
}
