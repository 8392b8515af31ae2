/** What is known once a prompt is through: its record, what others may learn, and what is expected next. */
import type { DocumentsEdited, RefusedEdit } from '../../effects/edit-documents.ts'
import type { ChangeMeasured } from '../../effects/measure-change.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { halt } from '../../kernel/retrying.ts'
import { boxOf } from './box.ts'
import { isUnbounded, type Measured, measure, type Overrun } from './budgets.ts'
import { withPrediction } from './choosing.ts'
import { missingWords } from './documents.ts'
import { askedByClose, closeId, type HandbookPrompt, handbookFile } from './handbook-document.ts'
import type { Outcome, PromptRecord, RecordedChange } from './known-so-far.ts'
import {
  anchorOf,
  type Flight,
  type HandbookState,
  keptViolation,
  noted,
  withFlight,
  withoutFlight,
} from './state.ts'

type PromptFlight = Flight & { readonly task: Extract<Flight['task'], { type: 'prompt' }> }
export const isPromptFlight = (flight: Flight): flight is PromptFlight => flight.task.type === 'prompt'

/** An overrun is written down and nothing else; without a size it is only reported. */
export function changeMeasured(state: HandbookState, flight: Flight, event: ChangeMeasured): HandbookState {
  if (!isPromptFlight(flight) || flight.step.type !== 'measure') return state
  const { prompt } = flight.task
  const measured = withFlight(state, { ...flight, change: event.files, step: { type: 'verify' } })
  const size = measure(prompt, event.files)
  if (!size.isOverrun) return measured
  if (isUnbounded(prompt)) return noted(measured, unboundedNote(prompt, size))
  const overrun: Overrun = {
    promptId: prompt.id,
    expectedLoc: prompt.budget?.loc ?? null,
    actualLoc: size.actualLoc,
    expectedFiles: prompt.budget?.files ?? null,
    actualFiles: size.actualFiles,
    ratio: size.ratio,
    outOfScopeFiles: size.outOfScopeFiles,
    summary: flight.summaries.at(-1) ?? '',
    at: event.at,
  }
  return { ...measured, overruns: [...measured.overruns, overrun] }
}

/** A box of its own is ticked first. */
export const closePassed = (state: HandbookState, flight: Flight, at: number): HandbookState =>
  flight.task.type === 'close' && flight.task.phase.close?.box === 'open'
    ? withFlight(state, { ...flight, step: { type: 'tick' } })
    : phaseClosed(state, flight, at)

function phaseClosed(state: HandbookState, flight: Flight, at: number): HandbookState {
  if (flight.task.type !== 'close') return state
  const { number, close } = flight.task.phase
  const record = { phase: number, closedAt: at, evidence: flight.evidence }
  const isUntold = close !== null && close.box === undefined
  return {
    ...withoutFlight(state, flight),
    closed: [...state.closed, number],
    justClosed: isUntold ? { phase: number, asked: askedByClose(close) } : null,
    closes: [...state.closes.filter(({ phase }) => phase !== number), record],
  }
}

function unboundedNote({ id, budget }: HandbookPrompt, size: Measured): string {
  const { actualLoc, actualFiles, outOfScopeFiles } = size
  const files = budget?.files == null ? '' : ` where ${budget.files} were expected`
  const leaks = outOfScopeFiles.length === 0 ? '' : `, and out of its scope: ${outOfScopeFiles.join(', ')}`
  return `${id}, which is unbounded, changed ${actualLoc} lines in ${actualFiles} files${files}${leaks}.`
}

export function boxEdited(state: HandbookState, flight: Flight, event: DocumentsEdited): HandbookState {
  if (flight.step.type !== 'tick') return state
  const [refused] = event.refused
  if (refused !== undefined) return tickRefused(state, flight, refused, event.at)
  const ticked = withTick(state, boxOf(flight.task).promptId, event.digests.handbook ?? null)
  return isPromptFlight(flight) ? completed(ticked, flight, event.at) : phaseClosed(ticked, flight, event.at)
}

/** If the digest is null, people changed the handbook too: the next reading tells what. */
function withTick(state: HandbookState, promptId: string, digest: string | null): HandbookState {
  if (state.documents === null) return state
  const { handbook, digests } = state.documents
  const prompts = handbook.prompts.map((prompt) =>
    prompt.id === promptId ? { ...prompt, box: 'done' as const } : prompt,
  )
  const phases = handbook.phases.map((phase) =>
    phase.close !== null && closeId(phase.number) === promptId
      ? { ...phase, close: { ...phase.close, box: 'done' as const } }
      : phase,
  )
  return {
    ...state,
    documents: {
      ...state.documents,
      handbook: { ...handbook, prompts, phases },
      digests: { ...digests, handbook: digest },
    },
  }
}

