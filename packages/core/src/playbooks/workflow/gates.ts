/** Owns the gates of a workflow, in the words of the person's language. No choice is preselected. */
import { exitCode } from '../../kernel/exit-code.ts'
import type { Gate, GateChoice } from '../../kernel/gate.ts'
import type { GateWords } from '../../work/voice.ts'
import { isOffered } from './autofix.ts'
import { mostLayer1Retries, mostLayer2Retries } from './recovery.ts'
import type { WorkflowState } from './state.ts'
import type { Words } from './words.ts'

interface Asked<Choice extends string> {
  readonly name: string
  readonly words: GateWords<Choice, unknown>
  readonly question: string
  readonly detail?: string
  readonly digest?: string
  readonly hidden?: readonly Choice[]
  /** The choices that take words. */
  readonly takesWords?: Partial<Readonly<Record<Choice, GateChoice['words']>>>
}

const gate = <Choice extends string>(asked: Asked<Choice>): Gate => {
  const { name, words, question, detail = '', digest = null, hidden = [], takesWords = {} } = asked
  const choices = Object.entries(words.choices) as [Choice, GateWords<Choice>['choices'][Choice]][]
  return {
    name,
    question: `${words.header}: ${question}`,
    detail,
    choices: choices
      .filter(([choice]) => !hidden.includes(choice))
      .map(([choice, { label, leadsTo }]) => ({
        name: choice,
        label,
        leadsTo,
        words: (takesWords as Partial<Record<Choice, GateChoice['words']>>)[choice] ?? 'none',
      })),
    digest,
    exitCode: exitCode.waitingAtGate,
  }
}

/** The gate that a phase waits at; null if it waits at none. */
export function gateOf(state: WorkflowState, { gates }: Words): Gate | null {
  const { at } = state
  switch (at.phase) {
    case 'mode':
      return gate({ name: 'mode', words: gates.mode, question: gates.mode.question })
    case 'model':
      return gate({
        name: 'model',
        words: gates.model,
        question: at.given === null ? gates.model.question : gates.model.again(at.given),
        takesWords: { other: 'required' },
      })
    case 'conventions':
      return at.ask === 'scan'
        ? gate({ name: 'conventions', words: gates.conventions, question: gates.conventions.question })
        : gate({
            name: 'conventions-missing',
            words: gates.scanMissing,
            question: gates.scanMissing.question,
          })
    case 'spec':
      return at.isRead ? specGate(state, gates) : null
    case 'verify-gate':
      return gate({
        name: 'verify',
        words: gates.verify,
        question: gates.verify.question(mostLayer1Retries, state.report?.line ?? ''),
        detail: state.report?.words ?? '',
        hidden: isOffered(state.autofix) ? [] : ['auto-fix'],
      })
    case 'autofix-gate':
      return patchGate(state, gates)
    case 'verdict-gate':
      return at.layer === 2
        ? gate({
            name: 'qa-layer-2',
            words: gates.layer2,
            question: gates.layer2.question(mostLayer2Retries, state.qa?.line ?? ''),
            detail: state.qa?.text ?? '',
          })
        : gate({
            name: 'qa-layer-3',
            words: gates.layer3,
            question: gates.layer3[state.qa?.layer === 3 ? 'question' : 'unlayered'](state.qa?.line ?? ''),
            detail: state.qa?.text ?? '',
          })
    case 'commit-gate':
      return gate({ name: 'commit', words: gates.commit, question: commitQuestion(state, gates) })
    default:
      return null
  }
}

const commitQuestion = ({ result }: WorkflowState, { commit }: Words['gates']): string => {
  if (result === 'passed') return commit.question
  return result === 'failed' ? commit.failed : commit.accepted
}

const specGate = ({ spec }: WorkflowState, { spec: words }: Words['gates']): Gate =>
  gate({
    name: 'spec',
    words,
    question: words.question,
    detail: spec?.text ?? '',
    digest: spec?.digest ?? '',
    takesWords: { modify: 'optional' },
  })

function patchGate({ patch }: WorkflowState, { autofix: words }: Words['gates']): Gate {
  const confidence = patch?.confidence ?? 'Unknown'
  const question = words.question(confidence)
  return gate({
    name: 'auto-fix',
    words,
    question: confidence === 'Low' ? `${question} ${words.low}` : question,
    detail: patch?.text ?? '',
    ...(patch?.digest == null ? {} : { digest: patch.digest }),
  })
}
