/** The delivery's choices, as the happy path reads: what each state wants done next. Pure and total. */

import type { MergeLane } from '../../effects/merge-lane.ts'
import type { MergePull } from '../../effects/merge-pull.ts'
import { ceilingReached } from '../../kernel/budget-ledger.ts'
import type { Slice } from '../../kernel/envelope.ts'
import { unproven } from '../../kernel/evidence.ts'
import { invariant, unreachable } from '../../kernel/invariant.ts'
import { type Decision, perform } from '../../kernel/playbook.ts'
import { agentCall } from '../../work/agent-call.ts'
import { nextId } from '../../work/dispatch.ts'
import { blockingFindings } from '../../work/findings-ledger.ts'
import { closeLane, mergeLane, runChecks, syncLane } from '../../work/lane.ts'
import { wakeAt } from '../../work/wakes.ts'
import type { Answer } from './answers.ts'
import { isUnseen, lastLook } from './by-hand.ts'
import { readPlan } from './documents.ts'
import type { Command, RunAgent } from './effects.ts'
import { blockedEnd, deliveredEnd, pausedAfter, stopped } from './endings.ts'
import {
  fixerSlices,
  implementerSlices,
  mergeCheckerSlices,
  pullWriterSlices,
  reviewerSlices,
  uiReviewerSlices,
} from './envelopes.ts'
import { type DeliveryRole, roleDuties, type Until } from './input.ts'
import { checksOf } from './loop.ts'
import { materialsOf } from './materials.ts'
import { pullBody, pullTitle } from './pull-body.ts'
import {
  branchOf,
  type DeliveryState,
  type Fixing,
  laneOf,
  type Merging,
  type PlanLane,
  phaseGroup,
} from './state.ts'

export function decide(state: DeliveryState): Decision<Command> {
  const decision = next(state)
  return decision.type === 'end' && isUnseen(state)
    ? perform(readPlan(idFor(state, lastLook), state))
    : decision
}

function next(state: DeliveryState): Decision<Command> {
  if (state.hurdle !== null) return overcome(state, state.hurdle)
  if (mustFreeze(state))
    return perform({ type: 'Freeze', id: idFor(state, 'freeze'), reason: freezeReason(state) })
  if (state.until !== null && !isOver(state) && !isWithin(state, state.until))
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
        agent(
          state,
          state.lane,
          'implementer',
          implementerSlices(state),
          `${state.input.plan.title}\n\nPlan ${state.input.plan.id}`,
        ),
      )
    case 'checks':
      return perform(runChecks(idFor(state, 'checks'), state.lane, checksOf(state)))
    case 'read-plan':
      return perform(readPlan(idFor(state, 'read-plan'), state))
    case 'review':
      return perform(agent(state, state.lane, 'reviewer', reviewerSlices(state)))
    case 'capture-ui':
      return perform({
        type: 'CaptureUi',
        id: idFor(state, 'capture-ui'),
        lane: state.lane.lane,
        commit: state.lane.commit,
        server: state.ui.server,
        routes: state.ui.routes,
      })
    case 'review-ui':
      return perform({
        ...agent(state, state.lane, 'ui-reviewer', uiReviewerSlices(state)),
        images: state.screens.map((screen) => screen.file),
      })
    case 'e2e':
      return perform({
        ...runChecks(idFor(state, 'e2e-verify'), state.lane, [state.e2e.check]),
        artifacts: { from: state.e2e.artifactDirs, as: 'e2e-verify' },
      })
    case 'fix':
      return perform({
        ...agent(
          state,
          state.lane,
          fixerOf(state),
          fixerSlices(state),
          `${fixTitle(state)}\n\nPlan ${state.input.plan.id}`,
        ),
        ...picturesFor(state),
      })
    case 'preflight':
      return perform(syncLane(idFor(state, 'preflight'), state.lane, state.input.baseBranch))
    case 'prepare-pr':
      return perform(agent(state, state.lane, 'pr-writer', pullWriterSlices(state)))
    case 'open-pr':
      return perform({
        type: 'OpenPull',
        id: idFor(state, 'open-pr'),
        lane: state.lane.lane,
        branch: state.lane.branch,
        commit: state.lane.commit,
        baseBranch: state.input.baseBranch,
        pull: state.pull?.number ?? null,
        ...(state.mayReopen === true ? { mayReopen: true } : {}),
        title: pullTitle(state),
        body: pullBody(state),
      })
    case 'await-ci':
      return perform({
        type: 'AwaitCi',
        id: idFor(state, 'await-ci'),
        pull: state.pull.number,
        commit: state.lane.commit,
        deadline: state.deadline,
      })
    case 'merge-check':
      return perform(agent(state, state.lane, 'merge-checker', mergeCheckerSlices(state)))
    case 'merge':
      return perform(merge(state))
    case 'complete':
      return perform({
        type: 'CompletePlan',
        id: idFor(state, 'complete'),
        planId: state.input.plan.id,
        from: state.input.plan.path,
        to: state.input.plan.completedPath,
        text: state.planText,
        baseBranch: state.input.baseBranch,
        message: `chore: complete plan ${state.input.plan.id}`,
      })
    case 'close':
      return perform(closeLane(idFor(state, 'close'), state.lane, state.input.baseBranch))
    case 'delivered':
      return deliveredEnd(state)
    case 'blocked':
      return blockedEnd(state)
    default:
      return unreachable(state, 'delivery phase')
  }
}

