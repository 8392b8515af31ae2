/** What a handbook's run makes of an agent's answer, whatever the agent was sent for. */

import { invariant } from '../../kernel/invariant.ts'
import { isQuoted, quotationsIn } from '../../kernel/quotation.ts'
import { recovered } from '../../kernel/retrying.ts'
import type { VerdictAnswer } from '../../work/answers.ts'
import type { Answer, IssueAnswer } from './answers.ts'
import { isPromptFlight } from './completion.ts'
import type { AgentFinished } from './effects.ts'
import {
  checksTalkedOver,
  closeFailed,
  critiqueExhausted,
  nothingTwice,
  writtenInVain,
} from './failed-work.ts'
import { haltedBy } from './halts.ts'
import type { HandbookPrompt } from './handbook-document.ts'
import { judgesEdited } from './judged-by.ts'
import {
  type AfterShut,
  type FinalCritique,
  type Flight,
  type FlightStep,
  type HandbookState,
  keptViolation,
  noted,
  type Part,
  shutting,
  subjectOf,
  withFlight,
} from './state.ts'
import { untouchedSurfaces } from './surfaces.ts'
import { isDocument, isEmptyResult, isProseFor, isShape, roleOf } from './verbs.ts'

const mostCritiques = 3

export function agentFinished(known: HandbookState, before: Flight, event: AgentFinished): HandbookState {
  if (before.step.type !== 'agent') return known
  const { part } = before.step
  const flight = recovered(before)
  const state = part === 'work' || part === 'craft' ? known : withViolation(known, flight, part, event)
  switch (part) {
    case 'work':
    case 'craft':
      return worked(state, flight, part, event)
    case 'self-critique':
    case 'close':
      if (event.answer.kind !== 'verdict' || event.violation !== null)
        return noVerdict(state, flight, event.at)
      return part === 'close'
        ? closeJudged(state, flight, event.answer, event)
        : judged(state, flight, part, event.answer, event.at)
    case 'final':
      return finished(state, flight, critiqueIn(event))
  }
}

/** Of an agent that completes no prompt and so has no record. */
const withViolation = (
  state: HandbookState,
  { task }: Flight,
  part: Part,
  { violation }: AgentFinished,
): HandbookState => {
  const by = part === 'final' ? 'The final critique' : `The critic of ${subjectOf(task)}`
  return violation === null ? state : { ...state, violations: [...state.violations, { by, ...violation }] }
}

const to = (state: HandbookState, flight: Flight, step: FlightStep): HandbookState =>
  withFlight(state, { ...flight, step })

const leave = (state: HandbookState, flight: Flight, then: AfterShut): HandbookState =>
  withFlight(state, shutting(flight, then))

function worked(known: HandbookState, before: Flight, part: Part, event: AgentFinished): HandbookState {
  if (!isPromptFlight(before)) return known
  // A record has room for one: those of earlier attempts are kept beside it.
  const kept = event.violation === null ? known : keptViolation(known, before)
  const { task } = before
  const prompt = part === 'craft' ? task.crafting : task.prompt
  invariant(prompt !== null, `${task.prompt.id} is crafted by a prompt`)
  const { commit, tree, changedFiles, answer } = event
  const text = saidIn(event)
  const untouched = untouchedSurfaces(known, task, part, changedFiles)
  const state = noted(kept, ...(changedFiles.length === 0 ? [] : untouched.map(missedNote(prompt))))
  const flight: Flight = {
    ...before,
    // Every attempt starts at the lane's first commit: its own change is all that counts.
    lane: before.lane === null ? null : { ...before.lane, commit, tree },
    summaries: [...before.summaries, text],
    findings: answer.kind === 'review' ? answer.findings : [],
    isProse: isProseFor(prompt, event),
    violation: event.violation ?? before.violation,
    isEmpty: isEmptyResult(prompt, event, (known.documents?.design ?? null) !== null) || untouched.length > 0,
  }
  const suspicions = [...(event.suspicions ?? []), ...judgesEdited(prompt, changedFiles)].filter(
    ({ file }) => !prompt.anchors.paths.includes(file),
  )
  if (suspicions.length > 0) return haltedBy(state, flight, checksTalkedOver(flight, suspicions), event.at)
  if (isDocument(prompt) && event.ignored !== undefined)
    return haltedBy(state, flight, writtenInVain(flight, event.ignored), event.at)
  if (flight.isEmpty && prompt.expectedSignal === 'require_nonempty')
    return before.isEmpty
      ? haltedBy(state, flight, nothingTwice(flight), event.at)
      : again(state, flight, part)
  if (isShape(prompt))
    return flight.isEmpty
      ? leave(state, flight, { type: 'tick' })
      : to(state, { ...flight, brief: text }, { type: 'ready', part: 'self-critique' })
  if (roleOf(prompt) === 'prompt-reader') return leave(state, flight, { type: 'tick' })
  return to(state, flight, changedFiles.length === 0 ? { type: 'verify' } : { type: 'measure' })
}

const missedNote =
  (prompt: HandbookPrompt) =>
  ({ id, paths }: { readonly id: string; readonly paths: readonly string[] }): string =>
    `${prompt.id} changed files, but none in the surface of ${id}: ${paths.join(', ')}.`

