/** How each event changes a workflow. Pure and total: what means nothing in a phase changes nothing. */
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import type { ChangeMeasured } from '../../effects/measure-change.ts'
import type { RunResumed } from '../../kernel/event.ts'
import { haltWith, hinderedBy, liftStop } from '../../work/attempts.ts'
import { type OutcomesByPhase, outcomeIn } from '../../work/by-phase.ts'
import { laneAt } from '../../work/lane.ts'
import { evolveRun } from '../../work/run-state.ts'
import { liftStops } from '../../work/seats.ts'
import { verifyReport } from '../../work/verify-report.ts'
import type { Event, Outcome } from './effects.ts'
import { cleaned, committed, proven } from './finishing.ts'
import { answerGate } from './gate-answers.ts'
import { type StepName, stepNames } from './input.ts'
import { looked, type Read } from './looking.ts'
import {
  atVerifyGate,
  autofix,
  checkNext,
  complete,
  evaluate,
  generate,
  plan,
  proceed,
  readSpec,
  revise,
  setUp,
  verify,
  work,
} from './moves.ts'
import { afterConventions } from './recovery.ts'
import { go, type In, type Move, pathIn, publish, type Then, type WorkflowState } from './state.ts'
import { say } from './words.ts'
import { seated } from './works.ts'

export const evolve = (state: WorkflowState, event: Event): WorkflowState =>
  evolveRun<WorkflowState, Outcome>(state, event, { resumed, givenUp }, ended)

const givenUp: Move = (state) => go(state, { phase: 'over' })

/**
 * A person resumed the run: a stop is lifted, and a rest is over. `until` is the step that they asked for. If they name
 * none, a step that is not done yet is still the last: an answer at its gate does not start the next one.
 */
function resumed(before: WorkflowState, event: RunResumed): WorkflowState {
  const step = stepNames.find((one) => one === event.until) ?? null
  const until = step ?? (before.at.phase === 'rest' ? null : before.until)
  const state: WorkflowState = { ...liftStop(before), until, updatedAt: event.at }
  const { at } = state
  switch (at.phase) {
    case 'rest':
      return stepAfter(state, at.done, until)
    case 'stopped':
      return at.gate === 'spec' ? readSpec(state) : atVerifyGate(state)
    case 'work':
      // A proposer that a crash took away has used nothing up.
      return at.work === 'propose'
        ? atVerifyGate(autofix(state, 'crash'))
        : { ...state, at: { ...at, seats: liftStops(at.seats) } }
    default:
      return state
  }
}

/** A step that was done before is done again. */
function stepAfter(state: WorkflowState, done: StepName, wanted: StepName | null): WorkflowState {
  const isLater = wanted === null || stepNames.indexOf(wanted) > stepNames.indexOf(done)
  if (!isLater) return again[wanted](state)
  // Failed checks are a person's to pass over: the gate opens, and no agent starts.
  if (done === 'verify' && wanted === 'evaluate')
    return state.layer1.result === 'PASS' ? evaluate(state) : atVerifyGate(state)
  return proceed[done](state)
}

const again: Readonly<Record<StepName, Move>> = { plan, generate: readSpec, verify, evaluate }

