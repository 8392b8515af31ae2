/** Owns what agents' calls come to: each seat's outcome, and what follows when all seats of a work are done. */
import { exitCode } from '../../kernel/exit-code.ts'
import { isGranted } from '../../kernel/gate-answer.ts'
import { forgeRole } from '../../kernel/hurdle.ts'
import { subjectIn } from '../../kernel/ids.ts'
import { haltWith } from '../../work/attempts.ts'
import { changedLane, laneAt } from '../../work/lane.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { judge } from '../../work/qa-verdict.ts'
import { wake } from '../../work/wakes.ts'
import type { ArtifactName } from './artifacts.ts'
import type { AgentFinished, Outcome } from './effects.ts'
import { atVerifyGate, autofix, pathIn, skipConventions } from './moves.ts'
import { answered, hindered, isDone, refreshed, type Seat, voided, type WorkName } from './seats.ts'
import { go, type In, type Published, type Texts, type Then, type WorkflowState } from './state.ts'
import { quote, say } from './words.ts'

export function seated(state: WorkflowState, at: In<'work'>, event: Outcome): WorkflowState {
  const subject = subjectIn(event.commandId)
  const seat = at.seats.find((one) => one.subject === subject)
  const sit = (next: Seat): WorkflowState => settled(withSeat(state, at, next))
  switch (event.type) {
    case 'TimerFired':
      return { ...state, at: { ...at, seats: at.seats.map((one) => wake(one, event.at)) } }
    case 'LaneOpened':
      return seat === undefined ? state : sit({ ...seat, lane: laneAt(event) })
    case 'LaneClosed':
      return seat === undefined ? state : sit({ ...seat, lane: null })
    case 'AgentFinished':
      return seat === undefined ? state : settled(finished(state, at, seat, event))
    case 'ContractBroken':
      return seat === undefined ? state : sit(voided(seat, 'missing'))
    case 'ForgeFailed':
      return seat === undefined ? state : sit(hindered(seat, { ...event, role: forgeRole }))
    case 'CommandFailed':
      return seat === undefined ? haltWith(state, event) : sit(haltWith(seat, event))
    case 'AgentFailed':
      if (seat === undefined) return state
      // The facts stand without the verifier's words.
      return sit(at.work === 'word' ? { ...seat, text: '' } : hindered(seat, event))
    case 'GateAnswered': {
      if (seat === undefined) return state
      const { answer } = event
      return isGranted(answer)
        ? sit(refreshed({ ...seat, hurdle: null, void: 'missing' }))
        : blocked(state, answer)
    }
    default:
      return state
  }
}

const withSeat = (state: WorkflowState, at: In<'work'>, seat: Seat): WorkflowState => ({
  ...state,
  at: { ...at, seats: at.seats.map((one) => (one.subject === seat.subject ? seat : one)) },
})

function blocked(
  state: WorkflowState,
  { by, reason }: { readonly by: string; readonly reason: string },
): WorkflowState {
  const why = `${by}: ${reason}`
  const end = {
    outcome: 'blocked',
    exitCode: exitCode.halted,
    reason: why,
    next: '',
    resumable: false,
    report: why,
  }
  return { ...state, hurdle: { type: 'stop', end: { ...end, outcome: 'blocked' } } }
}

function finished(state: WorkflowState, at: In<'work'>, seat: Seat, event: AgentFinished): WorkflowState {
  const strayed =
    event.violation === null ? state : say(state, 'strayed', seat.role, event.violation.files.join(', '))
  const heard = event.answer.parsed === null ? say(strayed, 'unparsedLine') : strayed
  const moved =
    at.work === 'implement' && heard.lane !== null
      ? { ...heard, lane: changedLane(heard.lane, event) }
      : heard
  const next = answered(seat, at.work, state.input.docsPath, event)
  const isMissing = next.text === null && (at.work === 'scan' || at.work === 'propose')
  if (!isMissing) return withSeat(sayQuotes(moved, event, next), at, next)
  return at.work === 'scan' ? scanMissing(moved, at.tries ?? 0) : noPatch(moved)
}

/** A pass needs no quotation; one without any says so. */
function sayQuotes(state: WorkflowState, { quotes }: AgentFinished, { parsed, text }: Seat): WorkflowState {
  if (quotes === undefined) return state
  const { missing, quoted } = quotes
  if (missing.length > 0) return say(state, 'unseenQuotes', missing.map(inOneLine).join(' / '))
  const isPass = parsed?.type === 'verdict' && parsed.verdict === 'PASS' && text !== null
  return isPass && quoted === 0 ? say(state, 'noQuotes') : state
}

const inOneLine = (quote: string): string => quote.replace(/\s+/g, ' ')

const mostScans = 2

