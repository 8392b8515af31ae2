/** Owns what a person's choice at a gate leads to. */
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { parseModelConfig, presets } from '../../work/model-presets.ts'
import { validatePath } from '../../work/path-validator.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { scopeFilter } from '../../work/scope.ts'
import { isOffered } from './autofix.ts'
import { modes } from './input.ts'
import {
  atVerifyGate,
  autofix,
  evaluate,
  finish,
  nextRound,
  readSpec,
  setUp,
  skipConventions,
  work,
} from './moves.ts'
import { pointedFiles } from './pointed-files.ts'
import { type CommitChoice, go, type In, type WorkflowState } from './state.ts'
import { say } from './words.ts'

export function answerGate(state: WorkflowState, answer: GateAnswer): WorkflowState {
  const { at } = state
  const { choice, reason } = answer
  switch (at.phase) {
    case 'mode':
      return setUp({ ...state, mode: modes.find((mode) => mode === choice) ?? 'standard' })
    case 'model':
      return chooseModel(state, at, choice, reason)
    case 'conventions':
      return choice === 'skip'
        ? skipConventions(state)
        : scanAgain(state, at.ask === 'missing' ? at.tries + 1 : 0)
    case 'spec':
      return judgeSpec(state, choice, reason)
    case 'verify-gate':
      return judgeVerify(state, choice)
    case 'autofix-gate':
      return judgePatch(state, choice)
    case 'verdict-gate':
      return choice === 'fix' ? nextRound(state) : finish({ ...state, result: 'accepted-with-failures' })
    case 'commit-gate':
      return commit(state, choice as CommitChoice)
    default:
      return state
  }
}

const scanAgain = (state: WorkflowState, tries: number): WorkflowState => {
  const next = work(state, 'scan')
  return next.at.phase === 'work' ? { ...next, at: { ...next.at, tries } } : next
}

const mostModelTries = 3

/** Words that cannot be read are asked for again, then the balanced preset is taken. */
function chooseModel(state: WorkflowState, at: In<'model'>, choice: string, reason: string): WorkflowState {
  const chosen = parseModelConfig(choice === 'other' ? reason : choice)
  const settle = (preset: NonNullable<typeof chosen>): WorkflowState =>
    setUp({ ...state, modelConfig: { ...preset, verifier: state.input.verifier } })
  if (chosen !== null) return settle(chosen)
  const tries = at.tries + 1
  if (tries < mostModelTries) return go(state, { phase: 'model', tries, given: reason })
  return say(settle(presets.balanced), 'modelFallback', reason)
}

/** Only `proceed` goes on. */
function judgeSpec(state: WorkflowState, choice: string, reason: string): WorkflowState {
  const { spec } = state
  if (spec === null) return state
  // A person may have edited it while they were asked, so it is read again.
  if (choice === 'proceed') return readSpec({ ...state, spec: { ...spec, approved: spec.digest } })
  if (choice === 'stop') return go(state, { phase: 'stopped', gate: 'spec' })
  return go(state, { phase: 'spec', isRead: false, ...(reason.trim() === '' ? {} : { wanted: reason }) })
}

function judgeVerify(state: WorkflowState, choice: string): WorkflowState {
  if (choice === 'continue') return evaluate(state)
  if (choice === 'stop' || !isOffered(state.autofix)) return go(state, { phase: 'stopped', gate: 'verify' })
  const found = pointedFiles(state)
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

const commit = (state: WorkflowState, choice: CommitChoice): WorkflowState =>
  choice === 'none'
    ? go(state, { phase: 'clean', choice, commit: null, merged: false })
    : go(state, { phase: 'commit', choice })
