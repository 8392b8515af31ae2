/** Owns what the answers of a spec's roles lead to. A document that will not do is asked for again, twice at most. */
import type { ContractBroken } from '../../effects/run-agent.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { halt, recovered, spend } from '../../kernel/retrying.ts'
import { conventionsFile } from '../../work/conventions.ts'
import type { Answer } from './answers.ts'
import { conventionsPath, draftPath, findingsPath, notWritten, writtenAt } from './calls.ts'
import { type CriticCounts, countsIn, criticLine, totalOf } from './critic-counts.ts'
import { notesFile } from './documents.ts'
import { sectionsIn, sectionsWanted } from './draft.ts'
import type { AgentFinished } from './effects.ts'
import { analysisOf } from './interviewed.ts'
import { qaNotes } from './qa-notes.ts'
import { mostQuestions } from './slices.ts'
import {
  type Critiquing,
  type Drafting,
  type Findings,
  type Interviewing,
  type Known,
  known,
  type Revising,
  type Scanning,
  type SpecState,
} from './state.ts'
import type { SpecWords } from './words.ts'

type Asking = Scanning | Interviewing | Drafting | Critiquing | Revising

export function finished(state: SpecState, event: AgentFinished, words: SpecWords): SpecState {
  switch (state.phase) {
    case 'conventions':
      return scanned(strayed(state, event, words), event)
    case 'interview':
      return interviewed(state, event, words)
    case 'draft':
    case 'revise':
      return drafted(strayed(state, event, words), event, words)
    case 'critique':
      return criticised(strayed(state, event, words), event, words)
    default:
      return state
  }
}

export function refused(state: SpecState, { problems, role }: ContractBroken, words: SpecWords): SpecState {
  switch (state.phase) {
    case 'interview':
      return again(state, problems, words.ends.noQuestions(problems.join('; ')))
    case 'conventions':
    case 'draft':
    case 'revise':
    case 'critique':
      return again(state, problems, words.ends.noDocument(role, pathIn(state)))
    default:
      return state
  }
}

const pathIn = ({ phase, input }: Exclude<Asking, Interviewing>): string =>
  phase === 'conventions' ? conventionsFile : phase === 'critique' ? findingsPath(input) : draftPath(input)

/** What else it changed was put back. */
export const strayed = <State extends Known>(
  state: State,
  { violation, role }: AgentFinished,
  words: SpecWords,
): State =>
  violation === null
    ? state
    : { ...state, warnings: [...state.warnings, words.lines.strayed(role, violation.files.join(', '))] }

/** A scan that left no file is a question to the person, until the tries are used up. */
function scanned(state: Scanning, event: AgentFinished): SpecState {
  const conventions = writtenAt(conventionsFile, event)
  if (conventions !== null) return { ...known(recovered(state, 'draft')), phase: 'interview', conventions }
  return isExhausted(state.retries.scan)
    ? { ...known(state), phase: 'interview' }
    : { ...spend(state, 'scan'), step: 'missing' }
}

/** A role that only reads and changed files has not kept to its role: its answer is void. */
function interviewed(state: Interviewing, { answer, violation }: AgentFinished, words: SpecWords): SpecState {
  if (violation !== null || answer.kind !== 'questions') {
    const problem =
      violation === null
        ? 'The answer was no list of questions.'
        : `You changed ${violation.files.join(', ')}. Only read, and answer with the questions.`
    return again(state, [problem], words.ends.noQuestions(problem))
  }
  const next = known(recovered(state, 'draft'))
  const questions = answer.questions.slice(0, mostQuestions(state.rounds))
  return questions.length === 0 ? analysisOf(next) : { ...next, phase: 'answer', questions }
}

function drafted(state: Drafting | Revising, event: AgentFinished, words: SpecWords): SpecState {
  const path = draftPath(state.input)
  const draft = writtenAt(path, event)
  if (draft === null) return again(state, [notWritten(path)], words.ends.noDocument(event.role, path))
  const found = sectionsIn(draft)
  if (found < sectionsWanted && !isExhausted(state.retries.draft))
    return again(
      state,
      [`${path} has ${found} sections with a heading “##”. It needs ${sectionsWanted}.`],
      '',
    )
  const next = recovered(withLine(state, event, words), 'draft')
  const warned = found < sectionsWanted ? warn(next, words.lines.sections(found, sectionsWanted)) : next
  return warned.phase === 'revise'
    ? toWrite(known(warned), draft, warned.findings, words)
    : { ...known(warned), phase: 'critique', draft }
}

/** The ids in the file count. A critic that names findings and writes none of them is asked again. */
function criticised(state: Critiquing, event: AgentFinished, words: SpecWords): SpecState {
  const path = findingsPath(state.input)
  const text = writtenAt(path, event)
  if (text === null) return again(state, [notWritten(path)], words.ends.noDocument(event.role, path))
  const counts = countsIn(text)
  const said = saidCounts(event.answer)
  if (said !== null && totalOf(said) > 0 && totalOf(counts) === 0 && !isExhausted(state.retries.draft))
    return again(
      state,
      [`${path} has no finding whose line starts with an id such as [C1], [M1] or [m1].`],
      '',
    )
  const next = recovered(withLine(state, event, words), 'draft')
  const isTrue = said === null || criticLine(said) === criticLine(counts)
  const told = isTrue ? next : warn(next, words.lines.countsCorrected(criticLine(said), criticLine(counts)))
  const findings = { text, counts }
  return told.input.depth === 'deep' && totalOf(counts) > 0
    ? { ...known(told), phase: 'revise', draft: state.draft, findings }
    : toWrite(known(told), state.draft, findings, words)
}

const toWrite = (state: Known, draft: string, findings: Findings, words: SpecWords): SpecState => ({
  ...state,
  phase: 'write',
  counts: findings.counts,
  files: {
    [draftPath(state.input)]: draft,
    [`${state.input.docsPath}${notesFile}`]: qaNotes(state.input.idea, state.rounds, words),
    [findingsPath(state.input)]: findings.text,
    ...(state.conventions === null ? {} : { [conventionsPath(state.input)]: state.conventions }),
  },
})

const warn = <State extends Known>(state: State, warning: string): State => ({
  ...state,
  warnings: [...state.warnings, warning],
})

/** A first line that cannot be read breaks nothing: the documents are there. */
const withLine = <State extends Known>(
  state: State,
  { answer, role }: AgentFinished,
  words: SpecWords,
): State =>
  answer.kind === 'line' && answer.parsed !== null ? state : warn(state, words.lines.unparsedLine(role))

/** Null if the critic's first line does not tell them. */
function saidCounts(answer: Answer): CriticCounts | null {
  if (answer.kind !== 'line' || answer.parsed?.type !== 'written') return null
  if (answer.parsed.what !== 'critic-findings') return null
  const { critical, major, minor } = answer.parsed
  return critical === null || major === null || minor === null ? null : { critical, major, minor }
}

/** `reason` is told to the person once the tries are used up. */
const again = <State extends Asking>(state: State, problems: readonly string[], reason: string): State =>
  isExhausted(state.retries.draft)
    ? halt({ ...state, problems }, { exitCode: exitCode.contractBroken, reason, next: 'harness resume' })
    : { ...spend<State>(state, 'draft'), problems }
