/**
 * Owns what letting it stand does to a delivery: each finding the person saw is waived, with who and why, and the run
 * goes to the step after the one that was stopped. Failing checks and void verdicts cannot be waived.
 */
import type { GateAnswered } from '../../effects/ask-human.ts'
import type { Finding } from '../../kernel/finding.ts'
import { choiceOf, type GateChoice } from '../../kernel/gate.ts'
import { ask, recovered } from '../../kernel/retrying.ts'
import { disputesAt } from '../../work/disputes.ts'
import {
  blockingEntries,
  type FindingSource,
  type FindingsLedger,
  isSuspicion,
  oscillating,
  suspiciousFindings,
  type TrackedFinding,
  waive,
} from '../../work/findings-ledger.ts'
import { toFixFindings } from './agent-finished.ts'
import { type DeliveryGate, suspiciousGate } from './gates.ts'
import { afterReview, afterUi, isProven, shownAgain, toChecks, toPreflight } from './loop.ts'
import { type DeliveryState, type Fixing, notReviewed, type PlanLane, uiNotSeen } from './state.ts'

export function letStand(asked: DeliveryState, event: GateAnswered): DeliveryState {
  if (asked.hurdle?.type !== 'gate') return asked
  const waives = choiceOf(asked.hurdle.gate, event.answer.choice)?.waives
  if (waives === undefined) return asked
  const gate = asked.hurdle.gate.name as DeliveryGate['name']
  const state: DeliveryState = { ...asked, hurdle: null }
  switch (state.phase) {
    case 'review':
      return afterReview(recorded(state, [notReviewed], event), state.lane)
    case 'capture-ui': {
      const found = blockingEntries(state.findings).filter(({ source }) => source === 'review-ui')
      return afterUi(waived(recorded(state, [uiNotSeen], event), found, event), state.lane)
    }
    case 'fix':
      return gate === 'suspicious-change'
        ? afterSuspicions(state, waives, event)
        : afterFindings(state, gate, waives, event)
    default:
      return asked
  }
}

function afterSuspicions(state: Fixing, waives: Waives, event: GateAnswered): DeliveryState {
  const suspicions = blockingEntries(state.findings).filter(isSuspicion)
  const next = waived(state, chosen(suspicions, waives), event)
  return suspiciousFindings(next.findings).length > 0
    ? ask(next, suspiciousGate(next))
    : toChecks(recovered(next, 'guard'), state.lane, 'fix')
}

type Waives = NonNullable<GateChoice['waives']>

const chosen = (seen: readonly TrackedFinding[], waives: Waives): readonly TrackedFinding[] =>
  waives === 'all' ? seen : seen.slice(waives - 1, waives)

/** The order in which a change is looked at: the first source that blocks is the one that stopped the run. */
const order: readonly FindingSource[] = ['review', 'review-ui', 'e2e', 'ci', 'merge-check']

function afterFindings(
  state: Fixing,
  gate: DeliveryGate['name'],
  waives: Waives,
  event: GateAnswered,
): DeliveryState {
  const blocking = blockingEntries(state.findings)
  const stopped = order.find((one) => blocking.some(({ source }) => source === one))
  const next = waived(state, chosen(seenAt(gate, state.findings), waives), event)
  if (gate === 'finding-disputed' && hasMoreToShow(next, state.lane)) return shownAgain(next, state.lane)
  return blockingEntries(next.findings).some(({ source }) => source === stopped)
    ? toFixFindings(next, state.lane)
    : stepAfter(next, state.lane, stopped)
}

/** A change that came with the dispute is new, and another dispute waits for its ruling. */
const hasMoreToShow = (state: DeliveryState, lane: PlanLane): boolean =>
  !isProven(state, lane) || disputesAt(state.findings, 'raised').length > 0

/** The findings that the person saw at the gate. */
function seenAt(gate: DeliveryGate['name'], ledger: FindingsLedger): readonly TrackedFinding[] {
  if (gate === 'review-oscillates') return oscillating(ledger)
  return gate === 'finding-disputed' ? disputesAt(ledger, 'insisted') : blockingEntries(ledger)
}

/** After the merge check the pull request is brought up to date, so that its body lists the waiver. */
function stepAfter(state: DeliveryState, lane: PlanLane, stopped: FindingSource | undefined): DeliveryState {
  switch (stopped) {
    case 'review':
      return afterReview(state, lane)
    case 'review-ui':
      return afterUi(state, lane)
    default:
      return toPreflight(state, lane)
  }
}

const waived = (
  state: DeliveryState,
  entries: readonly TrackedFinding[],
  event: GateAnswered,
): DeliveryState =>
  recorded(
    { ...state, findings: waive(state.findings, entries) },
    entries.map(({ finding }) => finding),
    event,
  )

const recorded = (
  state: DeliveryState,
  findings: readonly Finding[],
  { answer, at }: GateAnswered,
): DeliveryState => ({
  ...state,
  waivers: [
    ...state.waivers,
    ...findings.map((finding) => ({ finding, by: answer.by, at, why: answer.reason })),
  ],
})
