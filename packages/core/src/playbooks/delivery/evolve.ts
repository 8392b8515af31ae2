/** How each event changes a delivery. Pure and total: an event that means nothing here changes nothing. */
import type { LaneMerged, MergeRefused } from '../../effects/merge-lane.ts'
import type { SyncConflicted } from '../../effects/sync-lane.ts'
import { isOutcome } from '../../kernel/event.ts'
import { forgeRole } from '../../kernel/hurdle.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { ask, failed, spend } from '../../kernel/retrying.ts'
import { haltWith, liftStop } from '../../work/attempts.ts'
import { countEnd } from '../../work/dispatch.ts'
import { mergeAgain } from '../../work/landing.ts'
import { laneAt, syncedLane } from '../../work/lane.ts'
import { driven, lookBegan, looked, programBegan } from '../../work/watch.ts'
import { agentFinished, contractBroken } from './agent-finished.ts'
import { answered } from './answered.ts'
import { completionSeen, isLastLook, lookFailed, programs } from './by-hand.ts'
import { charge } from './charge.ts'
import { editIn, type PlanRead } from './documents.ts'
import type { Command, Event, Outcome } from './effects.ts'
import {
  baseRewrittenGate,
  completionRefusedGate,
  conflictGate,
  mergeRefusedGate,
  planEditedGate,
  pushRejectedGate,
} from './gates.ts'
import { blockedBy, isGivenUp } from './given-up.ts'
import { deliveryPhases, type Until } from './input.ts'
import { afterPreflight, toFix, toLanding, toPreflight, toReview } from './loop.ts'
import { checksFinished, uiNotCaptured } from './proof-events.ts'
import { ciReported, pullClosed, pullOpened } from './pull-events.ts'
import { type DeliveryState, shared } from './state.ts'

export function evolve(state: DeliveryState, event: Event): DeliveryState {
  switch (event.type) {
    case 'RunStarted':
      return driven(state, event, [])
    case 'CommandIssued':
      return issued(state, event.command)
    case 'RunEnded':
      return isGivenUp(state, event.end) ? blockedBy(state, event.end.reason) : state
    case 'RunInterrupted':
      return event.spent.reduce((next, { spending }) => charge(next, spending), state)
    case 'RunResumed':
      return driven(resumed(state, event.until), event, state.atWork === null ? [] : [state.atWork])
    default:
      return isOutcome(event) ? ended(counted(state, event), event) : state
  }
}

function issued(state: DeliveryState, { type, id }: Command): DeliveryState {
  if (type === 'ReadDocuments') return lookBegan(state, [])
  return programs.has(type) ? programBegan({ ...state, atWork: id }, id) : state
}

const counted = (state: DeliveryState, { commandId }: Outcome): DeliveryState => ({
  ...state,
  atWork: state.atWork === commandId ? null : state.atWork,
  dispatched: countEnd(state.dispatched, commandId),
})

function ended(state: DeliveryState, event: Outcome): DeliveryState {
  switch (event.type) {
    case 'LaneOpened':
      return {
        ...shared(state),
        phase: 'implement',
        lane: { ...laneAt(event), change: event.commandId },
      }
    case 'AgentFinished':
      return agentFinished(charge(state, event.spending), event)
    case 'AgentFailed':
      return failed(charge(state, event.spending), event)
    case 'ForgeFailed':
      return failed(state, { ...event, role: forgeRole })
    case 'ContractBroken':
      return contractBroken(charge(state, event.spending), event)
    case 'ChecksFinished':
      return checksFinished(state, event)
    case 'UiCaptured':
      return state.phase === 'capture-ui'
        ? { ...shared(state), phase: 'review-ui', lane: state.lane, screens: event.screens }
        : state
    case 'UiNotCaptured':
      return uiNotCaptured(state, event)
    case 'DocumentsRead':
      return planRead(state, event)
    case 'LaneSynced':
      return state.phase === 'preflight' ? afterPreflight(state, syncedLane(state.lane, event)) : state
    case 'SyncConflicted':
      return conflicted(state, event)
    case 'BaseRewritten':
      return state.phase === 'preflight'
        ? ask(
            { ...state, lane: { ...state.lane, baseCommit: event.baseCommit } },
            baseRewrittenGate(state.input.baseBranch, state.lane.baseCommit, event.baseCommit),
          )
        : state
    case 'LaneMerged':
      return merged(state, event)
    case 'MergeRefused':
      return mergeRefused(state, event)
    case 'PullOpened':
      return pullOpened(state, event)
    case 'CiReported':
      return ciReported(state, event)
    case 'PullClosed':
      return pullClosed(state, event)
    case 'PlanCompleted':
      return state.phase === 'complete'
        ? { ...shared(state), phase: 'close', lane: state.lane, merged: state.merged, planKept: null }
        : state
    case 'LaneClosed':
      return state.phase === 'close' ? { ...state, phase: 'delivered', laneKept: event.kept } : state
    case 'GateAnswered':
      return answered(state, event)
    case 'TimerFired':
      return { ...state, hurdle: null }
    case 'Frozen':
      return { ...state, budgetFreeze: 'asked' }
    case 'CommandFailed':
      return isLastLook(event) ? lookFailed(state) : haltWith(state, event)
  }
}

function planRead(state: DeliveryState, event: PlanRead): DeliveryState {
  const completed = completionSeen(state, event)
  if (completed !== null || state.phase !== 'read-plan') return completed ?? state
  const now = { ...looked(state), doubt: null }
  const edit = editIn(event, now)
  if (edit !== null) return ask({ ...now, edit }, planEditedGate(now.input.plan.path, edit))
  return now.then === 'review' ? toReview(now, now.lane) : toLanding(now, now.lane, event.at)
}

/** The conflicts are marked in the lane, on top of the new base: the agent that wrote the change resolves them. */
function conflicted(state: DeliveryState, event: SyncConflicted): DeliveryState {
  if (state.phase !== 'preflight') return state
  const { baseCommit, files } = event
  const lane = syncedLane(state.lane, event)
  const resolving = toFix({ ...state, conflictedWith: baseCommit }, lane, { type: 'conflict', files })
  return isExhausted(state.retries.conflict)
    ? ask(resolving, conflictGate(state.input.baseBranch, files))
    : spend(resolving, 'conflict')
}

function merged(state: DeliveryState, event: LaneMerged): DeliveryState {
  if (state.phase !== 'merge' && state.phase !== 'open-pr' && state.phase !== 'await-ci') return state
  const notes =
    event.by === 'others' ? [...state.notes, 'Another person merged the pull request.'] : state.notes
  const evidence = event.evidence.length === 0 ? state.evidence : event.evidence
  return { ...shared(state), notes, evidence, phase: 'complete', lane: state.lane, merged: event.commit }
}

function mergeRefused(state: DeliveryState, { reason, detail }: MergeRefused): DeliveryState {
  if (state.phase === 'complete') return ask(state, completionRefusedGate(state.merged, reason, detail))
  if (state.phase === 'open-pr') return ask(state, pushRejectedGate(state.lane.branch, detail))
  if (state.phase !== 'merge') return state
  return mergeAgain(toPreflight(state, state.lane), reason, mergeRefusedGate(reason, detail, state.lane))
}

function resumed(state: DeliveryState, until: string | null): DeliveryState {
  const known: readonly Until[] = [...deliveryPhases, 'local']
  const next = { ...state, until: known.find((one) => one === until) ?? null }
  return liftStop(next)
}
