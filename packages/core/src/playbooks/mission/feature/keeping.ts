/** Owns the end of a feature's way: merged by the run itself, or left for people to merge, on its branch or as a pull request. */
import type { CiJob, CiReported } from '../../../effects/await-ci.ts'
import type { PullClosed, PullOpened } from '../../../effects/open-pull.ts'
import { type CommandId, commandId } from '../../../kernel/ids.ts'
import { recovered } from '../../../kernel/retrying.ts'
import { describeFailedJob, hasFailed } from '../../../work/failed-job.ts'
import { type Flight, isOnBase, subjectOf } from '../state/flight.ts'
import { type MissionState, noted, toStep, withoutFlight } from '../state/state.ts'
import { isShown, unshown } from './landing.ts'
import { critical, type Found, failedWith, passedWith, stuckWith, toClose } from './outcomes.ts'

/** Nothing stands between the validated tree and its end. */
export function toMerge(state: MissionState, flight: Flight): MissionState {
  if (!isShown(state, flight)) return unshown(state, flight)
  const by = lastValidation(state, flight)
  if (isOnBase(flight)) return toClose(passedWith(state, flight, by), flight)
  switch (state.input.isolation.onPass) {
    case 'merge':
      return toStep(state, flight, { type: 'merge' })
    case 'pr':
      return toStep(state, flight, { type: 'pull' })
    case 'keep':
      return handedOver(state, flight, by, null)
  }
}

const lastValidation = ({ input, dispatched }: MissionState, { task }: Flight): CommandId =>
  commandId(input.runId, 'validate', subjectOf(task), dispatched[`validate/${subjectOf(task)}`] ?? 1)

/** Passed, and for a person to merge. Nothing that depends on it is begun before. */
function handedOver(state: MissionState, flight: Flight, by: CommandId, url: string | null): MissionState {
  const { lane } = flight
  if (lane === null) return state
  const feature = subjectOf(flight.task)
  const where = url === null ? `it is kept on ${lane.branch}` : `its pull request is ${url}`
  const passed = noted(passedWith(state, flight, by), `${feature} passed; ${where}.`)
  const others = passed.unmerged.filter((one) => one.feature !== feature)
  return withoutFlight(
    {
      ...passed,
      landed: passed.landed.filter((id) => id !== feature),
      unmerged: [...others, { feature, branch: lane.branch, url: onTheWeb(url), tip: lane.commit }],
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
): MissionState => toStep(state, recovered(flight), { type: 'ci', pull: number, url, since: at })

/** Its worker hears from the person who closed it how to continue; then it is opened again. */
export const pullClosed = (state: MissionState, flight: Flight, { url }: PullClosed): MissionState =>
  stuckWith(
    state,
    { ...recovered(flight), mayReopen: true },
    `The pull request of ${subjectOf(flight.task)} was closed and not merged (${url}). What is its worker to change before it is opened again?`,
  )

export function ciReported(state: MissionState, before: Flight, event: CiReported): MissionState {
  const { step } = before
  if (step.type !== 'ci') return state
  const flight = recovered(before)
  switch (event.state) {
    case 'silent':
      return stuckWith(
        state,
        flight,
        `The forge has not reported all of its checks of ${subjectOf(flight.task)} in time (${step.url}): ${event.jobs.map((job) => `${job.name} is ${job.state}`).join(', ')}. Wait as long again?`,
        'approved',
      )
    case 'failed':
      return failedWith(state, flight, event.commandId, event.jobs.filter(hasFailed).map(failure))
    case 'passed':
    case 'absent':
      return handedOver(state, flight, event.commandId, step.url)
  }
}

const failure = (job: CiJob): Found => critical(`${job.name} fails on the forge`, describeFailedJob(job))
