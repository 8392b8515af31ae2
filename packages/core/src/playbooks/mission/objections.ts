/** Owns how a person's objection is told from what agents and checks find: it is open until a person says otherwise. */
import type { Issue } from './mission-document.ts'
import type { MissionState } from './state.ts'

/** By its id, which names the gate: `<run>/gate/mission/1.1`. */
export const isRefusal = (issueId: string): boolean => issueId.includes('/gate/')

/** Of a feature that a person does not want to have merged as it was. */
export const openObjections = (
  { firings }: MissionState,
  id: string,
  issues: readonly Issue[],
): readonly Issue[] =>
  firings.some(
    ({ feature, trigger, refusals = [] }) => feature === id && trigger === 'pre-merge' && refusals.length > 0,
  )
    ? issues.filter((issue) => isRefusal(issue.id))
    : []
