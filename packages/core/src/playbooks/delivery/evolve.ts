/** How each event changes a delivery. Pure and total: an event that means nothing here changes nothing. */
import type { Spending } from '../../agent.ts'
import { ceilingReached, overPlan, settle } from '../../budget-ledger.ts'
import type { AgentFinished, AgentOutput, Event, Outcome, RunEnd } from '../../event.ts'
import { isOutcome } from '../../event.ts'
import { passed, unproven } from '../../evidence.ts'
import { exitCode } from '../../exit-code.ts'
import { blockingFindings, forgiveRegressions, oscillating, recordPass } from '../../findings-ledger.ts'
import type { Gate } from '../../gate.ts'
import { remedyFor, stop } from '../../hurdle.ts'
import { phaseOf, showCommand } from '../../ids.ts'
import { isExhausted, refill, spendRetry } from '../../retry-budget.ts'
import {
  checksKeepFailingGate,
  completionRefusedGate,
  conflictGate,
  mergeRefusedGate,
  notConvergedGate,
  nothingChangedGate,
  oscillationGate,
  passesUsedUpGate,
  reviewerEditsGate,
} from './gates.ts'
import { type DeliveryPhase, deliveryPhases } from './input.ts'
import { type DeliveryState, type LaneAt, type RetryKind, shared, type Warning } from './state.ts'

export function evolve(state: DeliveryState, event: Event): DeliveryState {
  switch (event.type) {
    case 'RunStarted':
    case 'CommandIssued':
    case 'RunEnded':
      return state
    case 'RunInterrupted':
      return event.spent.reduce((next, { spending }) => charge(next, spending), state)
    case 'RunResumed':
      return resumed(state, event.until)
    default:
      return isOutcome(event) ? ended(counted(state, event), event) : state
  }
}

const counted = (state: DeliveryState, event: Outcome): DeliveryState => {
  const phase = phaseOf(event.commandId)
  return { ...state, dispatched: { ...state.dispatched, [phase]: (state.dispatched[phase] ?? 0) + 1 } }
}

function ended(state: DeliveryState, event: Outcome): DeliveryState {
  switch (event.type) {
    case 'LaneOpened':
      return {
        ...shared(state),
        phase: 'implement',
        lane: {
          lane: event.lane,
          branch: event.branch,
          baseCommit: event.baseCommit,
          commit: event.commit,
          tree: event.tree,
          change: event.commandId,
        },
      }
    case 'AgentFinished':
      return agentFinished(charge(state, event.spending), event)
    case 'AgentFailed': {
      const charged = charge(state, event.spending)
      const remedy = remedyFor(event, charged.retries)
      return { ...(remedy.spend === null ? charged : spend(charged, remedy.spend)), hurdle: remedy.hurdle }
    }
    case 'ContractBroken':
      return halt(charge(state, event.spending), {
        exitCode: exitCode.contractBroken,
        reason: `The ${event.role} broke its output contract “${event.contract}”: ${event.problems.join('; ')}`,
        next: `See its answer: ${showCommand(event.commandId)}; then: harness resume`,
      })
    case 'ChecksFinished':
      return checksFinished(state, event.evidence)
    case 'LaneSynced':
      return state.phase === 'preflight'
        ? preflighted(state, {
            ...state.lane,
            baseCommit: event.baseCommit,
            commit: event.commit,
            tree: event.tree,
          })
        : state
    case 'SyncConflicted':
      return ask(state, conflictGate(state.input.baseBranch, event.files))
    case 'LaneMerged':
      return state.phase === 'merge'
        ? { ...shared(state), phase: 'complete', lane: state.lane, merged: event.commit }
        : state
    case 'MergeRefused':
      return mergeRefused(state, event.reason, event.detail)
    case 'PlanCompleted':
      return state.phase === 'complete'
        ? { ...shared(state), phase: 'close', lane: state.lane, merged: state.merged, planKept: null }
        : state
    case 'LaneClosed':
      return state.phase === 'close' ? { ...state, phase: 'delivered', laneKept: event.kept } : state
    case 'GateAnswered':
      return event.answer.decision === 'granted' ? granted(state) : refused(state, event.answer.reason)
    case 'TimerFired':
      return { ...state, hurdle: null }
    case 'Frozen':
      return { ...state, budgetFreeze: 'asked' }
    case 'CommandFailed':
      return halt(state, { exitCode: exitCode.halted, reason: event.detail, next: event.next })
  }
}

