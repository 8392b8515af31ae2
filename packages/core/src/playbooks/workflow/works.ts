/** Owns what agents' calls come to: what people hear of each, and what follows when all seats of a work are done. */
import { oneLine } from '../../kernel/one-line.ts'
import { conventionsFile } from '../../work/conventions.ts'
import { timesEnded } from '../../work/dispatch.ts'
import type { FirstLine } from '../../work/first-line.ts'
import { changedLane } from '../../work/lane.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { judge } from '../../work/qa-verdict.ts'
import { areDone, evolveSeats } from '../../work/seats.ts'
import type { AgentFinished, Outcome } from './effects.ts'
import { atVerifyGate, autofix } from './moves.ts'
import { skipConventions } from './recovery.ts'
import { rulesOf, type WorkName, type WorkSeat } from './seats.ts'
import { go, type In, type Move, publish, type Then, type WorkflowState } from './state.ts'
import { quote, say } from './words.ts'

export function seated(before: WorkflowState, at: In<'work'>, event: Outcome): WorkflowState {
  const seats = evolveSeats(at.seats, event, rulesOf(at.work, before.input.docsPath))
  const now = { ...at, seats }
  const state = { ...(event.type === 'AgentFinished' ? heard(before, now, event) : before), at: now }
  if (seats.some(({ objection }) => objection !== null)) return missing[at.work]?.(state) ?? state
  return areDone(seats) ? follow[at.work](state, doneBy(seats)) : state
}

function heard(state: WorkflowState, { work, seats }: In<'work'>, event: AgentFinished): WorkflowState {
  const strayed =
    event.violation === null ? state : say(state, 'strayed', event.role, event.violation.files.join(', '))
  const parsed = event.answer.parsed === null ? say(strayed, 'unparsedLine') : strayed
  return work === 'implement' && parsed.lane !== null
    ? { ...parsed, lane: changedLane(parsed.lane, event) }
    : sayQuotes(parsed, event, seats)
}

/** A pass needs no quotation; one without any says so. */
function sayQuotes(
  state: WorkflowState,
  { quotes, answer }: AgentFinished,
  seats: readonly WorkSeat[],
): WorkflowState {
  if (quotes === undefined) return state
  const { missing, quoted } = quotes
  if (missing.length > 0) return say(state, 'unseenQuotes', missing.map(oneLine).join(' / '))
  const isPass = answer.parsed?.type === 'verdict' && answer.parsed.verdict === 'PASS'
  const hasWritten = seats.every(({ text }) => text !== null)
  return isPass && hasWritten && quoted === 0 ? say(state, 'noQuotes') : state
}

const mostScans = 2

const noPatch: Move = (state) => atVerifyGate(say(autofix(state, 'no-patch'), 'emptyPatch'))

/** Works that can do without their document. Any other stops the run. */
const missing: Partial<Readonly<Record<WorkName, Move>>> = {
  scan: (state) =>
    timesEnded(state.dispatched, 'ask', 'conventions-missing') >= mostScans
      ? skipConventions(state)
      : go(state, { phase: 'conventions', ask: 'missing' }),
  propose: noPatch,
}

/** What the seats of a work wrote and said; `text`, `line` and `parsed` are the first one's. */
interface Done {
  readonly seats: readonly WorkSeat[]
  readonly text: string
  readonly line: string
  readonly parsed: FirstLine | null
}

const doneBy = (seats: readonly WorkSeat[]): Done => ({
  seats,
  text: seats[0]?.text ?? '',
  line: seats[0]?.answer?.line ?? '',
  parsed: seats[0]?.answer?.parsed ?? null,
})

const publishAll = (state: WorkflowState, followedBy: Then, { seats }: Done): WorkflowState =>
  publish(
    state,
    followedBy,
    ...seats.flatMap(({ artifact, text }) =>
      artifact === null ? [] : [{ name: artifact, edit: { kind: 'text', text: text ?? '' } as const }],
    ),
  )

/** Keeps it for the agents that get it next. */
function keep(state: WorkflowState, work: WorkName, { seats }: Done): WorkflowState {
  const texts = Object.fromEntries(seats.map(({ subject, text }) => [subject, text ?? '']))
  return { ...state, drafts: { ...state.drafts, [work]: texts } }
}

/** People edit it at any time: a text that the run has not seen is not replaced. */
const publishSpec = (state: WorkflowState, { text, line }: Done): WorkflowState =>
  publish(quote({ ...state, spec: state.spec && { ...state.spec, wanted: null } }, '✓', line), 'spec', {
    name: 'spec',
    edit: { kind: 'text', text, replaces: state.spec?.text ?? null },
  })

const follow: Readonly<Record<WorkName, (state: WorkflowState, done: Done) => WorkflowState>> = {
  scan(state, done) {
    const known = { ...state, conventions: `file:${conventionsFile}`, conventionsText: done.text } as const
    return publishAll(say(known, 'conventionsScanned'), 'plan', done)
  },
  plan: publishSpec,
  proposals(state, done) {
    const told = say(keep(state, 'proposals', done), 'proposals', done.seats.length)
    return publishAll(told, state.mode === 'multi' ? 'critiques' : 'synthesis', done)
  },
  critiques: (state, done) =>
    publishAll(say(keep(state, 'critiques', done), 'critiques', done.seats.length), 'synthesis', done),
  synthesis: publishSpec,
  lead: (state, done) =>
    publishAll(say(keep(state, 'lead', done), 'planWritten', done.line), 'reviews', done),
  reviews(state, done) {
    const known = keep(state, 'reviews', done)
    const { length } = done.seats
    const told = length > 1 ? say(known, 'reviews', length) : say(known, 'reviewWritten', done.line)
    return publishAll(told, 'implement', done)
  },
  implement(state, { text, line }) {
    const told = state.mode === 'single' ? quote(state, '✓', line) : say(state, 'codeWritten', line)
    return go({ ...told, failed: null }, { phase: 'measure', followedBy: 'generate-done', changes: text })
  },
  /** Only the words below the first line are kept: the result is the harness's own. */
  word(state, { text }) {
    if (state.report === null) return state
    const words = text.split('\n').slice(1).join('\n').trim()
    const report = { ...state.report, words: words === '' ? null : words }
    const told = quote({ ...state, report }, report.result === 'PASS' ? '✓' : '✗', report.line)
    return publish(told, 'verify-done', { name: 'verify_report', edit: { kind: 'verify-report', report } })
  },
  evaluate(state, done) {
    const { line, text, parsed } = done
    const qa = { ...judge(parsed, text), line, text }
    const result = qa.result === 'PASS' || qa.layer === 3 ? 'PASS' : qa.layer === 2 ? 'FAIL' : null
    const known: WorkflowState = { ...state, qa, layer2: { ...state.layer2, result } }
    return publishAll(quote(known, qa.result === 'PASS' ? '✓' : '✗', line), 'evaluate-done', done)
  },
  propose(state, done) {
    const { text, parsed } = done
    if (readPatch(text) === null) return noPatch(state)
    const confidence = parsed?.type === 'written' && parsed.what === 'patch' ? parsed.confidence : 'Unknown'
    const known = { ...autofix(state, 'patch'), patch: { text, confidence, digest: null } }
    return publishAll(say(known, 'autofixModel', state.modelConfig?.advisor ?? 'opus'), 'autofix-gate', done)
  },
}
