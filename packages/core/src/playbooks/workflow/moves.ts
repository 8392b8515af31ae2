/** Owns how a workflow goes from phase to phase. Each function is one transition; none looks at an event. */

import type { Evidence } from '../../kernel/evidence.ts'
import { invariant } from '../../kernel/invariant.ts'
import { grades } from '../../work/model-presets.ts'
import { type ArtifactName, artifactPath } from './artifacts.ts'
import { type AutofixMove, moved } from './autofix.ts'
import type { AdoptedSession, LayerResult, StepName } from './input.ts'
import { type CheckPart, checksOf, hasPassed } from './layer1.ts'
import { mostLayer1Retries, mostLayer2Retries, type RecoveredStep, recoveryOf } from './recovery.ts'
import { seatsFor, type WorkName } from './seats.ts'
import { type Evaluation, type Failure, go, type Spec, type WorkflowState } from './state.ts'
import { say } from './words.ts'

export const pathIn = ({ input }: WorkflowState, name: ArtifactName): string =>
  artifactPath(name, input.docsPath)

/** Asks for what the operator has not said yet. */
export function setUp(state: WorkflowState): WorkflowState {
  if (state.mode === null) return go(state, { phase: 'mode' })
  if (state.modelConfig === null) return go(state, { phase: 'model', tries: 0, given: null })
  return go(startNotes(say(state, 'started')), { phase: 'look' })
}

/** What costs more than it must, and what cannot be had as it was asked for. */
function startNotes(state: WorkflowState): WorkflowState {
  const { input, modelConfig } = state
  const { provider, otherLang } = input
  const wanted = new Set([modelConfig?.executor, modelConfig?.advisor, modelConfig?.evaluator])
  const missing = grades.filter(
    (grade) => provider !== undefined && wanted.has(grade) && input.models[provider]?.[grade] === undefined,
  )
  const costly = input.verifier === 'haiku' ? state : say(state, 'verifierCost', input.verifier)
  const told = missing.reduce((one, grade) => say(one, 'noModelFor', grade, provider ?? ''), costly)
  return otherLang === undefined ? told : say(told, 'otherLanguage', otherLang)
}

export const work = (state: WorkflowState, name: WorkName): WorkflowState =>
  go(state, { phase: 'work', work: name, seats: seatsFor(name, state.mode ?? 'single') })

export const plan = (state: WorkflowState): WorkflowState =>
  work(say(state, 'phase', 'plan'), state.mode === 'single' ? 'plan' : 'proposals')

/** The planner, or the one who put the proposals together, works in what the person wants otherwise. */
export const revise = (state: WorkflowState, wanted: string): WorkflowState =>
  work(
    { ...state, spec: state.spec === null ? null : { ...state.spec, wanted } },
    state.mode === 'single' ? 'plan' : 'synthesis',
  )

export const readSpec = (state: WorkflowState): WorkflowState => go(state, { phase: 'spec', isRead: false })

/** A round plans again; a retry only implements. */
export const generate = (state: WorkflowState): WorkflowState =>
  work(
    say({ ...state, plan: null, reviews: {} }, 'phase', 'generate'),
    state.mode === 'single' ? 'implement' : 'lead',
  )

const implementAgain = (state: WorkflowState, failure: Failure): WorkflowState =>
  work({ ...state, failure, layer1: { ...state.layer1, result: null } }, 'implement')

export const verify = (state: WorkflowState): WorkflowState =>
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
  const part = parts.find((one) => checksOf(state.input, one).length > 0)
  return part === undefined || !evidence.every(hasPassed)
    ? go(state, { phase: 'scan', evidence })
    : go(state, { phase: 'checks', part, evidence })
}

export const evaluate = (state: WorkflowState): WorkflowState =>
  work(say({ ...state, layer2: { ...state.layer2, result: null } }, 'phase', 'evaluate'), 'evaluate')

/** A step is complete: the run rests if the operator wants no more, else it goes on. */
export function complete(state: WorkflowState, done: StepName): WorkflowState {
  const told = say(state, 'complete', done)
  return state.until === done ? go(told, { phase: 'rest', done }) : proceed(told, done)
}

export function proceed(state: WorkflowState, done: StepName): WorkflowState {
  switch (done) {
    case 'plan':
      return readSpec(state)
    case 'generate':
      return verify(state)
    case 'verify':
      return judgeLayer1(state)
    case 'evaluate':
      return judge(state)
  }
}

/** One write per transition; a move that the table does not have is a bug. */
export function autofix(state: WorkflowState, move: AutofixMove): WorkflowState {
  const next = moved(state.autofix, move)
  invariant(next !== null, `the auto-fix is ${state.autofix}, and ${move} happened`)
  return { ...state, autofix: next }
}

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
  return implementAgain(
    say({ ...state, layer1: { ...layer1, retries } }, 'verifyRetry', retries, mostLayer1Retries, line),
    { from: 'verify', line, report: reportText(state) },
  )
}

