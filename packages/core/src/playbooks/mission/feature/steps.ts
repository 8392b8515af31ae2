/** Owns the steps of one feature under way, or of the documentation of some: what each wants, and what hears its outcomes. */

import type { CommandFailed } from '../../../effects/command-failed.ts'
import type { ForgeFailed } from '../../../effects/forge-failed.ts'
import type { OpenLane } from '../../../effects/open-lane.ts'
import type { AgentFailed } from '../../../effects/run-agent.ts'
import { forgeRole } from '../../../kernel/hurdle.ts'
import { asLaneName, type CommandId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { failed } from '../../../kernel/retrying.ts'
import { agentCall, calledRole } from '../../../work/agent-call.ts'
import { haltWith } from '../../../work/attempts.ts'
import { nextId } from '../../../work/dispatch.ts'
import { closeLane, mergeLane, runChecks, syncLane } from '../../../work/lane.ts'
import { featureNamed } from '../documents/features.ts'
import type { Answer } from '../state/answers.ts'
import type { AgentFinished, Command, Outcome } from '../state/effects.ts'
import { type Flight, type FlightStep, featureLane, type LanedFlight, subjectOf } from '../state/flight.ts'
import { missionIdentity } from '../state/identity.ts'
import { type MissionRole, smokeOf } from '../state/input.ts'
import { type MissionState, toStep, withFlight } from '../state/state.ts'
import { flightSlices } from '../telling/envelopes.ts'
import { errandCommand } from '../telling/errands.ts'
import { isBeingShown } from './ahead.ts'
import { ciReported, pullClosed, pullOpened } from './keeping.ts'
import {
  baseRewritten,
  checksFinished,
  checksOf,
  laneMerged,
  laneSynced,
  mergeRefused,
  smokeTested,
  syncConflicted,
  uiNotCaptured,
  validated,
} from './landing.ts'
import { docsDropped, laneClosed, letGo, stuckWith } from './outcomes.ts'
import { answerVoid, whyVoid } from './void-answers.ts'
import { debugged, documentedBy, ruled, worked } from './work.ts'

type Hears<Event> = (state: MissionState, flight: LanedFlight, event: Event) => MissionState

interface Step {
  /** Null while something is waited for that was begun before. */
  wants(state: MissionState, flight: LanedFlight, id: CommandId): Command | null
  readonly hears: { readonly [Type in Outcome['type']]?: Hears<Extract<Outcome, { type: Type }>> }
}

const calls = (role: MissionRole, hears: Hears<AgentFinished>): Step => ({
  wants(state, flight, id) {
    const called = calledRole(missionIdentity, role, state.input.roles)
    const slices = flightSlices(state, flight, role)
    const commitMessage = commitMessageOf(state, flight)
    const call = agentCall<Answer>({ id, ...called, lane: flight.lane, slices, commitMessage })
    return role === 'ui-qa' ? { ...call, images: flight.screens.map(({ file }) => file) } : call
  },
  hears: { AgentFinished: hears },
})

const at = ({ lane: { lane, commit } }: LanedFlight) => ({ lane, commit })

const merged = { LaneMerged: laneMerged, MergeRefused: mergeRefused } as const

const steps: Readonly<Record<Exclude<FlightStep['type'], 'rest' | 'approved'>, Step>> = {
  work: calls('worker', worked),
  debug: calls('debugger', debugged),
  architect: calls('architect', ruled),
  document: calls('documenter', documentedBy),
  sync: {
    wants: ({ input }, { lane }, id) => syncLane(id, lane, input.baseBranch),
    hears: { LaneSynced: laneSynced, SyncConflicted: syncConflicted, BaseRewritten: baseRewritten },
  },
  resolve: calls('worker', worked),
  checks: {
    wants: (state, flight, id) =>
      isBeingShown(flight)
        ? null
        : runChecks(id, flight.lane, checksOf(state, flight), flight.ahead?.evidence),
    hears: { ChecksFinished: checksFinished },
  },
  validate: calls('validator', validated),
  smoke: {
    wants: ({ input }, flight, id) => ({ type: 'SmokeTest', id, ...at(flight), ...smokeOf(input) }),
    hears: { SmokeTested: smokeTested },
  },
  capture: {
    wants({ input: { uiQa } }, flight, id) {
      invariant(uiQa !== null, 'nothing is looked at that is not configured')
      return { type: 'CaptureUi', id, ...at(flight), ...uiQa }
    },
    hears: {
      UiCaptured: (state, flight, { screens }) => toStep(state, { ...flight, screens }, { type: 'ui-qa' }),
      UiNotCaptured: uiNotCaptured,
    },
  },
  'ui-qa': calls('ui-qa', validated),
  crosscheck: calls('crosscheck', validated),
  merge: {
    wants(state, flight, id) {
      const { baseBranch, checks } = state.input
      const message = `Merge ${titleOf(state, flight)}`
      return mergeLane(id, flight.lane, { baseBranch, message, checks, asItIs: true })
    },
    hears: merged,
  },
  pull: {
    wants: (state, flight, id) => ({
      type: 'OpenPull',
      id,
      ...at(flight),
      branch: flight.lane.branch,
      baseBranch: state.input.baseBranch,
      pull: null,
      ...(flight.mayReopen === true ? { mayReopen: true } : {}),
      title: titleOf(state, flight),
      body: pullBody(flight),
    }),
    hears: { ...merged, PullOpened: pullOpened, PullClosed: pullClosed },
  },
  ci: {
    wants({ input }, { step, lane }, id) {
      invariant(step.type === 'ci', 'checks of a pull request are waited for')
      const deadline = step.since + (input.ciPatienceMs ?? 0)
      return { type: 'AwaitCi', id, pull: step.pull, commit: lane.commit, deadline }
    },
    hears: { ...merged, CiReported: ciReported, PullClosed: pullClosed },
  },
  close: {
    wants: ({ input }, { lane }, id) => closeLane(id, lane, input.baseBranch),
    hears: { LaneClosed: laneClosed },
  },
}

export function flightCommands(state: MissionState, flight: Flight): readonly Command[] {
  const { step, lane, hurdle } = flight
  const subject = subjectOf(flight.task)
  if (hurdle !== null || step.type === 'rest' || step.type === 'approved') return []
  const [errand] = flight.errands
  if (errand !== undefined) return [errandCommand(state, errand, subject)]
  if (lane === null) return [openLane(state, flight)]
  const wanted = steps[step.type].wants(state, { ...flight, lane }, nextId(state, step.type, subject))
  return wanted === null ? [] : [wanted]
}

/** A feature's lane is found again by the next run; that of its documentation is not. */
function openLane(state: MissionState, { task }: Flight): OpenLane {
  const { isolation, baseBranch, runId } = state.input
  const name = task.type === 'feature' ? task.id : `${task.name}-${runId}`
  return {
    type: 'OpenLane',
    id: nextId(state, 'open', subjectOf(task)),
    lane: asLaneName(name),
    branch: `harness/${name}`,
    baseBranch,
    ...(isolation.useWorktrees ? { worktree: `.harness/worktrees/${name}` } : {}),
  }
}

const titleOf = (state: MissionState, { task }: Flight): string =>
  task.type === 'docs'
    ? `the documentation of ${task.features.join(', ')}`
    : `${task.id}: ${featureNamed(state, task.id)?.title ?? ''}`

const commitMessageOf = (state: MissionState, flight: Flight): string | null => {
  const { step, task } = flight
  if (task.type === 'docs') return `Document ${task.features.join(', ')}`
  return step.type === 'work' || step.type === 'resolve' ? titleOf(state, flight) : null
}

const pullBody = ({ verdicts }: Flight): string =>
  [
    '## Claims',
    ...verdicts.map(
      ({ claim, status, evidence }) => `- ${claim}: ${status}\n  ${evidence.replaceAll('\n', '\n  ')}`,
    ),
  ].join('\n')

export function flown(state: MissionState, flight: Flight, event: Outcome): MissionState {
  const { step, task, lane } = flight
  switch (event.type) {
    case 'LaneOpened':
      return withFlight(state, { ...flight, lane: featureLane(event), landedBefore: state.landed.length })
    case 'AgentFailed':
    case 'ForgeFailed':
      return flightFailed(state, failed(flight, { role: forgeRole, ...event }), event)
    case 'ContractBroken':
      return task.type === 'docs'
        ? docsDropped(state, flight, event.problems.join('; '))
        : answerVoid(state, flight, event, whyVoid(event))
    case 'CommandFailed':
      return commandFailed(state, flight, event)
  }
  if (lane === null || step.type === 'rest' || step.type === 'approved') return state
  const hears = steps[step.type].hears[event.type] as Hears<Outcome> | undefined
  return hears === undefined ? state : hears(state, { ...flight, lane }, event)
}

/** No person is asked about the documentation; anything else that keeps failing is put to a person. */
function flightFailed(state: MissionState, flight: Flight, event: AgentFailed | ForgeFailed): MissionState {
  const { task, hurdle, step } = flight
  if (hurdle === null || hurdle.type === 'sleep') return withFlight(state, flight)
  if (task.type === 'docs') return docsDropped(state, flight, event.error.message)
  if (hurdle.type === 'stop') return withFlight(state, flight)
  const { question, detail } = hurdle.gate
  const isWorkers = step.type === 'work' || step.type === 'resolve'
  return stuckWith(state, flight, `${question} ${detail}`, isWorkers ? 'ruled' : 'worked')
}

const laneIsGone = /^lane-(missing|gone)$/

/** A feature whose lane a person deleted starts again: its branch still holds what was committed. */
function commandFailed(state: MissionState, flight: Flight, event: CommandFailed): MissionState {
  const { step, task, lane } = flight
  if (task.type === 'docs') return docsDropped(state, flight, event.detail)
  if (laneIsGone.test(event.code) && lane !== null)
    return letGo(state, flight, `The lane of ${task.id} was gone: the feature is started again.`)
  // A merge that could not be made is made by another decision: a person may drop the feature before.
  const halted = haltWith(flight, event)
  return withFlight(state, step.type === 'merge' ? { ...halted, step: { type: 'approved' } } : halted)
}