/** What people read of an answer; a report is told in its words, not in its form. */
const saidIn = ({ text, answer }: AgentFinished): string =>
  answer.kind === 'prompt-report'
    ? [answer.summary, ...answer.findings.map((finding) => `- ${finding}`)].join('\n')
    : text

const again = (state: HandbookState, flight: Flight, part: Part): HandbookState =>
  to(state, { ...flight, redispatched: flight.redispatched + 1 }, { type: 'ready', part })

/** A close whose evidence quotes text that is in no output is no verdict. One without quotations says so. */
function closeJudged(
  state: HandbookState,
  flight: Flight,
  verdict: VerdictAnswer,
  { quotes, at }: AgentFinished,
): HandbookState {
  const unseen = verdict.pass ? unseenIn(verdict.evidence ?? [], quotes) : []
  if (unseen.length > 0) return noVerdict(state, flight, at, unseen)
  const isUnquoted = verdict.pass && quotes?.quoted === 0
  const known = isUnquoted ? noted(state, `${subjectOf(flight.task)}: no quoted evidence.`) : state
  return judged(known, flight, 'close', verdict, at)
}

/** Lines of evidence without a single quotation that was seen. */
const unseenIn = (evidence: readonly string[], quotes: AgentFinished['quotes']): readonly string[] =>
  evidence.filter((line) => quotationsIn(line).length > 0 && !isQuoted(line, quotes?.missing))

/** Prose is no verdict: asked once more, then it counts as a failed one. */
export function noVerdict(
  state: HandbookState,
  flight: Flight,
  at: number,
  unseen: readonly string[] = [],
): HandbookState {
  if (flight.step.type !== 'agent') return state
  const { part } = flight.step
  if (flight.noVerdicts === 0) return to(state, { ...flight, noVerdicts: 1, unseen }, { type: 'ready', part })
  const quoted = unseen.map((line) => `It quotes text that is in no output that it saw: ${line}`)
  const failures = ['No verdict was given, twice.', ...quoted]
  return judged(state, flight, part, { pass: false, failures }, at)
}

function judged(
  state: HandbookState,
  before: Flight,
  part: Part,
  { pass, failures }: Omit<Extract<Answer, { kind: 'verdict' }>, 'kind'>,
  at: number,
): HandbookState {
  const { unseen: _, ...rest } = before
  const flight = { ...rest, noVerdicts: 0 }
  const holds = pass && failures.length === 0
  if (part === 'close')
    return holds
      ? leave(state, flight, { type: 'phase-closed' })
      : haltedBy(state, flight, closeFailed(flight, failures), at)
  return holds ? briefApproved(state, flight) : briefFailed(state, flight, failures, at)
}

function briefApproved(state: HandbookState, flight: Flight): HandbookState {
  if (!isPromptFlight(flight)) return state
  const { prompt, crafting } = flight.task
  const approved = { ...state, briefs: { ...state.briefs, [prompt.id]: flight.brief ?? '' } }
  return leave(approved, flight, crafting === null ? { type: 'tick' } : { type: 'ready', part: 'craft' })
}

function briefFailed(
  state: HandbookState,
  before: Flight,
  failures: readonly string[],
  at: number,
): HandbookState {
  const flight = { ...before, trail: [...before.trail, failures] }
  if (flight.trail.length >= mostCritiques) return haltedBy(state, flight, critiqueExhausted(flight), at)
  const promptId = isPromptFlight(flight) ? flight.task.prompt.id : ''
  const rationale = `re-dispatch after failed self-critique cycle ${flight.trail.length}`
  return again({ ...state, predicted: { promptId, verb: 'shape', rationale } }, flight, 'work')
}

/** A critic that changed files shows no issue to be gone; its findings still count. */
function critiqueIn({ answer, text, violation, quotes }: AgentFinished): FinalCritique {
  if (answer.kind !== 'final-critique') return unreadCritique(text)
  const { findings, issues } = answer
  const seen = issues.map((issue) => (isUnseen(issue, quotes) ? unshown(issue) : issue))
  return { findings, issues: violation === null ? seen : issues.map(voided), prose: null }
}

const isUnseen = ({ evidence }: IssueAnswer, quotes: AgentFinished['quotes']): boolean =>
  unseenIn([evidence], quotes).length > 0

const unshown = ({ id, evidence }: IssueAnswer): IssueAnswer => ({
  id,
  status: 'not looked at',
  evidence: `It quotes text that is in no output that the critic saw: ${evidence}`,
})

const voided = ({ id }: IssueAnswer): IssueAnswer => ({
  id,
  status: 'not looked at',
  evidence: 'The critic changed files, so its answer is void.',
})

/** Prose shows nothing, and stops nothing. */
export const unreadCritique = (prose: string): FinalCritique => ({ findings: null, issues: [], prose })

/** Whether that was the end is seen once the handbook is read again: people may have unticked a box meanwhile. */
export const finished = (state: HandbookState, flight: Flight, final: FinalCritique): HandbookState =>
  leave({ ...state, final }, flight, { type: 'gone' })
