/**
 * Owns the end of a feature's way: merged by the run itself, or left for people to merge, on its branch or as a pull
 * request. What people merge is whole: its documentation is written on the same branch, and checked with it.
 */
import type { CiJob, CiReported } from '../../effects/await-ci.ts'
import type { PullClosed, PullOpened } from '../../effects/open-pull.ts'
import { type CommandId, commandId } from '../../kernel/ids.ts'
import { ask, recovered } from '../../kernel/retrying.ts'
import { describeFailedJob, hasFailed } from '../../work/failed-job.ts'
import { changedLane } from '../../work/lane.ts'
import { capReached } from './caps.ts'
import type { AgentFinished } from './effects.ts'
import { type Flight, isOnBase, newFlight, subjectOf } from './flight.ts'
import { ciSilentGate, pullClosedGate } from './gates.ts'
import { isShown, toChecks, unshown } from './landing.ts'
import { remembering } from './memory.ts'
import { critical, type Found, failedWith, isMergedHere, passedWith, toClose } from './outcomes.ts'
import { type MissionState, noted, toStep, withFlight, withoutFlight } from './state.ts'

/** Nothing stands between the validated tree and its end. */
export function toMerge(state: MissionState, flight: Flight): MissionState {
  if (!isShown(state, flight)) return unshown(state, flight)
  if (isOnBase(flight)) return toClose(passedWith(state, flight, lastValidation(state, flight)), flight)
  if (isMergedHere(state)) return toStep(state, flight, { type: 'merge' })
  if (!flight.isDocumented && !capReached(state)) return toStep(state, flight, { type: 'document' })
  return state.input.isolation.onPass === 'pr'
    ? toStep(state, flight, { type: 'pull' })
    : keptAsItIs(state, flight)
}

/** The effect that ran the documenter has set other changes aside. */
export function documentedInPlace(state: MissionState, before: Flight, event: AgentFinished): MissionState {
  const { lane, task } = before
  if (lane === null) return state
  const flight: Flight = { ...recovered(before), lane: changedLane(lane, event), isDocumented: true }
  const said = remembering(state, event, event.text)
  const told =
    event.violation === null
      ? said
      : noted(
          said,
          `The documenter of ${subjectOf(task)} changed ${event.violation.files.join(', ')}, which is no documentation; that was not taken over.`,
        )
  return event.changedFiles.length === 0 ? toStep(told, flight, { type: 'approved' }) : toChecks(told, flight)
}

/** Nothing waits for the documentation. */
export const leftUndocumented = (state: MissionState, flight: Flight, why: string): MissionState =>
  toStep(
    noted(state, `The documentation of ${subjectOf(flight.task)} was left as it is: ${why}`),
    { ...recovered(flight), isDocumented: true, hurdle: null },
    { type: 'approved' },
  )

const keptAsItIs = (state: MissionState, flight: Flight): MissionState =>
  handedOver(state, flight, lastValidation(state, flight), null)

const lastValidation = ({ input, dispatched }: MissionState, { task }: Flight): CommandId =>
  commandId(input.runId, 'validate', subjectOf(task), dispatched[`validate/${subjectOf(task)}`] ?? 1)

/** Passed, and for a person to merge. Nothing that depends on it is begun before. */
function handedOver(state: MissionState, flight: Flight, by: CommandId, url: string | null): MissionState {
  const { lane } = flight
  if (lane === null) return state
  const feature = subjectOf(flight.task)
  const where = url === null ? `it is kept on ${lane.branch}` : `its pull request is ${url}`
  const passed = noted(passedWith(state, flight, by), `${feature} passed; ${where}.`)
  const others = <One extends { readonly feature: string }>(list: readonly One[]): readonly One[] =>
    list.filter((one) => one.feature !== feature)
  return withoutFlight(
    {
      ...passed,
      landed: passed.landed.filter((id) => id !== feature),
      saidMerged: passed.saidMerged.filter((one) => one !== feature),
      unmerged: [...others(passed.unmerged), { feature, branch: lane.branch, url: onTheWeb(url) }],
      kept: [...others(passed.kept), { feature, lane }],
    },
    flight,
  )
}

/** One that only this machine knows is no place for a person to go to. */
const onTheWeb = (url: string | null): string | null => (url !== null && /^https?:/.test(url) ? url : null)

export const pullOpened = (
  state: MissionState,
  flight: Flight,
  { number, url, at }: PullOpened,
): MissionState =>
  flight.step.type === 'pull'
    ? toStep(state, recovered(flight), { type: 'ci', pull: number, url, since: at })
    : state

/** The person who closed it says how to continue. */
export const pullClosed = (state: MissionState, flight: Flight, { url }: PullClosed): MissionState =>
  flight.step.type === 'pull' || flight.step.type === 'ci'
    ? withFlight(
        state,
        ask(
          { ...recovered(flight), step: { type: 'closed', url } },
          pullClosedGate(subjectOf(flight.task), url),
        ),
      )
    : state

export function ciReported(state: MissionState, before: Flight, event: CiReported): MissionState {
  const { step } = before
  if (step.type !== 'ci') return state
  const flight = recovered(before)
  switch (event.state) {
    case 'silent':
      return withFlight(state, ask(flight, ciSilentGate(subjectOf(flight.task), step.url, event.jobs)))
    case 'failed':
      return failedWith(state, flight, event.commandId, event.jobs.filter(hasFailed).map(failure))
    case 'passed':
    case 'absent':
      return handedOver(state, flight, event.commandId, step.url)
  }
}

const failure = (job: CiJob): Found => critical(`${job.name} fails on the forge`, describeFailedJob(job))

/** What people have merged meanwhile needs its lane no longer. */
export function letGoOfMerged(before: MissionState): MissionState {
  const said = before.kept.filter(
    ({ feature }) =>
      before.saidMerged.includes(feature) &&
      before.facts.unmerged?.some((one) => one.feature === feature) === true,
  )
  const state = noted(
    before,
    ...said.map(({ feature }) => `${feature} counts as merged, as a person says; git does not show it.`),
  )
  const open = new Set(state.unmerged.map(({ feature }) => feature))
  const merged = state.kept.filter(({ feature }) => !open.has(feature))
  if (merged.length === 0) return state
  const free = merged.filter(({ feature }) => state.flights.every(({ task }) => subjectOf(task) !== feature))
  return {
    ...state,
    landed: [...new Set([...state.landed, ...merged.map(({ feature }) => feature)])],
    kept: state.kept.filter(({ feature }) => open.has(feature)),
    flights: [
      ...state.flights,
      ...free.map(
        ({ feature, lane }): Flight => ({
          ...newFlight({ type: 'feature', id: feature }, { type: 'close' }),
          lane,
        }),
      ),
    ],
  }
}