/** What the outcomes of a phase's own command lead to. */
const outcomes: OutcomesByPhase<WorkflowState, Outcome> = {
  open: { LaneOpened: (state, _at, event) => setUp({ ...state, lane: laneAt(event) }) },
  look: { DocumentsRead: (state, _at, event) => looked(state, event) },
  publish: { DocumentsEdited: published },
  spec: { DocumentsRead: (state, _at, event) => specRead(state, event) },
  measure: { ChangeMeasured: measured },
  checks: {
    ChecksFinished: (state, { part, evidence }, event) =>
      checkNext(state, part === 'build' ? ['rest'] : [], [...evidence, ...event.evidence]),
  },
  scan: {
    FilesScanned(state, { evidence }, event) {
      const report = verifyReport(state.input, evidence, state.changed, event)
      return work({ ...state, report, layer1: { ...state.layer1, result: report.result } }, 'word')
    },
  },
  apply: {
    PatchApplied: (state, _at, { commit, tree }) =>
      go(
        { ...state, lane: state.lane && { ...state.lane, commit, tree } },
        { phase: 'measure', followedBy: 'verify', changes: null },
      ),
    PatchRefused(state, _at, { reason, detail }) {
      const refused = autofix(state, 'refuse')
      return atVerifyGate(
        reason === 'path' ? say(refused, 'pathFailed', detail, null) : say(refused, 'applyFailed'),
      )
    },
  },
  commit: { ChangeCommitted: committed },
  prove: { ChecksFinished: proven },
  merge: {
    LaneMerged: (state, at) => go(state, { ...at, phase: 'clean', merged: true }),
    MergeRefused: (state, _at, { detail }) => haltWith(state, { detail, next: 'harness resume' }),
  },
  clean: { CleanedUp: cleaned, CleanUpRefused: cleaned },
  close: { LaneClosed: (state, at) => go(state, { ...at, phase: 'over' }) },
}

function ended(before: WorkflowState, event: Outcome): WorkflowState {
  const state = { ...before, updatedAt: event.at }
  const { at } = state
  if (at.phase === 'work') return seated(state, at, event)
  if (event.type === 'GateAnswered') return answerGate(state, event.answer)
  return hinderedBy(state, event) ?? outcomeIn(outcomes, state, event) ?? state
}

function specRead(state: WorkflowState, { documents }: Read): WorkflowState {
  const { spec } = state
  const { changed = null, digest = '' } = documents.spec ?? {}
  const text = changed === null ? (spec?.text ?? null) : changed.content
  if (text === null) return plan(say(state, 'specMissing', pathIn(state, 'spec')))
  const { approved = null, wanted = null } = spec ?? {}
  const known: WorkflowState = { ...state, spec: { text, digest, approved, wanted } }
  if (wanted !== null) return revise(known)
  if (approved === digest) return generate(known)
  return go(approved === null ? known : say(known, 'specEdited'), { phase: 'spec', isRead: true })
}

const next: Readonly<Record<Then, Move>> = {
  plan: afterConventions,
  critiques: (state) => work(state, 'critiques'),
  synthesis: (state) => work(state, 'synthesis'),
  spec: (state) => complete(state, 'plan'),
  reviews: (state) => work(state, 'reviews'),
  implement: (state) => work(state, 'implement'),
  'generate-done': (state) => complete(state, 'generate'),
  verify,
  'verify-done': (state) => complete(state, 'verify'),
  'evaluate-done': (state) => complete(state, 'evaluate'),
  'autofix-gate': (state) => go(state, { phase: 'autofix-gate' }),
}

function published(
  state: WorkflowState,
  { followedBy, edits }: In<'publish'>,
  { digests, refused: [refused] }: DocumentsEdited,
): WorkflowState {
  // A person has written another spec meanwhile: theirs stays.
  const isTheirs = refused?.reason === 'edited' && followedBy === 'spec'
  if (refused !== undefined && !isTheirs) return haltWith(state, { ...refused, next: 'harness resume' })
  const names = new Set([...state.published, ...edits.map(({ name }) => name)])
  const digest = digests.auto_fix_patch ?? state.patch?.digest ?? null
  const known: WorkflowState = {
    ...(isTheirs ? say(state, 'specEdited') : state),
    published: [...names],
    // The gate of a fix approves what was published.
    patch: state.patch && { ...state.patch, digest },
  }
  return next[followedBy](known)
}

/** After an implementation, a patch, or the work of another program: what the lane really changed. */
function measured(
  state: WorkflowState,
  { followedBy, changes }: In<'measure'>,
  { files }: ChangeMeasured,
): WorkflowState {
  const changed = files.map(({ path, added, removed, how = 'modified' }) => ({ path, added, removed, how }))
  const known: WorkflowState = { ...state, changed }
  if (followedBy === 'evaluate') return evaluate(known)
  if (changes === undefined) return next[followedBy](known)
  return publish(known, followedBy, {
    name: 'changes',
    edit: { kind: 'changes', written: changes, round: state.round, files: changed },
  })
}