function agentFinished(state: DeliveryState, event: AgentFinished): DeliveryState {
  switch (state.phase) {
    case 'implement':
    case 'fix': {
      if (event.changedFiles.length === 0) return changedNothing(state, event)
      const lane: LaneAt = {
        ...state.lane,
        commit: event.commit,
        tree: event.tree,
        change: event.commandId,
      }
      const after = state.phase
      return { ...shared(recovered(state, 'emptyChange')), phase: 'checks', lane, after }
    }
    case 'review':
      return event.violation !== null || event.output.kind !== 'review' || saysNothing(event.output)
        ? reviewVoid(state, event.violation?.files ?? [])
        : reviewed(recovered(state, 'voidReview'), event.output.findings)
    default:
      return state
  }
}

/** Neither a finding nor the word that there is none: no verdict. */
const saysNothing = (review: Extract<AgentOutput, { kind: 'review' }>): boolean =>
  review.findings.length === 0 && !review.sentinel

function changedNothing(state: DeliveryState, event: AgentFinished): DeliveryState {
  return isExhausted(state.retries.emptyChange)
    ? ask(state, nothingChangedGate(event.role, event.text))
    : spend(state, 'emptyChange')
}

function reviewVoid(state: DeliveryState, files: readonly string[]): DeliveryState {
  return isExhausted(state.retries.voidReview)
    ? ask(state, reviewerEditsGate(files))
    : spend(state, 'voidReview')
}

function reviewed(
  state: DeliveryState & { readonly phase: 'review' },
  found: Parameters<typeof recordPass>[1]['findings'],
): DeliveryState {
  const findings = recordPass(state.findings, {
    findings: found,
    commit: state.lane.commit,
    change: state.lane.change,
    ratchetFromPass: state.input.review.ratchetFromPass,
  })
  const next = spend({ ...state, findings }, 'reviewPass')
  if (blockingFindings(findings).length === 0)
    return { ...shared(next), phase: 'preflight', lane: state.lane }
  const fixing: DeliveryState = { ...shared(next), phase: 'fix', lane: state.lane, cause: 'findings' }
  const circles = oscillating(findings)
  if (circles.length > 0) return ask(fixing, oscillationGate(circles))
  return isExhausted(next.retries.reviewPass) ? ask(fixing, notConvergedGate(fixing)) : fixing
}

function checksFinished(state: DeliveryState, evidence: DeliveryState['evidence']): DeliveryState {
  if (state.phase !== 'checks') return state
  const failed = evidence.filter((item) => !passed(item))
  const known: DeliveryState = { ...state, evidence }
  if (unproven(state.input.checks, evidence, state.lane.tree).length === 0) {
    const proven = recovered(known, 'checkFix')
    if (state.after === 'preflight') return { ...shared(proven), phase: 'merge', lane: state.lane }
    const reviewing: DeliveryState = { ...shared(proven), phase: 'review', lane: state.lane }
    return isExhausted(proven.retries.reviewPass) ? ask(reviewing, passesUsedUpGate(reviewing)) : reviewing
  }
  const fixing: DeliveryState = { ...shared(known), phase: 'fix', lane: state.lane, cause: 'checks' }
  return isExhausted(state.retries.checkFix)
    ? ask(
        fixing,
        checksKeepFailingGate(
          fixing,
          failed.map((item) => item.check),
        ),
      )
    : spend(fixing, 'checkFix')
}

