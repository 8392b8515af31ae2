/** Owns what a new run of a plan is to know of those before it. */
import { blockingFindings } from '../../work/findings-ledger.ts'
import type { EarlierRun } from './input.ts'
import type { DeliveryState } from './state.ts'

/** What is older has been heard by those that came after it. */
const remembered = 3

/** Of a run as it is now, itself included; none if it was not given up. */
export function earlierRuns(state: DeliveryState): readonly EarlierRun[] {
  if (state.phase !== 'blocked') return []
  const { runId, earlier = [] } = state.input
  return [...earlier, { runId, why: state.why, findings: blockingFindings(state.findings) }].slice(
    -remembered,
  )
}