export const atVerifyGate = (state: WorkflowState): WorkflowState => go(state, { phase: 'verify-gate' })

function judge(state: WorkflowState): WorkflowState {
  const { qa, layer2, round, input } = state
  invariant(qa !== null, 'an evaluation is judged')
  if (qa.result === 'PASS') {
    // A person passed over failed checks: that is accepted, not passed.
    const result = state.layer1.result === 'PASS' ? 'passed' : 'accepted-with-failures'
    return finish(say({ ...state, result }, 'qaPass'))
  }
  if (qa.layer === 2 && layer2.retries < mostLayer2Retries) {
    const retries = layer2.retries + 1
    return implementAgain(
      say({ ...state, layer2: { ...layer2, retries } }, 'layer2Retry', retries, mostLayer2Retries, qa.line),
      { from: 'evaluate', line: qa.line, report: qa.text },
    )
  }
  const told = qa.layer === 2 ? say(state, 'layer2Maxed', mostLayer2Retries, qa.line) : state
  if (round >= input.maxRounds)
    return finish(say({ ...told, result: 'failed' }, 'maxRounds', pathIn(state, 'qa_report')))
  return go(told, { phase: 'verdict-gate', layer: qa.layer === 2 ? 2 : 3 })
}

/** The next round begins with the report of this one. The auto-fix stays used up. */
export const nextRound = (state: WorkflowState): WorkflowState =>
  readSpec({
    ...state,
    round: state.round + 1,
    layer1: { result: null, retries: 0 },
    layer2: { result: null, retries: 0 },
    failure: null,
  })

/** Without git nothing can be committed. */
export const finish = (state: WorkflowState): WorkflowState =>
  state.input.hasGit
    ? go(state, { phase: 'commit-gate' })
    : go(say(state, 'keptInPlace', state.input.docsPath), {
        phase: 'clean',
        choice: 'none',
        commit: null,
        merged: false,
      })

export const skipConventions = (state: WorkflowState): WorkflowState =>
  afterConventions(say({ ...state, conventions: 'skipped', conventionsText: '' }, 'conventionsSkipped'))

export const afterConventions = (state: WorkflowState): WorkflowState =>
  state.input.adopted === null ? plan(state) : recover(state)

/** Where a session of another program goes on. */
function recover(state: WorkflowState): WorkflowState {
  const { adopted } = state.input
  invariant(adopted !== null, 'a session is adopted')
  const { step, layer1Retries } = recoveryOf(adopted)
  const known: WorkflowState = {
    ...state,
    round: adopted.round,
    layer1: { result: adopted.layer1Result, retries: layer1Retries },
    layer2: { result: adopted.layer2Result, retries: adopted.layer2Retries },
    autofix: adopted.autofix === 'proposing' ? 'idle' : adopted.autofix,
  }
  if (step === 'conventions' || step === 'plan' || step === 'none') return plan(known)
  if (known.spec === null) return plan(say(known, 'specMissing', pathIn(known, 'spec')))
  return step === 'spec' ? readSpec(known) : recoverAfterSpec(approve(known, known.spec), step, adopted)
}

/** A person said yes to the spec before the session came so far. */
const approve = (state: WorkflowState, spec: Spec): WorkflowState => ({
  ...state,
  spec: { ...spec, approved: spec.digest },
})

function recoverAfterSpec(
  known: WorkflowState,
  step: Exclude<RecoveredStep, 'conventions' | 'plan' | 'none' | 'spec'>,
  { layer2Result }: AdoptedSession,
): WorkflowState {
  switch (step) {
    case 'generate':
      return readSpec(known)
    case 'verify':
    case 'evaluate':
      return go(known, { phase: 'measure', followedBy: step })
    case 'verify-gate':
      return atVerifyGate(known)
    case 'autofix-gate':
      return known.patch === null ? atVerifyGate(known) : go(known, { phase: 'autofix-gate' })
    case 'verdict':
      return known.qa === null || layered(known.qa, layer2Result).result === 'PASS'
        ? // Another program's word that all is well is no evidence.
          go(known, { phase: 'measure', followedBy: 'verify' })
        : judge({ ...known, qa: layered(known.qa, layer2Result) })
  }
}

/** The report alone does not say which layer failed; the session does. If the two disagree, the failure counts. */
const layered = (qa: Evaluation, layer2: LayerResult): Evaluation =>
  layer2 === 'FAIL' ? { ...qa, result: 'FAIL', layer: 2 } : qa

/** The failing outputs, as the one who fixes them reads them. */
function reportText({ report }: WorkflowState): string {
  if (report === null) return ''
  const failing = report.sections.filter(({ result }) => result === 'FAIL')
  return [
    report.line,
    ...report.limits,
    ...failing.map(({ name, command, output }) => `## ${name}: ${command}\n${output}`),
    ...(report.scan.isBlocking
      ? report.scan.marks.map(({ file, line, mark }) => `${file}:${line} ${mark}`)
      : []),
    ...(report.words === null ? [] : [report.words]),
  ].join('\n\n')
}
