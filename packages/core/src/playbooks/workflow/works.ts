/** Owns what agents' calls come to: each seat's outcome, and what follows when all seats of a work are done. */
import { oneLine } from '../../kernel/one-line.ts'
import { changedLane } from '../../work/lane.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { judge } from '../../work/qa-verdict.ts'
import { areDone, evolveSeats } from '../../work/seats.ts'
import type { ArtifactName } from './artifacts.ts'
import type { AgentFinished, Outcome } from './effects.ts'
import { atVerifyGate, autofix, pathIn, skipConventions } from './moves.ts'
import { rulesOf, type WorkName, type WorkSeat } from './seats.ts'
import { go, type In, type Published, type Texts, type Then, type WorkflowState } from './state.ts'
import { quote, say } from './words.ts'

export function seated(state: WorkflowState, at: In<'work'>, event: Outcome): WorkflowState {
  const seats = evolveSeats(at.seats, event, rulesOf(at.work, state.input.docsPath))
  const told = event.type === 'AgentFinished' ? heard(state, { ...at, seats }, event) : state
  return settled({ ...told, at: { ...at, seats } }, at.work, seats, at.tries)
}

function heard(state: WorkflowState, at: In<'work'>, event: AgentFinished): WorkflowState {
  const strayed =
    event.violation === null ? state : say(state, 'strayed', event.role, event.violation.files.join(', '))
  const parsed = event.answer.parsed === null ? say(strayed, 'unparsedLine') : strayed
  return at.work === 'implement' && parsed.lane !== null
    ? { ...parsed, lane: changedLane(parsed.lane, event) }
    : sayQuotes(parsed, event, at.seats)
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

/** The scanner said that it is done, and its file is missing. */
const scanMissing = (state: WorkflowState, tries: number): WorkflowState =>
  tries >= mostScans ? skipConventions(state) : go(state, { phase: 'conventions', ask: 'missing', tries })

const noPatch = (state: WorkflowState): WorkflowState =>
  atVerifyGate(say(autofix(state, 'no-patch'), 'emptyPatch'))

/** Goes on when every seat is done and its lane is put away. */
function settled(
  state: WorkflowState,
  work: WorkName,
  seats: readonly WorkSeat[],
  tries: number | undefined,
): WorkflowState {
  const isVoid = seats.some(({ objection }) => objection !== null)
  if (isVoid && work === 'scan') return scanMissing(state, tries ?? 0)
  if (isVoid && work === 'propose') return noPatch(state)
  return areDone(seats) ? follow(state, work, seats) : state
}

function follow(state: WorkflowState, work: WorkName, seats: readonly WorkSeat[]): WorkflowState {
  const texts: Texts = Object.fromEntries(seats.map(({ subject, text }) => [subject, text ?? '']))
  const [first] = seats
  const text = first?.text ?? ''
  const line = first?.answer?.line ?? ''
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

const publish = (state: WorkflowState, followedBy: Then, seats: readonly WorkSeat[]): WorkflowState =>
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

function evaluated(
  state: WorkflowState,
  line: string,
  text: string,
  seats: readonly WorkSeat[],
): WorkflowState {
  const qa = { ...judge(seats[0]?.answer?.parsed ?? null, text), line, text }
  const result = qa.result === 'PASS' || qa.layer === 3 ? 'PASS' : qa.layer === 2 ? 'FAIL' : null
  const known: WorkflowState = { ...state, qa, layer2: { ...state.layer2, result } }
  return publish(quote(known, qa.result === 'PASS' ? '✓' : '✗', line), 'evaluate-done', seats)
}

function proposed(
  state: WorkflowState,
  text: string,
  line: string,
  seats: readonly WorkSeat[],
): WorkflowState {
  if (readPatch(text) === null) return noPatch(state)
  const parsed = seats[0]?.answer?.parsed
  const confidence = parsed?.type === 'written' && parsed.what === 'patch' ? parsed.confidence : 'Unknown'
  const known: WorkflowState = { ...autofix(state, 'patch'), patch: { text, line, confidence, digest: null } }
  const model = state.modelConfig?.advisor ?? 'opus'
  return publish(say(known, 'autofixModel', model), 'autofix-gate', seats)
}
