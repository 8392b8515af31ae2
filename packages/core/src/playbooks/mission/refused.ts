/**
 * Owns what a person refused at a checkpoint: it stays refused until a person grants it. Once the role it concerns has
 * answered, the same firing waits again; no checkpoint fires twice for that.
 */

import type { MissionDecision } from './decisions.ts'
import { oneSentence } from './escalations.ts'
import { featureNamed, featuresOf } from './features.ts'
import { unconverted } from './fixes.ts'
import type { FiredCheckpoint } from './mission-document.ts'
import { isRefusal } from './objections.ts'
import type { DueCheckpoint, MissionState } from './state.ts'

/** The one that waits, as it fired: what was refused is no other firing. */
export function firingOf(
  { firings, input }: MissionState,
  due: DueCheckpoint,
  reason: string,
  at: number,
): FiredCheckpoint {
  const refused = firings.find((one) => one.name === due.name)
  if (refused !== undefined) return { ...refused, reason }
  const trigger = input.checkpoints.find(({ name }) => name === due.name)?.triggerOn ?? ''
  return { ...due, trigger, reason, at }
}

export const withFiring = (state: MissionState, fired: FiredCheckpoint): MissionState => ({
  ...state,
  due: state.due.filter(({ name }) => name !== fired.name),
  firings: [...state.firings.filter(({ name }) => name !== fired.name), fired],
  facts: { ...state.facts, fired: [...new Set([...state.facts.fired, fired.name])] },
})

/** Only a grant ends it. */
export const withAnswer = (state: MissionState, name: string, refusal: string | null): MissionState => ({
  ...state,
  firings: state.firings.flatMap((one) => {
    if (one.name !== name) return [one]
    return refusal === null ? [] : [{ ...one, refusals: [...(one.refusals ?? []), refusal] }]
  }),
})

/** At the start of a run: what was refused in the one before, unless the config no longer asks there. */
export function withRefused(state: MissionState, carried: readonly FiredCheckpoint[]): MissionState {
  const asked = new Set(state.input.checkpoints.map(({ name }) => name))
  return carried
    .filter((one) => isRefused(one) && asked.has(one.name))
    .reduce((sum, one) => withFiring(sum, one), state)
}

const isRefused = ({ refusals = [] }: FiredCheckpoint): boolean => refusals.length > 0

/** That of a feature, or of the mission as a whole, by what sets it off. */
export const refusedAt = (
  { firings }: MissionState,
  trigger: 'post-planner' | 'post-feature' | 'pre-merge' | 'pre-done' | 'feature-claim:',
  feature: string | null,
): FiredCheckpoint | undefined =>
  firings.find((one) => isRefused(one) && one.feature === feature && one.trigger.startsWith(trigger))

/** The question once more, with what was said the last time. */
export const askingAgain = (
  { name, feature, refusals = [] }: FiredCheckpoint,
  since: string,
): Extract<MissionDecision, { name: 'CHECKPOINT' }> => ({
  name: 'CHECKPOINT',
  checkpoint: { name, feature },
  reason: oneSentence(`${since}: ${refusals.at(-1) ?? ''}`),
})

/** Those that concern no role at work: of the plan, and of a feature that was merged before it was asked about. */
export function answeredSince(state: MissionState): MissionDecision | null {
  const plan = refusedAt(state, 'post-planner', null)
  if (plan !== undefined) return askingAgain(plan, 'The plan was made again, after a person refused it')
  const fixed = state.firings.find(
    (one) => isRefused(one) && one.trigger === 'post-feature' && isMended(state, one.feature ?? ''),
  )
  return fixed === undefined
    ? null
    : askingAgain(fixed, `${fixed.feature} was fixed, after a person refused it`)
}

/** Whether every fix for a person's sake has passed, or is not needed any more. */
function isMended(state: MissionState, id: string): boolean {
  const feature = featureNamed(state, id)
  if (feature !== undefined && feature.status !== 'passed' && feature.status !== 'blocked') return false
  return (
    !unconverted(state).some(({ issue, feature: of }) => of === id && isRefusal(issue.id)) &&
    featuresOf(state).every(
      ({ fixes, sourceIssueId, status }) =>
        fixes !== id || !isRefusal(sourceIssueId ?? '') || status === 'passed' || status === 'blocked',
    )
  )
}
