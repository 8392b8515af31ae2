/** Owns what each role of a delivery is shown beside its slices: the change, logs and acceptance criteria. */
import type { CiJob } from '../../effects/await-ci.ts'
import type { JudgedChange, Materials, ShownLog } from '../../effects/run-agent.ts'
import type { DeliveryState, Fixing, PlanLane } from './state.ts'

/** Nothing if the phase calls no agent that is shown something. */
export function materialsOf(state: DeliveryState): { readonly shows?: Materials } {
  const { acceptanceTags } = state.input.plan
  const shows: Materials = {
    ...judgedIn(state),
    ...(state.phase === 'fix' ? withLogs(logsToFix(state)) : {}),
    ...(acceptanceTags.length === 0 ? {} : { acceptance: acceptanceTags }),
  }
  return Object.keys(shows).length === 0 ? {} : { shows }
}

function judgedIn(state: DeliveryState): Pick<Materials, 'change'> {
  switch (state.phase) {
    case 'review': {
      const { reviewed } = state.findings
      const whole = wholeChange(state.lane)
      return { change: reviewed === null ? whole : { ...whole, since: reviewed } }
    }
    case 'prepare-pr':
    case 'merge-check':
      return { change: wholeChange(state.lane) }
    default:
      return {}
  }
}

const wholeChange = ({ baseCommit, commit }: PlanLane): JudgedChange => ({ from: baseCommit, to: commit })

const logsToFix = ({ cause }: Fixing): readonly ShownLog[] =>
  cause.type === 'conflict' ? [] : (cause.logs ?? [])

export const withLogs = (logs: readonly ShownLog[]): { readonly logs?: readonly ShownLog[] } =>
  logs.length === 0 ? {} : { logs }

export const jobLogs = (jobs: readonly CiJob[]): readonly ShownLog[] =>
  jobs.flatMap(({ name, log }) =>
    log === undefined ? [] : [{ title: `the job ${name} of the forge`, log, quoted: true }],
  )
