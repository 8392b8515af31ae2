/** How each event changes a workflow. Pure and total: what means nothing in a phase changes nothing. */
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import type { ChangeMeasured } from '../../effects/measure-change.ts'
import type { DocumentsRead } from '../../effects/read-documents.ts'
import type { ChecksFinished } from '../../effects/run-checks.ts'
import { isOutcome } from '../../kernel/event.ts'
import { isGivenUp } from '../../kernel/given-up.ts'
import { forgeRole } from '../../kernel/hurdle.ts'
import { failed } from '../../kernel/retrying.ts'
import { unattended } from '../../kernel/unattended.ts'
import { haltWith, liftStop } from '../../work/attempts.ts'
import { conventionStep } from '../../work/conventions.ts'
import { countInterrupted, countOutcome } from '../../work/counting.ts'
import { laneAt } from '../../work/lane.ts'
import { readPatch } from '../../work/proposed-patch.ts'
import { verdictIn } from '../../work/qa-verdict.ts'
import { scopeFilter } from '../../work/scope.ts'
import { liftStops } from '../../work/seats.ts'
import type { Event, Outcome } from './effects.ts'
import { answerGate } from './gate-answers.ts'
import { type StepName, stepNames } from './input.ts'
import { allChecks, hasPassed, layer1Report } from './layer1.ts'
import {
  afterConventions,
  atVerifyGate,
  autofix,
  checkNext,
  complete,
  evaluate,
  generate,
  pathIn,
  plan,
  proceed,
  readSpec,
  revise,
  setUp,
  skipConventions,
  verify,
  work,
} from './moves.ts'
import { go, type In, type WorkflowState } from './state.ts'
import { say } from './words.ts'
import { seated } from './works.ts'

export function evolve(state: WorkflowState, event: Event): WorkflowState {
  switch (event.type) {
    case 'RunStarted':
    case 'CommandIssued':
      return state
    case 'RunInterrupted':
      return countInterrupted(state, event)
    case 'RunResumed':
      return resumed({ ...state, updatedAt: event.at }, event.until)
    case 'RunEnded':
      return isGivenUp(event.end) ? go(state, { phase: 'over' }) : state
  }
  return isOutcome(event) ? ended({ ...countOutcome(state, event), updatedAt: event.at }, event) : state
}

/**
 * A person resumed the run: a stop is lifted, and a rest is over. `until` is the step that they asked for. If they name
 * none, a step that is not done yet is still the last: an answer at its gate does not start the next one.
 */
