/** Owns the gates of a workflow, in the words of the person's language. No choice is preselected. */
import type { Gate } from '../../kernel/gate.ts'
import { type ByPhase, inPhase } from '../../work/by-phase.ts'
import type { GateWords } from '../../work/voice.ts'
import { wordedGate } from '../../work/worded-gate.ts'
import { isOffered } from './autofix.ts'
import { mostLayer1Retries, mostLayer2Retries } from './moves.ts'
import type { Place, WorkflowState } from './state.ts'
import type { Words } from './words.ts'

/** The gate that a phase waits at; null if it waits at none. */
export const gateOf = (state: WorkflowState, { gates }: Words): Gate | null =>
  inPhase(table, state.at, state, gates) ?? null

const gate = <Choice extends string>(
  name: string,
  words: GateWords<Choice, unknown>,
  question: string,
  more: Omit<Parameters<typeof wordedGate<Choice>>[2], 'question'> = {},
): Gate => wordedGate(name, words, { question: `${words.header}: ${question}`, ...more })

const table: ByPhase<Place, [WorkflowState, Words['gates']], Gate | null> = {
  mode: (_at, _state, { mode }) => gate('mode', mode, mode.question),
  model: ({ given }, _state, { model }) =>
    gate('model', model, given === null ? model.question : model.again(given), {
      takesWords: { other: 'required' },
    }),
  conventions: ({ ask }, _state, { conventions, scanMissing }) =>
    ask === 'scan'
      ? gate('conventions', conventions, conventions.question)
      : gate('conventions-missing', scanMissing, scanMissing.question),
  spec: ({ isRead }, { spec }, { spec: words }) =>
    isRead
      ? gate('spec', words, words.question, {
          detail: spec?.text ?? '',
          digest: spec?.digest ?? '',
          takesWords: { modify: 'optional' },
        })
      : null,
  'verify-gate': (_at, { report, autofix }, { verify }) =>
    gate('verify', verify, verify.question(mostLayer1Retries, report?.line ?? ''), {
      detail: report?.words ?? '',
      hidden: isOffered(autofix) ? [] : ['auto-fix'],
    }),
  'autofix-gate': (_at, { patch }, { autofix }) => {
    const { confidence = 'Unknown', text = '', digest = null } = patch ?? {}
    const question = autofix.question(confidence)
    return gate('auto-fix', autofix, confidence === 'Low' ? `${question} ${autofix.low}` : question, {
      detail: text,
      digest,
    })
  },
  'verdict-gate': ({ layer }, { qa }, { layer2, layer3 }) => {
    const { line = '', text = '' } = qa ?? {}
    if (layer === 2)
      return gate('qa-layer-2', layer2, layer2.question(mostLayer2Retries, line), { detail: text })
    const question = layer3[qa?.layer === 3 ? 'question' : 'unlayered'](line)
    return gate('qa-layer-3', layer3, question, { detail: text })
  },
  'commit-gate': (_at, { result }, { commit }) =>
    gate(
      'commit',
      commit,
      result === 'passed' ? commit.question : result === 'failed' ? commit.failed : commit.accepted,
    ),
}
