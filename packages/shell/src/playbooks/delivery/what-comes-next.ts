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
      return state.after === 'preflight' ? landing(state) : 'review'
    case 'read-plan':
      return state.then === 'review' ? 'review' : landing(state)
    case 'review':
      return `${afterReview(state)}, or fix if it finds something`
    case 'capture-ui':
      return 'a look at the user interface'
    case 'review-ui':
      return `${state.input.e2e === null ? 'preflight' : 'end-to-end tests'}, or fix if it finds something`
    case 'e2e':
      return `${state.after === 'review' ? 'preflight' : landing(state)}, or fix if they fail`
    case 'preflight':
      return landing(state)
    case 'prepare-pr':
      return 'open the pull request'
    case 'open-pr':
      return 'wait for the checks of the forge'
    case 'await-ci':
      return 'merge-check'
    case 'merge-check':
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

const landing = ({ input }: DeliveryState): string =>
  input.forge.kind === 'local' ? 'merge' : 'the pull request'

function afterReview({ input }: DeliveryState): string {
  if (input.ui !== null) return 'a look at the user interface'
  return input.e2e === null ? 'preflight' : 'end-to-end tests'
}
