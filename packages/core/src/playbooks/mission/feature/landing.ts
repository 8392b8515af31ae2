/**
 * Owns the way of a feature from its worker to the base: the base is brought in, checks run, claims are validated on
 * exactly that tree, and that tree is merged. One feature at a time goes it, so that nothing has to be shown twice.
 */

import type { UiNotCaptured } from '../../../effects/capture-ui.ts'
import type { LaneMerged, MergeRefused } from '../../../effects/merge-lane.ts'
import type { ChecksFinished, RunChecks } from '../../../effects/run-checks.ts'
import type { SmokeTested } from '../../../effects/smoke-test.ts'
import type { BaseRewritten, LaneSynced, SyncConflicted } from '../../../effects/sync-lane.ts'
import type { Check } from '../../../kernel/check.ts'
import { type Evidence, passed, unproven } from '../../../kernel/evidence.ts'
import { exitCode } from '../../../kernel/exit-code.ts'
import { isExhausted } from '../../../kernel/retry-budget.ts'
import { halt, recovered, spend } from '../../../kernel/retrying.ts'
import { haltWith } from '../../../work/attempts.ts'
import { noConflictMarks } from '../../../work/conflict-marks.ts'
import { isFromBase, landingChecks } from '../../../work/landing.ts'
import { syncedLane } from '../../../work/lane.ts'
import { failureOf } from '../../../work/report-sections.ts'
import { contractOf, featureNamed, statedClaims, textOf } from '../documents/features.ts'
import { remembering } from '../documents/memory.ts'
import type { Validation } from '../state/answers.ts'
import type { AgentFinished } from '../state/effects.ts'
import { type Flight, type FlightStep, type LanedFlight, nothingSeen, subjectOf } from '../state/flight.ts'
import { smokeOf } from '../state/input.ts'
import { type MissionState, noted, rest, toStep, withFlight } from '../state/state.ts'
import { hookFirst, withHook } from '../telling/errands.ts'
import { asSeen, contradicted, gapsIn, refutedBeside, verdictsOn } from './claims.ts'
import {
  critical,
  docsDropped,
  docsReady,
  documented,
  type Found,
  failedWith,
  letGo,
  passedWith,
  stuckWith,
  withIssues,
} from './outcomes.ts'
import { answerVoid, heardLook, usableAnswer, whyVoid } from './void-answers.ts'

export const checksOf = ({ input }: MissionState, { conflict }: Flight): readonly Check[] =>
  landingChecks(input.checks, conflict?.theirs ?? null)

/** The way begins: with the base as it stands by now. */
export const toLanding = (state: MissionState, flight: Flight): MissionState =>
  toStep(state, flight, { type: 'sync' })

const toChecks = (state: MissionState, flight: Flight): MissionState =>
  checksOf(state, flight).length === 0
    ? checked(state, { ...flight, evidence: [] })
    : toStep(state, flight, { type: 'checks' })

export const laneSynced = (state: MissionState, flight: LanedFlight, event: LaneSynced): MissionState =>
  toChecks(state, { ...flight, lane: syncedLane(flight.lane, event), landedBefore: state.landed.length })

/** The conflicts are marked in the lane, on top of the new base. Its worker resolves them at once, while others wait. */
export function syncConflicted(
  state: MissionState,
  flight: LanedFlight,
  event: SyncConflicted,
): MissionState {
  const { lane, task } = flight
  const { baseCommit: theirs, files } = event
  if (task.type === 'docs') return docsDropped(state, flight, `it conflicts with ${state.input.baseBranch}`)
  const marked: Flight = {
    ...flight,
    lane: syncedLane(lane, event),
    landedBefore: state.landed.length,
    conflict: {
      files,
      ours: lane.commit,
      from: lane.baseCommit,
      theirs,
      features: state.landed.slice(flight.landedBefore),
    },
  }
  return isExhausted(flight.retries.conflict)
    ? stuckWith(
        state,
        marked,
        `${task.id} conflicts with ${state.input.baseBranch} again and again, in ${files.join(', ')}. What is to hold?`,
      )
    : withFlight(state, {
        ...hookFirst(state, spend(marked, 'conflict'), 'pre-worker', task.id),
        step: { type: 'resolve' },
      })
}

export function baseRewritten(
  state: MissionState,
  flight: LanedFlight,
  { baseCommit }: BaseRewritten,
): MissionState {
  const { lane, task } = flight
  const { baseBranch } = state.input
  if (task.type === 'docs') return docsDropped(state, flight, `${baseBranch} was rewritten`)
  return stuckWith(
    state,
    { ...flight, lane: { ...lane, baseCommit } },
    `${baseBranch} was rewritten: it no longer contains ${lane.baseCommit.slice(0, 12)}, which ${task.id} stands on. What was taken out of it would come back with ${task.id}. Is the new ${baseBranch} to be brought in?`,
    'worked',
  )
}

