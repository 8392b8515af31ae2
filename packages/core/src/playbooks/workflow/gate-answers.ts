/** Owns what a person's choice at a gate leads to. */
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { type ByPhase, inPhase } from '../../work/by-phase.ts'
import { timesEnded } from '../../work/dispatch.ts'
import { parseModelConfig, presets } from '../../work/model-presets.ts'
import { validatePath } from '../../work/path-validator.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { scopeFilter } from '../../work/scope.ts'
import { isOffered } from './autofix.ts'
import { modes } from './input.ts'
import { atVerifyGate, autofix, evaluate, finish, nextRound, readSpec, setUp, work } from './moves.ts'
import { skipConventions } from './recovery.ts'
import { type CommitChoice, go, type Place, pointedBy, type WorkflowState } from './state.ts'
import { say } from './words.ts'

export const answerGate = (state: WorkflowState, answer: GateAnswer): WorkflowState =>
  inPhase(table, state.at, state, answer) ?? state

const table: ByPhase<Place, [WorkflowState, GateAnswer], WorkflowState> = {
  mode: (_at, state, { choice }) =>
    setUp({ ...state, mode: modes.find((mode) => mode === choice) ?? 'standard' }),
  model: (_at, state, answer) => chooseModel(state, answer),
  conventions: (_at, state, { choice }) => (choice === 'skip' ? skipConventions(state) : work(state, 'scan')),
  spec: (_at, state, answer) => judgeSpec(state, answer),
  'verify-gate': (_at, state, { choice }) => judgeVerify(state, choice),
  'autofix-gate': (_at, state, { choice }) => judgePatch(state, choice),
  'verdict-gate': (_at, state, { choice }) =>
    choice === 'fix' ? nextRound(state) : finish({ ...state, result: 'accepted-with-failures' }),
  'commit-gate': (_at, state, { choice }) =>
    choice === 'none'
      ? go(state, { phase: 'clean', choice, commit: null, merged: false })
      : go(state, { phase: 'commit', choice: choice as CommitChoice }),
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

function judgeVerify(state: WorkflowState, choice: string): WorkflowState {
  if (choice === 'continue') return evaluate(state)
  if (choice === 'stop' || !isOffered(state.autofix)) return go(state, { phase: 'stopped', gate: 'verify' })
  const found = pointedBy(state)
  const told = found.excluded.reduce((one, path) => say(one, 'pathExcluded', path), autofix(state, 'propose'))
  return work(found.files.length === 0 ? say(told, 'noPaths') : told, 'propose')
}

/** Every path of the patch is checked before anything is applied. */
function judgePatch(state: WorkflowState, choice: string): WorkflowState {
  if (choice === 'reject') return atVerifyGate(say(autofix(state, 'reject'), 'autofixRejected'))
  if (choice === 'stop') return go(autofix(state, 'stop'), { phase: 'stopped', gate: 'verify' })
  const applied = autofix(state, 'apply')
  const patch = readPatch(state.patch?.text ?? '')
  const targets = patch?.targets.map(({ path }) => path) ?? []
  const refused = autofix(applied, 'refuse')
  for (const path of targets) {
    const checked = validatePath(path, 'diff_target', { scope: scopeFilter(state.input.scope) })
    if (!checked.ok) return atVerifyGate(say(refused, 'pathFailed', path, checked.code))
  }
  if (patch === null || patch.problem !== null)
    return atVerifyGate(say(refused, 'patchUnreadable', patch?.problem ?? ''))
  return go(say(applied, 'applying', targets.join(', ')), { phase: 'apply' })
}
