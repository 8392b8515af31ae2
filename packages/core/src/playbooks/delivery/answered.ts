/** What a person's answer to a gate does to a delivery. */

import type { GateAnswered } from '../../effects/ask-human.ts'
import { isGranted, isRefused } from '../../kernel/gate-answer.ts'
import { isNeedGate } from '../../kernel/need.ts'
import { refillAll } from '../../work/attempts.ts'
import { raiseAgain, sendBack } from '../../work/disputes.ts'
import { forgiveRegressions } from '../../work/findings-ledger.ts'
import { doubtAnswered } from './by-hand.ts'
import { askReviewer, checkAgain } from './choices.ts'
import { letStand } from './let-stand.ts'
import { shownAgain, toChecks, toReview } from './loop.ts'
import { patienceOf } from './pull-events.ts'
import { type DeliveryState, type PlanLane, type ReadingPlan, shared } from './state.ts'

export function answered(state: DeliveryState, event: GateAnswered): DeliveryState {
  const { answer, at } = event
  if (state.phase === 'read-plan' && gateName(state) === 'done-without-record')
    return doubtAnswered(state, event)
  if (state.phase === 'fix' && answer.choice === checkAgain)
    return toChecks({ ...state, hurdle: null }, state.lane, 'fix')
  if (state.phase === 'fix' && answer.choice === askReviewer)
    return ruledAgain(answer.reason.trim() === '' ? state : heard(state, answer.reason), state.lane)
  if (isGranted(answer)) return granted(heard(state, answer.reason), at)
  return isRefused(answer) ? refused(state, answer.reason) : letStand(state, event)
}

/** What came with the dispute is checked first. */
const ruledAgain = (state: DeliveryState, lane: PlanLane): DeliveryState =>
  shownAgain(
    {
      ...state,
      hurdle: null,
      retries: refillAll(state.retries),
      findings: raiseAgain(state.findings),
    },
    lane,
  )

/** The next agent gets their words. */
function heard(state: DeliveryState, said: string): DeliveryState {
  const word = said.trim()
  const answer = word === '' ? wordless(state) : word
  return answer === ''
    ? state
    : { ...state, answers: [...state.answers, { question: questionOf(state), answer }] }
}

/** What a grant without words says: an agent that asked or disputed must hear of it, or it would do so again. */
function wordless({ hurdle }: DeliveryState): string {
  if (hurdle?.type !== 'gate') return ''
  if (isNeedGate(hurdle.gate)) return 'It is given: go on.'
  return hurdle.gate.name === 'finding-disputed' ? 'The finding stands: fix it.' : ''
}

const gateName = ({ hurdle }: DeliveryState): string | null =>
  hurdle?.type === 'gate' ? hurdle.gate.name : null

function granted(state: DeliveryState, at: number): DeliveryState {
  const gate = gateName(state)
  const retries = refillAll(state.retries)
  const findings = sendBack(forgiveRegressions(state.findings))
  const next = { ...state, hurdle: null, retries, findings }
  switch (next.phase) {
    case 'read-plan':
      return toReview(withEditedPlan(next), next.lane)
    case 'open-pr':
      return gate === 'pull-closed' ? { ...next, mayReopen: true } : next
    case 'await-ci':
      return { ...next, deadline: at + patienceOf(next) }
    case 'merge':
      return { ...next, since: at }
    default:
      return next
  }
}

function withEditedPlan(state: ReadingPlan): DeliveryState {
  if (state.edit === null) return state
  const { text } = state.edit
  return { ...state, planText: text ?? state.planText, agreedPlans: [...state.agreedPlans, text] }
}

/** What is merged stays merged: a refusal after that only keeps the plan's file in place. */
function refused(state: DeliveryState, reason: string): DeliveryState {
  const why = `Refused by a person: ${questionOf(state)}${reason === '' ? '' : ` ${reason}`}`
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

const questionOf = (state: DeliveryState): string =>
  state.hurdle?.type === 'gate' ? state.hurdle.gate.question : 'A gate'
