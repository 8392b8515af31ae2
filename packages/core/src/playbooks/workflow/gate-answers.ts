/** Owns what a person's choice at a gate leads to. */
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { timesEnded } from '../../work/dispatch.ts'
import { pointedFiles } from '../../work/failing-files.ts'
import { parseModelConfig, presets } from '../../work/model-presets.ts'
import { readPatch, refusedTarget } from '../../work/proposed-patch.ts'
import { scopeFilter } from '../../work/scope.ts'
import { isOffered } from './autofix.ts'
import { modes } from './input.ts'
import { atVerifyGate, autofix, clean, evaluate, finish, nextRound, readSpec, setUp, work } from './moves.ts'
import { skipConventions } from './recovery.ts'
import { type CommitChoice, go, type Place, type WorkflowState } from './state.ts'
import { say } from './words.ts'

export const answerGate = (state: WorkflowState, answer: GateAnswer): WorkflowState =>
  answers[state.at.phase]?.(state, answer) ?? state

type Answered = (state: WorkflowState, answer: GateAnswer) => WorkflowState

const answers: Partial<Readonly<Record<Place['phase'], Answered>>> = {
  mode: (state, { choice }) => setUp({ ...state, mode: modes.find((mode) => mode === choice) ?? 'standard' }),
  model: chooseModel,
  conventions: (state, { choice }) => (choice === 'skip' ? skipConventions(state) : work(state, 'scan')),
  spec: judgeSpec,
  'verify-gate': judgeVerify,
  'autofix-gate': judgePatch,
  'verdict-gate': (state, { choice }) =>
    choice === 'fix' ? nextRound(state) : finish({ ...state, result: 'accepted-with-failures' }),
  'commit-gate': (state, { choice }) =>
    choice === 'none' ? clean(state) : go(state, { phase: 'commit', choice: choice as CommitChoice }),
}

const mostModelTries = 3

/** Words that cannot be read are asked for again, then the balanced preset is taken. */
function chooseModel(state: WorkflowState, { choice, reason }: GateAnswer): WorkflowState {
  const chosen = parseModelConfig(choice === 'other' ? reason : choice)
  const isLast = timesEnded(state.dispatched, 'ask', 'model') >= mostModelTries
  if (chosen === null && !isLast) return go(state, { phase: 'model', given: reason })
  const modelConfig = { ...(chosen ?? presets.balanced), verifier: state.input.verifier }
  const next = setUp({ ...state, modelConfig })
  return chosen === null ? say(next, 'modelFallback', reason) : next
}

/** Only `proceed` goes on. The spec is read again: the person may have edited it while they were asked. */
function judgeSpec(state: WorkflowState, { choice, reason }: GateAnswer): WorkflowState {
  const { spec } = state
  if (spec === null) return state
  if (choice === 'stop') return go(state, { phase: 'stopped', gate: 'spec' })
  if (choice === 'proceed') return readSpec({ ...state, spec: { ...spec, approved: spec.digest } })
  return readSpec({ ...state, spec: { ...spec, wanted: reason.trim() === '' ? null : reason } })
}

function judgeVerify(state: WorkflowState, { choice }: GateAnswer): WorkflowState {
  if (choice === 'continue') return evaluate(state)
  if (choice === 'stop' || !isOffered(state.autofix)) return go(state, { phase: 'stopped', gate: 'verify' })
  const found = pointedFiles(state.report, state.changed)
  const told = found.excluded.reduce((one, path) => say(one, 'pathExcluded', path), autofix(state, 'propose'))
  return work(found.files.length === 0 ? say(told, 'noPaths') : told, 'propose')
}

/** Every path of the patch is checked before anything is applied. */
function judgePatch(state: WorkflowState, { choice }: GateAnswer): WorkflowState {
  if (choice === 'reject') return atVerifyGate(say(autofix(state, 'reject'), 'autofixRejected'))
  if (choice === 'stop') return go(autofix(state, 'stop'), { phase: 'stopped', gate: 'verify' })
  const applied = autofix(state, 'apply')
  const patch = readPatch(state.patch?.text ?? '')
  const refused = autofix(applied, 'refuse')
  const outside = refusedTarget(patch, scopeFilter(state.input.scope))
  if (outside !== null) return atVerifyGate(say(refused, 'pathFailed', outside.path, outside.code))
  if (patch === null || patch.problem !== null)
    return atVerifyGate(say(refused, 'patchUnreadable', patch?.problem ?? ''))
  const paths = patch.targets.map(({ path }) => path)
  return go(say(applied, 'applying', paths.join(', ')), { phase: 'apply' })
}
