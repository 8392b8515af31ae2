/** What a delivery makes of what became of its pull request. */
import type { CiJob, CiReported } from '../../effects/await-ci.ts'
import type { PullClosed, PullOpened } from '../../effects/open-pull.ts'
import type { Finding } from '../../kernel/finding.ts'
import { ask, recovered } from '../../kernel/retrying.ts'
import { describeFailedJob, hasFailed } from '../../work/failed-job.ts'
import { blockingFindings } from '../../work/findings-ledger.ts'
import { toFixFindings, withPass } from './agent-finished.ts'
import { ciSilentGate, pullClosedGate } from './gates.ts'
import { toMerge } from './loop.ts'
import { jobLogs, withLogs } from './materials.ts'
import { type DeliveryState, type PlanLane, shared } from './state.ts'

export const patienceOf = ({ input }: DeliveryState): number =>
  input.forge.kind === 'local' ? 0 : input.forge.patienceMs

export function pullOpened(state: DeliveryState, { number, url, at }: PullOpened): DeliveryState {
  if (state.phase !== 'open-pr') return state
  const pull = { number, url }
  const reached = shared(recovered(state))
  return { ...reached, pull, phase: 'await-ci', lane: state.lane, deadline: at + patienceOf(state) }
}

export function ciReported(before: DeliveryState, event: CiReported): DeliveryState {
  if (before.phase !== 'await-ci') return before
  const { lane, pull } = before
  const state = recovered(before)
  switch (event.state) {
    case 'silent':
      return ask(state, ciSilentGate(pull.url, event.jobs))
    case 'failed': {
      const failed = event.jobs.filter(hasFailed)
      const judged = withPass(state, lane, 'ci', failed.map(failure))
      return toFixFindings(judged, lane, withLogs(jobLogs(failed)))
    }
    case 'passed':
    case 'absent': {
      const notes =
        event.state === 'absent' ? [...state.notes, 'The forge ran no checks of its own.'] : state.notes
      const judged = { ...withPass(state, lane, 'ci', []), notes }
      return isLetStand(judged, lane)
        ? toMerge(judged, lane, event.at)
        : { ...shared(judged), phase: 'merge-check', lane, pull }
    }
  }
}

/** If a person let stand what the merge check found in this very commit: it is not asked again. */
const isLetStand = ({ findings }: DeliveryState, { commit }: PlanLane): boolean =>
  blockingFindings(findings, 'merge-check').length === 0 &&
  findings.tracked.some(
    ({ source, waived, history }) =>
      source === 'merge-check' && waived === true && history.at(-1)?.commit === commit,
  )

const failure = (job: CiJob): Finding => ({
  severity: 'High',
  title: `${job.name} fails on the forge`,
  detail: describeFailedJob(job),
  file: null,
  line: null,
})

export function pullClosed(state: DeliveryState, { number, url }: PullClosed): DeliveryState {
  switch (state.phase) {
    case 'open-pr':
    case 'await-ci':
    case 'merge': {
      const again: DeliveryState = { ...shared(state), pull: null, phase: 'open-pr', lane: state.lane }
      return ask(again, pullClosedGate(number, url))
    }
    default:
      return state
  }
}
