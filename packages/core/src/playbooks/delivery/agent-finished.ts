/** What a delivery makes of an agent's answer, in any role. */
import type { ContractBroken, Suspicion } from '../../effects/run-agent.ts'
import type { Finding } from '../../kernel/finding.ts'
import { isAgentsOwn, type Need, needGate } from '../../kernel/need.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { ask, recovered, spend, spendOrAsk } from '../../kernel/retrying.ts'
import { haltOnContract } from '../../work/attempts.ts'
import { disputesAt, insistOnAll, raiseDisputes } from '../../work/disputes.ts'
import {
  blockingFindings,
  type FindingSource,
  oscillating,
  recordPass,
  suspiciousFindings,
} from '../../work/findings-ledger.ts'
import { changedLane } from '../../work/lane.ts'
import { planCallsFor } from '../../work/suspicions.ts'
import { markUnseen } from '../../work/unseen-quotes.ts'
import type { Answer } from './answers.ts'
import type { AgentFinished } from './effects.ts'
import {
  disputedGate,
  notConvergedGate,
  nothingChangedGate,
  oscillationGate,
  suspiciousGate,
  voidAnswerGate,
} from './gates.ts'
import { afterReview, afterUi, shownAgain, toChecks, toFix, toMerge } from './loop.ts'
import { proseFinding } from './prose-review.ts'
import { withSaid } from './said.ts'
import {
  type DeliveryState,
  type FixCause,
  type Fixing,
  type Implementing,
  type PlanLane,
  shared,
} from './state.ts'

export function agentFinished(state: DeliveryState, event: AgentFinished): DeliveryState {
  switch (state.phase) {
    case 'implement':
    case 'fix': {
      const heard = withSaid(state, event)
      return event.answer.kind === 'need' ? needed(heard, event.answer.need, event) : worked(heard, event)
    }
    case 'review':
    case 'review-ui':
    case 'merge-check':
      return judged(state, event)
    case 'prepare-pr': {
      if (event.violation !== null || event.answer.kind !== 'pull-text') return answerVoid(state, event)
      const { summary, risks } = event.answer
      const told = recovered(state, 'voidReview')
      return { ...shared(told), pullText: { summary, risks }, phase: 'open-pr', lane: state.lane }
    }
    default:
      return state
  }
}

const laneAfter = ({ lane }: Implementing | Fixing, event: AgentFinished): PlanLane => {
  const changed = changedLane(lane, event)
  return changed === lane ? lane : { ...changed, change: event.commandId }
}

/** What it did so far is kept; it goes on when it has what it needs, or is told to settle that itself. */
function needed(state: Implementing | Fixing, need: Need, event: AgentFinished): DeliveryState {
  const kept: DeliveryState = { ...state, lane: laneAfter(state, event) }
  const { plan } = state.input
  const gate = needGate(need, event.role, `plan ${plan.id} and the plans that depend on it`)
  if (!isAgentsOwn(need)) return ask(kept, gate)
  const answer =
    'No person is needed for this: decide it yourself, and say in your last message what you decided.'
  const told = { ...kept, answers: [...kept.answers, { question: need.what, answer }] }
  return spendOrAsk(told, 'sentBack', gate)
}

function worked(before: Implementing | Fixing, event: AgentFinished): DeliveryState {
  const { state, isDisputed } = withDisputes(before, event)
  const hasEarlierWork = state.phase === 'implement' && state.lane.commit !== state.lane.baseCommit
  const isSuspicious = suspiciousFindings(state.findings).length > 0
  // The agent was told and changed nothing, so now a person must decide.
  if (event.changedFiles.length === 0 && isSuspicious) return ask(state, suspiciousGate(state))
  if (event.changedFiles.length === 0 && disputesAt(state.findings, 'insisted').length > 0)
    return ask(state, disputedGate(state))
  if (event.changedFiles.length === 0 && isDisputed)
    return shownAgain(recovered(state, 'emptyChange'), state.lane)
  if (event.changedFiles.length === 0 && !hasEarlierWork)
    return spendOrAsk(state, 'emptyChange', nothingChangedGate(event.role, event.text))
  const lane = laneAfter(state, event)
  const guarded = guard(recovered(state, 'emptyChange'), lane, event.suspicions ?? [])
  if (blockingFindings(guarded.findings, 'guard').length === 0) {
    // Only the next checks tell whether the tests are back: until then the budget stays spent.
    const isSettled = suspiciousFindings(guarded.findings).length === 0
    const settled = isSettled ? recovered(guarded, 'guard') : guarded
    return state.phase === 'fix' && disputesAt(settled.findings, 'insisted').length > 0
      ? ask(toFix(settled, lane, state.cause), disputedGate(settled))
      : toChecks(settled, lane, state.phase)
  }
  const again = toFix(guarded, lane, { type: 'findings' })
  return spendOrAsk(again, 'guard', suspiciousGate(again))
}