/** Checks come first and cannot be argued away: if one fails, no person is asked. */
export function checksFinished(
  state: MissionState,
  before: LanedFlight,
  event: ChecksFinished,
): MissionState {
  const flight: Flight = { ...before, ...unmarked(before, event), evidence: event.evidence }
  if (unproven(checksOf(state, before), event.evidence, before.lane.tree).length === 0)
    return checked(state, flight)
  const failures = event.evidence.filter((item) => !passed(item)).map(failure)
  if (flight.task.type === 'docs') return docsDropped(state, flight, 'the checks failed with it')
  return failedWith(
    state,
    flight,
    event.commandId,
    failures.length === 0 ? [critical('A check never ran')] : failures,
  )
}

/** What the feature says that these checks are about, with its claims. */
export function wordsIn(state: MissionState, { lane }: Pick<RunChecks, 'lane'>): string {
  const task = state.flights.find((flight) => flight.lane?.lane === lane)?.task
  if (task?.type !== 'feature') return ''
  const feature = featureNamed(state, task.id)
  const claims = statedClaims(state, task.id) ?? []
  return [feature?.title ?? '', textOf(feature), ...claims.map(({ assertion }) => assertion)].join('\n')
}

/** Shown to be resolved: no later worker is told of conflicts that are no more. */
function unmarked({ conflict }: Flight, { evidence }: ChecksFinished): Partial<Flight> {
  if (conflict === null) return {}
  const { name } = noConflictMarks(conflict.theirs)
  return evidence.some((item) => item.check === name && passed(item)) ? { conflict: null } : {}
}

const failure = (item: Evidence): Found =>
  critical(`The check ${item.check} fails`, `${item.run}: ${failureOf(item)}\n${item.outputTail}`)

function checked(state: MissionState, flight: Flight): MissionState {
  if (flight.task.type === 'docs') return docsReady(state, flight)
  return withFlight(state, {
    ...hookFirst(state, flight, 'pre-validator', flight.task.id),
    told: statedClaims(state, flight.task.id) ?? [],
    step: { type: 'validate' },
  })
}

export function validated(before: MissionState, flight: Flight, event: AgentFinished): MissionState {
  const { role } = event
  const { step } = flight
  const said = usableAnswer(event, 'validation')
  if (said === null) return answerVoid(before, flight, event, whyVoid(event))
  const answer = asSeen(said, event.quotes)
  const id = subjectOf(flight.task)
  const answered = asAnswered(flight, answer)
  const beside = refutedBeside(flight.told, answer, contractOf(before))
  const gaps = gapsIn([...answered, ...beside], answer)
  if (gaps.length > 0) return answerVoid(before, flight, event, gaps)
  const state = remembering(
    step.type === 'validate' ? withHook(before, 'post-validator', id) : before,
    event,
    validationText(answer),
  )
  // The plan was broken meanwhile, not the work: a person is asked before it is looked at once more.
  if (statedClaims(state, id) === null) return unshown(state, recovered(flight))
  const judged: Flight = {
    ...heardLook(flight, role),
    verdicts: step.type === 'validate' ? answered : contradicted(flight.verdicts, answered, role),
    found: [...flight.found, ...answer.issues],
  }
  const refuted = [...judged.verdicts, ...beside].filter(({ status }) => status === 'FAIL')
  const found = [
    ...refuted.map(({ claim, evidence }) => critical(`${claim} does not hold`, evidence)),
    ...judged.found,
  ]
  if (refuted.length > 0) return failedWith(state, judged, event.commandId, found, answer.ambiguity)
  return answer.ambiguity === null
    ? examined(state, judged, step.type)
    : ambiguous(state, judged, event.commandId, answer.ambiguity)
}

/** The worker is called again whatever the architect rules: it gets what was found until then. */
function ambiguous(
  state: MissionState,
  flight: Flight,
  commandId: AgentFinished['commandId'],
  question: string,
): MissionState {
  const asking: Flight = { ...flight, found: [], question }
  return rest(withIssues(state, flight, commandId, flight.found), asking, 'ambiguous')
}

/** What the answer says of each claim that the role was told; pictures do not tell about every claim. */
function asAnswered({ step, told, evidence }: Flight, answer: Validation): Flight['verdicts'] {
  const asked =
    step.type === 'ui-qa' ? told.filter(({ id }) => answer.claims.some((one) => one.id === id)) : told
  return verdictsOn(asked, answer, step.type === 'validate' ? evidence : [])
}

const validationText = ({ claims, issues }: Validation): string =>
  [
    ...claims.map(({ id, status, evidence }) => `${id} ${status}: ${evidence}`),
    ...issues.map(({ severity, title }) => `[${severity}] ${title}`),
  ].join('\n')