/** The scanner said that it is done, and its file is missing. */
const scanMissing = (state: WorkflowState, tries: number): WorkflowState =>
  tries >= mostScans ? skipConventions(state) : go(state, { phase: 'conventions', ask: 'missing', tries })

const noPatch = (state: WorkflowState): WorkflowState =>
  atVerifyGate(say(autofix(state, 'no-patch'), 'emptyPatch'))

/** Goes on when every seat is done and its lane is put away. */
function settled(state: WorkflowState): WorkflowState {
  const { at } = state
  if (at.phase !== 'work' || !at.seats.every((seat) => isDone(seat) && seat.lane === null)) return state
  return follow(state, at.work, at.seats)
}

function follow(state: WorkflowState, work: WorkName, seats: readonly Seat[]): WorkflowState {
  const texts: Texts = Object.fromEntries(seats.map(({ subject, text }) => [subject, text ?? '']))
  const [first] = seats
  const text = first?.text ?? ''
  const line = first?.line ?? ''
  switch (work) {
    case 'scan': {
      const known = {
        ...state,
        conventions: `file:${pathIn(state, 'conventions')}` as const,
        conventionsText: text,
      }
      return publish(say(known, 'conventionsScanned'), 'plan', seats)
    }
    case 'plan':
    case 'synthesis':
      return publishSpec(quote(state, '✓', line), text)
    case 'proposals':
      return publish(
        say({ ...state, proposals: texts }, 'proposals', seats.length),
        state.mode === 'multi' ? 'critiques' : 'synthesis',
        seats,
      )
    case 'critiques':
      return publish(say({ ...state, critiques: texts }, 'critiques', seats.length), 'synthesis', seats)
    case 'lead':
      return publish(say({ ...state, plan: text }, 'planWritten', line), 'reviews', seats)
    case 'reviews': {
      const known = { ...state, reviews: texts }
      const told = seats.length > 1 ? say(known, 'reviews', seats.length) : say(known, 'reviewWritten', line)
      return publish(told, 'implement', seats)
    }
    case 'implement': {
      const told = state.mode === 'single' ? quote(state, '✓', line) : say(state, 'codeWritten', line)
      return go({ ...told, written: text, failure: null }, { phase: 'measure', followedBy: 'publish' })
    }
    case 'word':
      return worded(state, text)
    case 'evaluate':
      return evaluated(state, line, text, seats)
    case 'propose':
      return proposed(state, text, line, seats)
  }
}

const publish = (state: WorkflowState, followedBy: Then, seats: readonly Seat[]): WorkflowState =>
  go(state, {
    phase: 'publish',
    followedBy,
    edits: seats.flatMap(({ artifact, text }) => (artifact === null ? [] : [asText(artifact, text ?? '')])),
  })

/** People edit it at any time: a text that the run has not seen is not replaced. */
const publishSpec = (state: WorkflowState, text: string): WorkflowState =>
  go(state, {
    phase: 'publish',
    followedBy: 'spec',
    edits: [{ name: 'spec', edit: { kind: 'text', text, replaces: state.spec?.text ?? null } }],
  })

const asText = (name: ArtifactName, text: string): Published => ({ name, edit: { kind: 'text', text } })

/** Only the words below the first line are kept: the result is the harness's own. */
function worded(state: WorkflowState, text: string): WorkflowState {
  if (state.report === null) return state
  const words = text.split('\n').slice(1).join('\n').trim()
  const report = { ...state.report, words: words === '' ? null : words }
  const told = quote({ ...state, report }, report.result === 'PASS' ? '✓' : '✗', report.line)
  return go(told, {
    phase: 'publish',
    followedBy: 'verify-done',
    edits: [{ name: 'verify_report', edit: { kind: 'verify-report', report } }],
  })
}

function evaluated(state: WorkflowState, line: string, text: string, seats: readonly Seat[]): WorkflowState {
  const qa = { ...judge(seats[0]?.parsed ?? null, text), line, text }
  const result = qa.result === 'PASS' || qa.layer === 3 ? 'PASS' : qa.layer === 2 ? 'FAIL' : null
  const known: WorkflowState = { ...state, qa, layer2: { ...state.layer2, result } }
  return publish(quote(known, qa.result === 'PASS' ? '✓' : '✗', line), 'evaluate-done', seats)
}

function proposed(state: WorkflowState, text: string, line: string, seats: readonly Seat[]): WorkflowState {
  if (readPatch(text) === null) return noPatch(state)
  const parsed = seats[0]?.parsed
  const confidence = parsed?.type === 'written' && parsed.what === 'patch' ? parsed.confidence : 'Unknown'
  const known: WorkflowState = { ...autofix(state, 'patch'), patch: { text, line, confidence, digest: null } }
  const model = state.modelConfig?.advisor ?? 'opus'
  return publish(say(known, 'autofixModel', model), 'autofix-gate', seats)
}