const preflighted = (state: DeliveryState, lane: LaneAt): DeliveryState =>
  unproven(state.input.checks, state.evidence, lane.tree).length === 0
    ? { ...shared(state), phase: 'merge', lane }
    : { ...shared(state), phase: 'checks', lane, after: 'preflight' }

function mergeRefused(state: DeliveryState, reason: string, detail: string): DeliveryState {
  if (state.phase === 'complete') return ask(state, completionRefusedGate(state.merged, detail))
  if (state.phase !== 'merge') return state
  const again: DeliveryState = { ...shared(state), phase: 'preflight', lane: state.lane }
  return reason === 'base-moved' && !isExhausted(state.retries.mergeRace)
    ? spend(again, 'mergeRace')
    : ask(again, mergeRefusedGate(detail))
}

function granted(state: DeliveryState): DeliveryState {
  const all = Object.fromEntries(
    Object.entries(state.retries).map(([kind, budget]) => [kind, refill(budget)]),
  ) as unknown as DeliveryState['retries']
  return { ...state, hurdle: null, retries: all, findings: forgiveRegressions(state.findings) }
}

/** What is merged stays merged: a refusal after that only leaves the plan's file where it is. */
function refused(state: DeliveryState, reason: string): DeliveryState {
  const why = refusal(state, reason)
  return state.phase === 'complete'
    ? {
        ...shared(state),
        phase: 'close',
        hurdle: null,
        lane: state.lane,
        merged: state.merged,
        planKept: why,
      }
    : { ...shared(state), phase: 'blocked', hurdle: null, why }
}

const refusal = (state: DeliveryState, reason: string): string => {
  const question = state.hurdle?.type === 'gate' ? state.hurdle.gate.question : 'A gate'
  return `Refused by a person: ${question}${reason === '' ? '' : ` ${reason}`}`
}

function resumed(state: DeliveryState, until: string | null): DeliveryState {
  const phase = deliveryPhases.find((known): known is DeliveryPhase => known === until) ?? null
  const next = { ...state, until: phase }
  return state.hurdle?.type === 'stop' ? { ...recoveredAgents(next), hurdle: null } : next
}

const recoveredAgents = (state: DeliveryState): DeliveryState => refilled(state, agentFailures)

/** An agent answered usefully: what was spent on its failures, and on this kind, is given back. */
const recovered = <S extends DeliveryState>(state: S, kind: RetryKind): S =>
  refilled(state, [...agentFailures, kind])

const agentFailures: readonly RetryKind[] = ['transient', 'ambiguous', 'unknownReset', 'knownReset']

/** The same state where nothing was spent: most events of a long run come by here. */
function refilled<S extends DeliveryState>(state: S, kinds: readonly RetryKind[]): S {
  const spent = kinds.filter((kind) => state.retries[kind].used > 0)
  if (spent.length === 0) return state
  const full = Object.fromEntries(spent.map((kind) => [kind, refill(state.retries[kind])]))
  return { ...state, retries: { ...state.retries, ...full } }
}

const spend = (state: DeliveryState, kind: RetryKind): DeliveryState => ({
  ...state,
  retries: { ...state.retries, [kind]: spendRetry(state.retries[kind]) },
})

const ask = (state: DeliveryState, gate: Gate): DeliveryState => ({
  ...state,
  hurdle: { type: 'gate', gate },
})

const halt = (state: DeliveryState, why: Pick<RunEnd, 'exitCode' | 'reason' | 'next'>): DeliveryState => ({
  ...state,
  hurdle: stop(why),
})

function charge(state: DeliveryState, spending: Spending): DeliveryState {
  const spent = settle(state.spent, spending)
  const { budget } = state.input
  const due: readonly Warning[] = [
    ...(ceilingReached(spent, budget) ? (['budget_ceiling_reached'] as const) : []),
    ...(overPlan(spent, budget) ? (['plan_over_budget'] as const) : []),
  ]
  const warnings = [...state.warnings, ...due.filter((warning) => !state.warnings.includes(warning))]
  return { ...state, spent, warnings }
}