function resumed(before: WorkflowState, until: string | null): WorkflowState {
  const named = stepNames.find((one): one is StepName => one === until) ?? null
  const wanted = named ?? (before.at.phase === 'rest' ? null : before.until)
  const state: WorkflowState = { ...liftStop(before), until: wanted }
  const { at } = state
  switch (at.phase) {
    case 'rest':
      return stepAfter(state, at.done, wanted)
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

/** Failed checks are a person's to pass over: the gate opens, and no agent starts. */
const evaluateNext = (state: WorkflowState): WorkflowState =>
  state.layer1.result === 'PASS' ? evaluate(state) : atVerifyGate(state)

/** A step that was done before is done again. */
function stepAfter(state: WorkflowState, done: StepName, wanted: StepName | null): WorkflowState {
  if (wanted === null || stepNames.indexOf(wanted) > stepNames.indexOf(done))
    return done === 'verify' && wanted === 'evaluate' ? evaluateNext(state) : proceed(state, done)
  switch (wanted) {
    case 'plan':
      return plan(state)
    case 'generate':
      return readSpec(state)
    case 'verify':
      return verify(state)
    case 'evaluate':
      return evaluate(state)
  }
}

function ended(state: WorkflowState, event: Outcome): WorkflowState {
  const { at } = state
  if (at.phase === 'work') return seated(state, at, event)
  if (event.type === 'CommandFailed') return haltWith(state, event)
  switch (event.type) {
    case 'LaneOpened':
      return at.phase === 'open' ? setUp({ ...state, lane: laneAt(event) }) : state
    case 'GateAnswered':
      return answerGate(state, event.answer)
    case 'ForgeFailed':
      return unattended(failed(state, { ...event, role: forgeRole }))
    case 'TimerFired':
      return { ...state, hurdle: null }
    case 'DocumentsRead':
      return read(state, event)
    case 'DocumentsEdited': {
      const [refused] = event.refused
      if (at.phase !== 'publish') return state
      if (refused === undefined) return published(withDigest(state, event), at)
      return refused.reason === 'edited' && at.followedBy === 'spec'
        ? published(say(state, 'specEdited'), at)
        : haltWith(state, { ...refused, next: resumeNext })
    }
    case 'ChangeMeasured':
      return at.phase === 'measure' ? measured(state, at, event) : state
    case 'ChecksFinished':
      if (at.phase === 'prove') return proven(state, at, event)
      return at.phase === 'checks' ? checked(state, at, event) : state
    case 'FilesScanned':
      return at.phase === 'scan' ? scanned(state, at, event) : state
    case 'PatchApplied':
      if (at.phase !== 'apply' || state.lane === null) return state
      return go(
        { ...state, lane: { ...state.lane, commit: event.commit, tree: event.tree } },
        { phase: 'measure', followedBy: 'verify' },
      )
    case 'PatchRefused':
      return at.phase === 'apply' ? refusedPatch(state, event) : state
    case 'ChangeCommitted':
    case 'LaneMerged':
    case 'MergeRefused':
    case 'CleanedUp':
    case 'CleanUpRefused':
    case 'LaneClosed':
      return finishing(state, event)
    default:
      return state
  }
}

const resumeNext = 'harness resume'

function read(
  state: WorkflowState,
  { documents }: DocumentsRead<Readonly<Record<string, string>>>,
): WorkflowState {
  const textOf = (name: string): string | null => documents[name]?.changed?.content ?? null
  if (state.at.phase === 'spec') {
    const { spec } = state
    const digest = documents.spec?.digest ?? ''
    const text = documents.spec?.changed === null ? (spec?.text ?? null) : textOf('spec')
    if (text === null) return plan(say(state, 'specMissing', pathIn(state, 'spec')))
    const approved = spec?.approved ?? null
    const known: WorkflowState = { ...state, spec: { text, digest, approved, wanted: null } }
    if (state.at.wanted !== undefined) return revise(known, state.at.wanted)
    if (approved === digest) return generate(known)
    return go(approved === null ? known : say(known, 'specEdited'), { phase: 'spec', isRead: true })
  }
  if (state.at.phase !== 'look') return state
  const qa = textOf('qa_report')
  const patch = textOf('auto_fix_patch')
  const spec = textOf('spec')
  const known: WorkflowState = {
    ...state,
    notes: { qa: textOf('qa_notes') ?? '', critic: textOf('critic_findings') ?? '' },
    conventions: state.input.adopted?.conventions ?? state.conventions,
    spec:
      spec === null
        ? null
        : { text: spec, digest: documents.spec?.digest ?? '', approved: null, wanted: null },
    qa: qa === null ? null : { line: '', text: qa, result: verdictIn(qa) ?? 'FAIL', layer: null },
    patch:
      patch === null
        ? null
        : { text: patch, line: '', confidence: readPatch(patch)?.confidence ?? 'Unknown', digest: null },
  }
  const step = conventionStep(known.conventions, {
    live: textOf('conventions'),
    persisted: textOf('persisted_conventions'),
    claude: textOf('claude'),
    named: textOf('named_conventions'),
  })
  if (step.type === 'ask') return askForConventions(known)
  const settled = { ...known, conventions: step.conventions, conventionsText: step.text }
  const told =
    step.from === 'claude'
      ? say(settled, 'conventionsRich')
      : step.from === 'skipped'
        ? say(settled, 'conventionsSkipped')
        : say(settled, 'conventionsTaken', step.from === 'persisted' ? state.input.docsPath : '.harness/')
  if (step.copied === null) return afterConventions(told)
  return go(told, {
    phase: 'publish',
    followedBy: 'plan',
    edits: [{ name: 'conventions', edit: { kind: 'text', text: step.copied } }],
  })
}

function askForConventions(state: WorkflowState): WorkflowState {
  const { conventions } = state.input
  if (conventions === 'scan') return work(state, 'scan')
  return conventions === 'skip'
    ? skipConventions(state)
    : go(state, { phase: 'conventions', ask: 'scan', tries: 0 })
}

/** The gate of a fix approves what was published. */
const withDigest = (state: WorkflowState, { digests }: DocumentsEdited): WorkflowState =>
  state.patch === null || digests.auto_fix_patch === undefined
    ? state
    : { ...state, patch: { ...state.patch, digest: digests.auto_fix_patch } }

function published(before: WorkflowState, { followedBy, edits }: In<'publish'>): WorkflowState {
  const names = new Set([...before.published, ...edits.map(({ name }) => name)])
  const state: WorkflowState = { ...before, published: [...names] }
  switch (followedBy) {
    case 'plan':
      return afterConventions(state)
    case 'critiques':
    case 'synthesis':
    case 'reviews':
    case 'implement':
      return work(state, followedBy)
    case 'spec':
      return complete(state, 'plan')
    case 'verify':
      return verify(state)
    case 'generate-done':
      return complete(state, 'generate')
    case 'verify-done':
      return complete(state, 'verify')
    case 'evaluate-done':
      return complete(state, 'evaluate')
    case 'autofix-gate':
      return go(state, { phase: 'autofix-gate' })
  }
}

/** After an implementation, a patch, or the work of another program: what the lane really changed. */
function measured(
  state: WorkflowState,
  { followedBy }: In<'measure'>,
  { files }: ChangeMeasured,
): WorkflowState {
  const changed = files.map(({ path, added, removed, how = 'modified' }) => ({ path, added, removed, how }))
  const known: WorkflowState = { ...state, changed }
  const isFixed = followedBy === 'verify' && state.autofix === 'applied'
  if (followedBy !== 'publish' && !isFixed) return followedBy === 'verify' ? verify(known) : evaluate(known)
  return go(
    { ...known, written: null },
    {
      phase: 'publish',
      followedBy: isFixed ? 'verify' : 'generate-done',
      edits: [
        {
          name: 'changes',
          edit: { kind: 'changes', written: state.written, round: state.round, files: changed },
        },
      ],
    },
  )
}

/** Nothing is merged that its checks have not passed on. */
function proven(state: WorkflowState, at: In<'prove'>, { evidence }: ChecksFinished): WorkflowState {
  const checks = allChecks(state.input)
  const failing = checks.filter(({ name }) => !evidence.some((one) => one.check === name && hasPassed(one)))
  return failing.length === 0
    ? go(state, { ...at, phase: 'merge' })
    : haltWith(state, { detail: `FAIL — ${failing.map(({ name }) => name).join(', ')}`, next: resumeNext })
}

const checked = (
  state: WorkflowState,
  { part, evidence }: In<'checks'>,
  event: ChecksFinished,
): WorkflowState => checkNext(state, part === 'build' ? ['rest'] : [], [...evidence, ...event.evidence])

function scanned(
  state: WorkflowState,
  { evidence }: In<'scan'>,
  { at, count, marks }: Extract<Outcome, { type: 'FilesScanned' }>,
): WorkflowState {
  const { input, changed } = state
  const report = layer1Report({
    at,
    input,
    evidence,
    changed,
    scan: { count, marks },
    inScope: scopeFilter(input.scope),
  })
  return work({ ...state, report, layer1: { ...state.layer1, result: report.result } }, 'word')
}

function refusedPatch(
  state: WorkflowState,
  { reason, detail }: Extract<Outcome, { type: 'PatchRefused' }>,
): WorkflowState {
  const refused = autofix(state, 'refuse')
  return atVerifyGate(
    reason === 'path' ? say(refused, 'pathFailed', detail, null) : say(refused, 'applyFailed'),
  )
}

type Finishing = Extract<
  Outcome,
  {
    type: 'ChangeCommitted' | 'LaneMerged' | 'MergeRefused' | 'CleanedUp' | 'CleanUpRefused' | 'LaneClosed'
  }
>

/** The commit comes first. What the run made for itself goes only after it succeeded. */
function finishing(state: WorkflowState, event: Finishing): WorkflowState {
  const { at, lane, input } = state
  switch (event.type) {
    case 'ChangeCommitted': {
      if (at.phase !== 'commit' || lane === null) return state
      const { commit, tree } = event
      const told = event.unstaged.reduce((told, { file, reason }) => say(told, 'stageFailed', file, reason), {
        ...state,
        lane: { ...lane, commit, tree },
        unstaged: event.unstaged.map(({ file }) => file),
      } as WorkflowState)
      const { choice } = at
      // What did not pass stays on its branch, and in place there is no lane to merge.
      return input.merge && !input.inPlace && state.result === 'passed'
        ? go(told, { phase: allChecks(input).length === 0 ? 'merge' : 'prove', choice, commit })
        : go(told, { phase: 'clean', choice, commit, merged: false })
    }
    case 'LaneMerged':
      return at.phase === 'merge'
        ? go(state, { phase: 'clean', choice: at.choice, commit: at.commit, merged: true })
        : state
    case 'MergeRefused':
      return haltWith(state, { detail: event.detail, next: resumeNext })
    case 'CleanedUp':
    case 'CleanUpRefused': {
      if (at.phase !== 'clean') return state
      const told =
        event.type === 'CleanUpRefused'
          ? say(state, 'cleanUpRefused', event.path, event.why)
          : event.removed.reduce((told, path) => say(told, 'deleting', path), state)
      const { choice, commit, merged } = at
      return go(told, { phase: commit === null ? 'over' : 'close', choice, commit, merged })
    }
    case 'LaneClosed':
      return at.phase === 'close' ? go(state, { ...at, phase: 'over' }) : state
  }
}