/** A prompt that is gone is through; one that says something else by now has not been carried out. */
function tickRefused(
  state: HandbookState,
  flight: Flight,
  { reason, detail }: RefusedEdit,
  at: number,
): HandbookState {
  if (reason === 'missing')
    return withFlight(state, halt(flight, { exitCode: exitCode.halted, ...missingWords([handbookFile]) }))
  const told = noted(state, `The box of ${boxOf(flight.task).promptId} was not ticked: ${detail}`)
  const stale = unknownHandbook(told)
  if (!isPromptFlight(flight))
    return reason === 'gone' ? phaseClosed(stale, flight, at) : withoutFlight(stale, flight)
  return reason === 'gone'
    ? completed(stale, flight, at)
    : bumped(withoutFlight(keptViolation(stale, flight), flight), 'skip', at)
}

/** The known text is not the text of the file: it comes back with the next reading. */
const unknownHandbook = (state: HandbookState): HandbookState =>
  state.documents === null
    ? state
    : {
        ...state,
        documents: { ...state.documents, digests: { ...state.documents.digests, handbook: null } },
      }

function completed(state: HandbookState, flight: PromptFlight, at: number): HandbookState {
  const { prompt } = flight.task
  const wasDone = flight.summaries.length > 0
  const outcome: Outcome = !wasDone ? 'skip' : flight.isEmpty ? 'empty' : 'pass'
  const record = recordOf(state, flight, at)
  const earlier = state.records.find(({ promptId }) => promptId === prompt.id)
  const ratio = flight.change.length === 0 ? null : measure(prompt, flight.change).ratio
  const pattern = {
    promptId: prompt.id,
    verb: prompt.verb,
    surfaceAnchor: anchorOf(prompt),
    summary: record.summary,
    evidence: flight.evidence,
    iteration: state.iteration.iteration,
    ratio,
    durationMs: at - flight.since,
  }
  const kept: HandbookState = {
    ...withoutFlight(state, flight),
    records: [...state.records.filter(({ promptId }) => promptId !== prompt.id), record],
    patterns: wasDone && flight.redispatched === 0 ? [...state.patterns, pattern] : state.patterns,
    // Work after the close may undo what it has shown.
    closed: state.closed.filter((phase) => phase !== prompt.phase),
    changes: flight.change.length === 0 ? state.changes : [...state.changes, changeOf(flight, at)],
  }
  return withPrediction(bumped(withCritique(kept, flight, earlier?.summary), outcome, at))
}

const changeOf = ({ task, change }: PromptFlight, at: number): RecordedChange => ({
  promptId: task.prompt.id,
  at,
  files: change.map(({ path }) => path),
})

function recordOf({ overruns }: HandbookState, flight: PromptFlight, at: number): PromptRecord {
  const { prompt } = flight.task
  const hasWritten = flight.lane !== null && flight.change.length > 0
  const size = measure(prompt, flight.change)
  return {
    promptId: prompt.id,
    startedAt: flight.since,
    completedAt: at,
    summary: flight.summaries.at(-1) ?? '',
    evidence: flight.evidence,
    worktree: flight.lane?.isWorktree === true ? flight.lane.path : null,
    emptyResult: flight.isEmpty,
    overrun: overruns.some((one) => one.promptId === prompt.id && one.at >= flight.since),
    actualLoc: hasWritten ? size.actualLoc : null,
    actualFiles: hasWritten ? size.actualFiles : null,
    anchorPath: anchorOf(prompt),
    expected: prompt.budget,
    outOfScopeFiles: size.outOfScopeFiles,
    ...(flight.isProse === true ? { findingsUnparsed: true as const } : {}),
    violation: flight.violation,
  }
}

/** What critiques and audits said is kept for the polish of the same surface; Phase 1's findings are the punch list. */
function withCritique(
  state: HandbookState,
  flight: PromptFlight,
  earlier: string | undefined,
): HandbookState {
  const { prompt } = flight.task
  if (prompt.verb !== 'critique' && prompt.verb !== 'audit') return state
  const before = withoutSaid(state.critiques, earlier)
  const said = flight.summaries.at(-1) ?? ''
  const added = prompt.anchors.paths.map((path) => [path, [...(before[path] ?? []), said]] as const)
  const critiques = { ...before, ...Object.fromEntries(added) }
  if (prompt.phase !== 1) return { ...state, critiques }
  const found = flight.findings.map((finding) => ({ ...finding, promptId: prompt.id }))
  const others = state.punchList.filter(({ promptId }) => promptId !== prompt.id)
  return { ...state, critiques, punchList: [...others, ...found] }
}

/** Without one of what it said when it was carried out before. */
const withoutSaid = (
  critiques: HandbookState['critiques'],
  said: string | undefined,
): HandbookState['critiques'] =>
  Object.fromEntries(
    Object.entries(critiques).map(([path, texts]) => {
      const at = said === undefined ? -1 : texts.lastIndexOf(said)
      return [path, texts.filter((_text, index) => index !== at)] as const
    }),
  )

const bumped = (state: HandbookState, lastOutcome: Outcome, lastStepAt: number): HandbookState => ({
  ...state,
  iteration: { ...state.iteration, iteration: state.iteration.iteration + 1, lastOutcome, lastStepAt },
})
