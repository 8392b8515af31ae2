/** Owns the ends of a delivery: merged, blocked, or paused after the phase that the operator named. */
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { type Decision, end } from '../../kernel/playbook.ts'
import { byHandText } from '../../work/by-hand.ts'
import { byHandIn, doubtText } from './by-hand.ts'
import type { Until } from './input.ts'
import { deliveryReport } from './report.ts'
import { type Blocked, type Delivered, type DeliveryState, phaseGroup } from './state.ts'

export function deliveredEnd(state: Delivered): Decision<never> {
  const reason = `${deliveredText(state)}${laneKeptText(state)}`
  return end({
    outcome: 'done',
    exitCode: exitCode.done,
    reason,
    next: leftToDo(state),
    resumable: false,
    report: deliveryReport(state, reason),
  })
}

export function blockedEnd(state: Blocked): Decision<never> {
  const reason = `${state.why}${doubtText(state)}`
  return end({
    outcome: 'blocked',
    exitCode: exitCode.halted,
    reason,
    next: `Read the report, fix the plan or the code, then: harness run ${state.input.plan.id}`,
    resumable: false,
    report: deliveryReport(state, reason),
  })
}

/** At a hurdle that only a person can remove. */
export function stopped(state: DeliveryState, stop: Omit<RunEnd, 'report'>): Decision<never> {
  const reason = `${stop.reason}${doubtText(state)}`
  return end({ ...stop, reason, report: deliveryReport(state, reason) })
}

function deliveredText(state: Delivered): string {
  const { merged, elsewhere, pull } = state
  const { plan, baseBranch } = state.input
  if (elsewhere === undefined)
    return `Plan ${plan.id} is merged into ${baseBranch} as ${merged.slice(0, 12)}.`
  const stillOpen = pull === null ? '' : ` Its pull request is still open: ${pull.url}`
  return `Plan ${plan.id} was completed on ${baseBranch} by others meanwhile: ${elsewhere}. Nothing of this run was merged.${stillOpen}${byHandText([byHandIn(state)])}`
}

const laneKeptText = ({ laneKept }: Delivered): string =>
  laneKept === null ? '' : ` Its lane was kept: ${laneKept}`

/** The doctor names a lane that was kept and how to put it away. */
function leftToDo({ planKept, laneKept, input }: Delivered): string {
  if (planKept !== null) return `Move ${input.plan.path} to ${input.plan.completedPath} yourself.`
  return laneKept === null ? 'harness next' : 'harness doctor'
}

export function pausedAfter(state: DeliveryState, until: Until): Decision<never> {
  const following = phaseGroup(state)
  const done = until === 'local' ? 'Everything on this machine' : `Phase ${until}`
  const reason = `${done} is finished; ${following} comes next.${doubtText(state)}`
  return end({
    outcome: 'paused',
    exitCode: exitCode.done,
    reason,
    next: `harness run ${state.input.plan.id} --phase ${following}`,
    resumable: true,
    report: deliveryReport(state, reason),
  })
}