const examinations = ['validate', 'smoke', 'capture', 'ui-qa', 'crosscheck'] as const

/** The claims hold so far: what else is to be looked at comes next, and then the merge. */
function examined(state: MissionState, flight: Flight, after: FlightStep['type']): MissionState {
  const { input } = state
  const wanted: Readonly<Record<(typeof examinations)[number], boolean>> = {
    validate: false,
    smoke: input.smoke?.onFeaturePass === true,
    capture: input.uiQa !== null,
    // Comes with the pictures.
    'ui-qa': false,
    crosscheck: input.crosscheck,
  }
  const left = examinations.slice(examinations.indexOf(after as (typeof examinations)[number]) + 1)
  const next = left.find((one) => wanted[one]) ?? 'approved'
  return toStep(state, flight, { type: next })
}

export function smokeTested(state: MissionState, flight: Flight, event: SmokeTested): MissionState {
  const id = subjectOf(flight.task)
  if (event.passed) return examined(withHook(state, 'on-smoke-pass', id), flight, 'smoke')
  return failedWith(withHook(state, 'on-smoke-fail', id), flight, event.commandId, smokeIssues(state, event))
}

export const smokeIssues = (
  { input }: MissionState,
  { failures, outputTail }: SmokeTested,
): readonly Found[] => {
  const { startup, urls } = smokeOf(input)
  const verify = [
    ...(startup === null ? [] : [`Start the product: \`${startup.run}\`.`]),
    ...urls.map(
      ({ url, expectStatus, expectText }) =>
        `Ask ${url}: it answers ${expectStatus}${expectText === null ? '' : ` with "${expectText}"`}.`,
    ),
  ].join(' ')
  return (failures.length === 0 ? ['It did not come up'] : failures).map((problem) => ({
    ...critical(`The smoke test fails: ${problem}`, outputTail),
    expected: `The smoke test passes; it no longer reports: ${problem}`,
    ...(verify === '' ? {} : { verify }),
  }))
}

export function uiNotCaptured(state: MissionState, flight: Flight, event: UiNotCaptured): MissionState {
  switch (event.reason) {
    case 'no-browser':
      return examined(
        noted(state, `The user interface of ${subjectOf(flight.task)} was not looked at: ${event.detail}`),
        flight,
        'ui-qa',
      )
    case 'port-taken':
    case 'command-missing':
      return withFlight(state, haltWith(flight, event))
    default:
      return failedWith(state, flight, event.commandId, [
        critical('The product cannot be looked at', event.detail),
      ])
  }
}

/** Whether each of its claims was seen to hold, as they stand now: people may have changed them since. */
export function isShown(state: MissionState, { task, verdicts }: Flight): boolean {
  const stated = statedClaims(state, subjectOf(task))
  return (
    stated?.every(({ id, assertion }) =>
      verdicts.some((one) => one.claim === id && one.assertion === assertion && one.status === 'PASS'),
    ) === true
  )
}

/** Its claims or the base are others than were looked at: what the worker did is looked at once more. */
export const unshown = (state: MissionState, flight: Flight): MissionState =>
  rest(state, { ...flight, ...nothingSeen }, 'worked')

export function laneMerged(state: MissionState, flight: Flight, event: LaneMerged): MissionState {
  const closing: Flight = { ...flight, step: { type: 'close' } }
  const told = withFlight(state, closing)
  return flight.task.type === 'docs' ? documented(told, closing) : passedWith(told, closing, event.commandId)
}

/** Another tree would be merged: the base is brought in, and what it makes of the claims is shown again. */
export function mergeRefused(
  state: MissionState,
  before: Flight,
  { reason, detail }: MergeRefused,
): MissionState {
  if (before.task.type === 'docs') return docsDropped(state, before, detail)
  const id = subjectOf(before.task)
  if (before.isLetGo) return letGo(state, before, `${id} was not merged (${reason}); its lane is kept.`)
  // Neither base nor tree is another one: what was shown is shown.
  if (reason === 'checkout-in-the-way')
    return withFlight(
      state,
      halt<Flight>(
        { ...before, step: { type: 'approved' } },
        {
          exitCode: exitCode.escalated,
          reason: `${id} could not be merged: ${detail}`,
          next: 'Commit what you changed there (or end the rebase, or move the file away), then: harness resume',
        },
      ),
    )
  const flight: Flight = { ...before, ...nothingSeen }
  return isFromBase(reason) && !isExhausted(flight.retries.mergeRace)
    ? toStep(state, spend(flight, 'mergeRace'), { type: 'sync' })
    : stuckWith(state, flight, `${id} could not be merged (${reason}): ${detail} Try again?`, 'worked')
}
