/** Owns how it is said what has passed, and what that leaves to people: merging it, or looking at it. */

import { counted } from '../../../kernel/counted.ts'
import { byHandText } from '../../../work/by-hand.ts'
import type { UnmergedFeature } from '../state/mission-document.ts'
import type { MissionState } from '../state/state.ts'
import { droppedOf, leftToMerge, namesDropped } from './dropped.ts'
import { wantedFeatures } from './features.ts'

/** `F-001 (branch harness/F-001)`, `F-002 (https://…/pull/3)`. */
export const namesUnmerged = (unmerged: readonly UnmergedFeature[]): string =>
  unmerged.map((one) => `${one.feature} (${one.url ?? `branch ${one.branch}`}${restoring(one)})`).join(', ')

const restoring = ({ isGone, branch, tip }: UnmergedFeature): string =>
  isGone === true ? `, deleted; to have it back: git branch ${branch} ${tip?.slice(0, 12) ?? '<commit>'}` : ''

const notMerged = (state: MissionState, of: number): string => {
  const unmerged = leftToMerge(state)
  if (unmerged.length === 0) return ''
  const which = of === unmerged.length ? 'not' : `${unmerged.length} of them not`
  return `, ${which} merged yet: ${namesUnmerged(unmerged)}`
}

/** Without a full stop. */
export function allPassed(state: MissionState): string {
  const { length } = wantedFeatures(state)
  const dropped = droppedOf(state)
  const without = dropped.length === 0 ? '' : `; dropped: ${namesDropped(dropped)}`
  return `${length === 1 ? 'The one feature has' : `All ${length} features have`} passed${notMerged(state, length)}${without}`
}

/** How a mission that is done ends, in a line. */
export function doneText(state: MissionState): string {
  const { length } = wantedFeatures(state)
  const dropped = droppedOf(state)
  const done = counted(length, 'feature has', 'features have')
  const without = dropped.length === 0 ? '' : ` Dropped: ${namesDropped(dropped)}.`
  return `The mission is done: ${done} passed${notMerged(state, length)}.${without}${byHandText(state.byHand)}`
}

/** What is left to do once it is done. */
export function nextWhenDone(state: MissionState): string {
  const unmerged = leftToMerge(state)
  const merges = state.leftDocs.map((branch) => `git merge ${branch}`)
  const left = [
    ...(unmerged.length === 0 ? [] : [`Merge into ${state.input.baseBranch}: ${namesUnmerged(unmerged)}`]),
    ...(merges.length === 0 ? [] : [`To have the documentation: ${merges.join(' && ')}`]),
  ]
  return left.length === 0 ? 'harness mission status' : left.join('. ')
}
