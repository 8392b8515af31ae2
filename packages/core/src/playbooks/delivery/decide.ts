/** The delivery's choices, as the happy path reads: what each state wants done next. Pure and total. */

import { ceilingReached } from '../../budget-ledger.ts'
import type { Command, RunAgent } from '../../command.ts'
import type { Slice } from '../../envelope.ts'
import { unproven } from '../../evidence.ts'
import { exitCode } from '../../exit-code.ts'
import { blockingFindings } from '../../findings-ledger.ts'
import { commandId } from '../../ids.ts'
import { invariant, unreachable } from '../../invariant.ts'
import { type Decision, end, perform } from '../../playbook.ts'
import { fixerSlices, implementerSlices, reviewerSlices } from './envelopes.ts'
import type { DeliveryRole } from './input.ts'
import { deliveryReport } from './report.ts'
import { branchOf, type Delivered, type DeliveryState, type LaneAt, laneOf, phaseGroup } from './state.ts'

export function decide(state: DeliveryState): Decision {
  if (state.hurdle !== null) return overcome(state, state.hurdle)
  if (mustFreeze(state))
    return perform({ type: 'Freeze', id: idFor(state, 'freeze'), reason: freezeReason(state) })
  if (state.until !== null && !isOver(state) && phaseGroup(state) !== state.until)
    return pausedAfter(state, state.until)

  switch (state.phase) {
    case 'open':
      return perform({
        type: 'OpenLane',
        id: idFor(state, 'open'),
        lane: laneOf(state.input),
        branch: branchOf(state.input),
        baseBranch: state.input.baseBranch,
      })
    case 'implement':
      return perform(
        agent(state, state.lane, 'implementer', implementerSlices(state), {
          mode: 'exec',
          commitMessage: `${state.input.plan.title}\n\nPlan ${state.input.plan.id}`,
        }),
      )
    case 'checks':
      return perform({
        type: 'RunChecks',
        id: idFor(state, 'checks'),
        lane: state.lane.lane,
        commit: state.lane.commit,
        tree: state.lane.tree,
        checks: state.input.checks,
      })
    case 'review':
      return perform(
        agent(state, state.lane, 'reviewer', reviewerSlices(state), {
          mode: 'review',
          contract: 'review',
        }),
      )
    case 'fix':
      return perform(
        agent(state, state.lane, 'fixer', fixerSlices(state), {
          mode: 'exec',
          commitMessage: `Fix ${state.cause === 'checks' ? 'failing checks' : `the findings of review pass ${state.findings.passes}`}\n\nPlan ${state.input.plan.id}`,
        }),
      )
    case 'preflight':
      return perform({
        type: 'SyncLane',
        id: idFor(state, 'preflight'),
        lane: state.lane.lane,
        startCommit: state.lane.commit,
        baseBranch: state.input.baseBranch,
      })
    case 'merge':
      invariant(
        unproven(state.input.checks, state.evidence, state.lane.tree).length === 0,
        'nothing is merged without passing evidence for its tree',
      )
      invariant(blockingFindings(state.findings).length === 0, 'nothing is merged with blocking findings')
      return perform({
        type: 'MergeLane',
        id: idFor(state, 'merge'),
        lane: state.lane.lane,
        branch: state.lane.branch,
        commit: state.lane.commit,
        tree: state.lane.tree,
        baseBranch: state.input.baseBranch,
        baseCommit: state.lane.baseCommit,
        message: `Merge plan ${state.input.plan.id}: ${state.input.plan.title}`,
      })
    case 'complete':
      return perform({
        type: 'CompletePlan',
        id: idFor(state, 'complete'),
        planId: state.input.plan.id,
        from: state.input.plan.path,
        to: state.input.plan.completedPath,
        baseBranch: state.input.baseBranch,
        message: `chore: complete plan ${state.input.plan.id}`,
      })
    case 'close':
      return perform({
        type: 'CloseLane',
        id: idFor(state, 'close'),
        lane: state.lane.lane,
        branch: state.lane.branch,
        baseBranch: state.input.baseBranch,
      })
    case 'delivered': {
      const reason = `Plan ${state.input.plan.id} is merged into ${state.input.baseBranch} as ${state.merged.slice(0, 12)}.`
      return end({
        outcome: 'done',
        exitCode: exitCode.done,
        reason,
        next: leftToDo(state),
        resumable: false,
        report: deliveryReport(state, reason),
      })
    }
    case 'blocked':
      return end({
        outcome: 'blocked',
        exitCode: exitCode.halted,
        reason: state.why,
        next: `Read the report, mend the plan or the code, then: harness run ${state.input.plan.id}`,
        resumable: false,
        report: deliveryReport(state, state.why),
      })
    default:
      return unreachable(state, 'delivery phase')
  }
}

function leftToDo({ planKept, laneKept, input }: Delivered): string {
  if (planKept !== null) return `Move ${input.plan.path} to ${input.plan.completedPath} yourself.`
  return laneKept === null ? 'harness next' : `The lane was kept: ${laneKept}`
}

function overcome(state: DeliveryState, hurdle: NonNullable<DeliveryState['hurdle']>): Decision {
  switch (hurdle.type) {
    case 'sleep':
      return perform({ type: 'WakeAt', id: idFor(state, 'wait'), at: hurdle.until, why: hurdle.why })
    case 'gate':
      return perform({ type: 'AskHuman', id: idFor(state, 'gate'), gate: hurdle.gate })
    case 'stop':
      return end({ ...hurdle.end, report: deliveryReport(state, hurdle.end.reason) })
    default:
      return unreachable(hurdle, 'hurdle')
  }
}

const isOver = (state: DeliveryState): boolean => state.phase === 'delivered' || state.phase === 'blocked'

const mustFreeze = (state: DeliveryState): boolean =>
  state.input.budget.hard &&
  state.budgetFreeze === 'none' &&
  !isOver(state) &&
  ceilingReached(state.spent, state.input.budget)

const freezeReason = (state: DeliveryState): string =>
  `budget ceiling of ${state.input.budget.ceilingTokens} tokens reached`

function pausedAfter(state: DeliveryState, phase: string): Decision {
  const following = phaseGroup(state)
  const reason = `Phase ${phase} is finished; ${following} comes next.`
  return end({
    outcome: 'paused',
    exitCode: exitCode.done,
    reason,
    next: `harness run ${state.input.plan.id} --phase ${following}`,
    resumable: true,
    report: deliveryReport(state, reason),
  })
}

const idFor = (state: DeliveryState, phase: string): Command['id'] =>
  commandId(state.input.runId, phase, state.input.plan.id, (state.dispatched[phase] ?? 0) + 1)

function agent(
  state: DeliveryState,
  lane: LaneAt,
  role: DeliveryRole,
  slices: readonly Slice[],
  options: Pick<RunAgent, 'mode'> & Partial<Pick<RunAgent, 'contract' | 'commitMessage'>>,
): RunAgent {
  return {
    type: 'RunAgent',
    id: idFor(state, state.phase),
    role,
    tier: state.input.roles[role].tier,
    limits: state.input.roles[role].limits,
    lane: lane.lane,
    startCommit: lane.commit,
    slices,
    contract: null,
    commitMessage: null,
    ...options,
  }
}