/** Nothing is merged but what the harness itself has seen to be in order. */
function merge(state: Merging): MergeLane | MergePull {
  const { input, lane, pull } = state
  const due = input.e2e === null ? checksOf(state) : [...checksOf(state), input.e2e.check]
  invariant(
    unproven(due, state.evidence, lane.tree).length === 0,
    'nothing is merged without passing evidence for its tree',
  )
  invariant(blockingFindings(state.findings).length === 0, 'nothing is merged with blocking findings')
  const id = idFor(state, 'merge')
  const { baseBranch, forge } = input
  if (forge.kind === 'local' || pull === null)
    return mergeLane(id, lane, {
      baseBranch,
      message: `Merge plan ${input.plan.id}: ${input.plan.title}`,
      checks: input.e2e === null ? input.checks : [...input.checks, input.e2e.check],
    })
  return {
    type: 'MergePull',
    id,
    pull: pull.number,
    lane: lane.lane,
    commit: lane.commit,
    tree: lane.tree,
    baseBranch,
    baseCommit: lane.baseCommit,
    label: forge.label,
    how: forge.merge,
    deadline: state.since + forge.patienceMs,
  }
}

/** A conflict goes back to the agent that wrote the change. */
const fixerOf = ({ cause }: Fixing): DeliveryRole => (cause.type === 'conflict' ? 'implementer' : 'fixer')

const picturesFor = ({ cause }: Fixing): Pick<RunAgent, 'images'> =>
  cause.type === 'findings' && cause.screens !== undefined
    ? { images: cause.screens.map((screen) => screen.file) }
    : {}

function fixTitle({ cause, findings, input }: Fixing): string {
  switch (cause.type) {
    case 'checks':
      return 'Fix failing checks'
    case 'conflict':
      return `Resolve conflicts with ${input.baseBranch}`
    case 'findings':
      return `Fix the findings of review pass ${findings.passes}`
  }
}

function overcome(state: DeliveryState, hurdle: NonNullable<DeliveryState['hurdle']>): Decision<Command> {
  switch (hurdle.type) {
    case 'sleep':
      return perform(wakeAt(idFor(state, 'wait'), hurdle))
    case 'gate':
      return perform({ type: 'AskHuman', id: idFor(state, 'gate'), gate: hurdle.gate })
    case 'stop':
      return stopped(state, hurdle.end)
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

const leavesTheMachine: ReadonlySet<DeliveryState['phase']> = new Set([
  'prepare-pr',
  'open-pr',
  'await-ci',
  'merge-check',
  'merge',
])

const isWithin = (state: DeliveryState, until: Until): boolean =>
  until === 'local'
    ? state.input.forge.kind === 'local' || !leavesTheMachine.has(state.phase)
    : phaseGroup(state) === until

const idFor = (state: DeliveryState, phase: string): Command['id'] =>
  nextId(state, phase, state.input.plan.id)

/** Only an agent whose work is to be kept is given a message for its commit. */
function agent(
  state: DeliveryState,
  lane: PlanLane,
  role: DeliveryRole,
  slices: readonly Slice[],
  commitMessage: string | null = null,
): RunAgent {
  const call = agentCall<Answer>({
    id: idFor(state, state.phase),
    role,
    duties: roleDuties[role],
    settings: state.input.roles[role],
    lane,
    slices,
    commitMessage,
  })
  return {
    ...call,
    // Those who write continue one session; those who judge have their own.
    ...(commitMessage === null ? {} : { session: 'writer' }),
    context: contextOf(state),
    ...materialsOf(state),
  }
}

/** Runs that began without the phase of their plan get no drops for it. */
function contextOf(state: DeliveryState): NonNullable<RunAgent['context']> {
  const { id, phase } = state.input.plan
  return { phase: phaseGroup(state), ...(phase === undefined ? {} : { planPhase: phase }), planId: id }
}
