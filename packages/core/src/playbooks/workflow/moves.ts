/** Owns how a workflow goes from phase to phase. Each function is one transition; none looks at an event. */
import type { Evidence } from '../../kernel/evidence.ts'
import { invariant } from '../../kernel/invariant.ts'
import { hasPassed } from '../../work/check-summary.ts'
import { missingGrades } from '../../work/model-presets.ts'
import { type CheckPart, checksIn } from '../../work/project-checks.ts'
import { type AutofixMove, moved } from './autofix.ts'
import type { StepName } from './input.ts'
import { seatsFor, type WorkName } from './seats.ts'
import { freshLayers, go, type Move, pathIn, type WorkflowState } from './state.ts'
import { say } from './words.ts'

export const mostLayer1Retries = 3
export const mostLayer2Retries = 2

/** Asks for what the operator has not said yet. */
export function setUp(state: WorkflowState): WorkflowState {
  if (state.mode === null) return go(state, { phase: 'mode' })
  if (state.modelConfig === null) return go(state, { phase: 'model', given: null })
  return go(startNotes(say(state, 'started')), { phase: 'look' })
}

/** What costs more than it must, and what cannot be had as it was asked for. */
function startNotes(state: WorkflowState): WorkflowState {
  const { input, modelConfig } = state
  const { provider, otherLang } = input
  const costly = input.verifier === 'haiku' ? state : say(state, 'verifierCost', input.verifier)
  const missing = missingGrades(modelConfig, input.models, provider)
  const told = missing.reduce((one, grade) => say(one, 'noModelFor', grade, provider ?? ''), costly)
  return otherLang === undefined ? told : say(told, 'otherLanguage', otherLang)
}

export const work = (state: WorkflowState, name: WorkName): WorkflowState =>
  go(state, { phase: 'work', work: name, seats: seatsFor(name, state.mode ?? 'single') })

export const plan: Move = (state) =>
  work(say(state, 'phase', 'plan'), state.mode === 'single' ? 'plan' : 'proposals')

/** The planner, or the one who put the proposals together, works in what the person wants otherwise. */
export const revise: Move = (state) => work(state, state.mode === 'single' ? 'plan' : 'synthesis')

export const readSpec: Move = (state) => go(state, { phase: 'spec', isRead: false })

/** A round plans again; a retry only implements. */
export const generate: Move = (state) =>
  work(
    say({ ...state, drafts: { ...state.drafts, lead: {}, reviews: {} } }, 'phase', 'generate'),
    state.mode === 'single' ? 'implement' : 'lead',
  )

const implementAgain = (state: WorkflowState, failed: 'verify' | 'evaluate'): WorkflowState =>
  work({ ...state, failed, layer1: { ...state.layer1, result: null } }, 'implement')

export const verify: Move = (state) =>
  checkNext(
    say({ ...state, layer1: { ...state.layer1, result: null }, report: null }, 'phase', 'verify'),
    ['build', 'rest'],
    [],
  )

/** The next part that has commands; then the scan. A failed build skips the rest. */
export function checkNext(
  state: WorkflowState,
  parts: readonly CheckPart[],
  evidence: readonly Evidence[],
): WorkflowState {
  const part = parts.find((one) => checksIn(state.input, one).length > 0)
  return part === undefined || !evidence.every(hasPassed)
    ? go(state, { phase: 'scan', evidence })
    : go(state, { phase: 'checks', part, evidence })
}

export const evaluate: Move = (state) =>
  work(say({ ...state, layer2: { ...state.layer2, result: null } }, 'phase', 'evaluate'), 'evaluate')

/** A step is complete: the run rests if the operator wants no more, else it goes on. */
export function complete(state: WorkflowState, done: StepName): WorkflowState {
  const told = say(state, 'complete', done)
  return state.until === done ? go(told, { phase: 'rest', done }) : proceed[done](told)
}

/** One write per transition; a move that the table does not have is a bug. */
export function autofix(state: WorkflowState, move: AutofixMove): WorkflowState {
  const next = moved(state.autofix, move)
  invariant(next !== null, `the auto-fix is ${state.autofix}, and ${move} happened`)
  return { ...state, autofix: next }
}

export const atVerifyGate: Move = (state) => go(state, { phase: 'verify-gate' })

function judgeLayer1(state: WorkflowState): WorkflowState {
  const { report, layer1 } = state
  const line = report?.line ?? ''
  if (layer1.result === 'PASS')
    return evaluate(state.autofix === 'applied' ? say(autofix(state, 'pass'), 'autofixVerified') : state)
  // A fix was tried: the retries stay as they are.
  if (state.autofix === 'applied') return atVerifyGate(say(autofix(state, 'fail'), 'autofixStopped'))
  if (layer1.retries >= mostLayer1Retries)
    return atVerifyGate(say(state, 'verifyMaxed', mostLayer1Retries, line, pathIn(state, 'verify_report')))
  const retries = layer1.retries + 1
  const told = say(state, 'verifyRetry', retries, mostLayer1Retries, line)
  return implementAgain({ ...told, layer1: { ...layer1, retries } }, 'verify')
}

export function judgeQa(state: WorkflowState): WorkflowState {
  const { qa, layer2, round, input } = state
  invariant(qa !== null, 'an evaluation is judged')
  if (qa.result === 'PASS') {
    // A person passed over failed checks: that is accepted, not passed.
    const result = state.layer1.result === 'PASS' ? 'passed' : 'accepted-with-failures'
    return finish(say({ ...state, result }, 'qaPass'))
  }
  if (qa.layer === 2 && layer2.retries < mostLayer2Retries) {
    const retries = layer2.retries + 1
    const told = say(state, 'layer2Retry', retries, mostLayer2Retries, qa.line)
    return implementAgain({ ...told, layer2: { ...layer2, retries } }, 'evaluate')
  }
  const told = qa.layer === 2 ? say(state, 'layer2Maxed', mostLayer2Retries, qa.line) : state
  if (round >= input.maxRounds)
    return finish(say({ ...told, result: 'failed' }, 'maxRounds', pathIn(state, 'qa_report')))
  return go(told, { phase: 'verdict-gate', layer: qa.layer === 2 ? 2 : 3 })
}

/** What follows a step that is done. */
export const proceed: Readonly<Record<StepName, Move>> = {
  plan: readSpec,
  generate: verify,
  verify: judgeLayer1,
  evaluate: judgeQa,
}

/** The next round begins with the report of this one. The auto-fix stays used up. */
export const nextRound: Move = (state) =>
  readSpec({
    ...state,
    round: state.round + 1,
    ...freshLayers,
    failed: null,
  })

/** Without git nothing can be committed. */
export const finish: Move = (state) =>
  state.input.hasGit
    ? go(state, { phase: 'commit-gate' })
    : clean(say(state, 'keptInPlace', state.input.docsPath))

/** Without a commit. */
export const clean: Move = (state) =>
  go(state, { phase: 'clean', choice: 'none', commit: null, merged: false })