/** What the fixer disputes; and if it changed nothing, it stays with what the reviewer upheld. */
function withDisputes<State extends Implementing | Fixing>(
  state: State,
  { answer, changedFiles }: AgentFinished,
): { readonly state: State; readonly isDisputed: boolean } {
  if (state.phase !== 'fix' || state.cause.type !== 'findings') return { state, isDisputed: false }
  const { findings, isAnyRaised } = raiseDisputes(
    state.findings,
    answer.kind === 'dispute' ? answer.disputes : [],
  )
  const known = changedFiles.length === 0 ? insistOnAll(findings) : findings
  return { state: { ...state, findings: known }, isDisputed: isAnyRaised }
}

/** What only the plan may call for is a finding, unless the plan names the file. */
function guard(state: DeliveryState, lane: PlanLane, suspicions: readonly Suspicion[]): DeliveryState {
  const findings = suspicions
    .filter(({ file }) => !planCallsFor(state.planText, file))
    .map(
      (suspicion): Finding => ({
        severity: 'High',
        title: titles[suspicion.kind],
        detail: suspicion.detail,
        file: suspicion.file,
        line: null,
      }),
    )
  return withPass(state, lane, 'guard', findings)
}

const titles: Readonly<Record<Suspicion['kind'], string>> = {
  'rules-edited': 'A file that governs the harness was edited, which the plan does not name; put it back',
  'odd-name': 'A file has an unfit name, and the plan does not name it; rename it',
  'hidden-characters': 'A file has hidden characters, and the plan does not name it; take them out',
  'link-outside': 'A link leads out of the repository, and the plan does not name it; remove it',
  'submodule-url': 'A submodule has a new address, and the plan does not name .gitmodules; put it back',
  'install-script': 'A new script runs at installation, and the plan does not name its file; take it out',
  'large-file': 'A file is large, and the plan does not name it; take it out',
}

/** Neither a finding nor the word that there is none: no verdict. */
const saysNothing = (review: Extract<Answer, { kind: 'review' }>): boolean =>
  review.findings.length === 0 && !review.sentinel

type Judging = DeliveryState & { readonly phase: 'review' | 'review-ui' | 'merge-check' }

function judged(state: Judging, event: AgentFinished): DeliveryState {
  const { answer, quotes, violation, at } = event
  const heard = recovered(state, 'voidReview')
  if (violation === null && answer.kind === 'review' && !saysNothing(answer))
    return reviewed(heard, markUnseen(answer.findings, quotes), at)
  return isLastWordInProse(state, event)
    ? reviewed(heard, [proseFinding(event)], at)
    : answerVoid(state, event)
}

/** A second reviewer answered in prose too: what it says is kept, and goes to the fixer. */
const isLastWordInProse = (
  { phase, retries }: Judging,
  { answer, text, violation }: AgentFinished,
): boolean =>
  phase === 'review' &&
  isExhausted(retries.voidReview) &&
  violation === null &&
  answer.kind === 'text' &&
  text.trim() !== ''

/** Another agent is asked once; then a person reads the answer. */
const answerVoid = (state: DeliveryState, event: AgentFinished): DeliveryState =>
  spendOrAsk(state, 'voidReview', voidAnswerGate({ ...event, files: event.violation?.files ?? [] }))

const readers: ReadonlySet<DeliveryState['phase']> = new Set([
  'review',
  'review-ui',
  'merge-check',
  'prepare-pr',
])

/** A reader without a usable answer stops no run; anything else in another form is a bug of its contract. */
export const contractBroken = (state: DeliveryState, event: ContractBroken): DeliveryState =>
  readers.has(state.phase)
    ? spendOrAsk(state, 'voidReview', voidAnswerGate({ ...event, files: [] }))
    : haltOnContract(state, event, state.input.plan.id)

function reviewed(state: Judging, found: readonly Finding[], at: number): DeliveryState {
  const { phase, lane } = state
  const judged = withPass(state, lane, phase, found)
  const next = phase === 'review' ? spend(judged, 'reviewPass') : judged
  // What others found is theirs to take back: each looks again before the change is merged.
  if (blockingFindings(next.findings, phase).length > 0)
    return toFixFindings(next, lane, state.phase === 'review-ui' ? { screens: state.screens } : {})
  switch (phase) {
    case 'review':
      return afterReview(next, lane)
    case 'review-ui':
      return afterUi(next, lane)
    case 'merge-check':
      return toMerge(next, lane, at)
  }
}

export const withPass = (
  state: DeliveryState,
  { commit, change }: PlanLane,
  source: FindingSource,
  findings: readonly Finding[],
): DeliveryState => ({
  ...state,
  findings: recordPass(state.findings, {
    source,
    findings,
    commit,
    change,
    ratchetFromPass: state.input.review.ratchetFromPass,
  }),
})

/** Findings go to the fixer, unless fixing only goes round in circles or has been tried often enough. */
export function toFixFindings(
  state: DeliveryState,
  lane: PlanLane,
  shown: Omit<Extract<FixCause, { type: 'findings' }>, 'type'> = {},
): DeliveryState {
  const fixing = toFix(state, lane, { type: 'findings', ...shown })
  const circles = oscillating(state.findings)
  if (circles.length > 0) return ask(fixing, oscillationGate(circles))
  return isExhausted(state.retries.reviewPass) ? ask(fixing, notConvergedGate(fixing)) : fixing
}
