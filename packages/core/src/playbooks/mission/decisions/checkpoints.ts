/** Owns when a checkpoint's moment has come: once for each, and again about the same feature if a person refused. */

import { featureNamed, featuresOf } from '../documents/features.ts'
import { passedIn } from '../documents/records.ts'
import type { MissionDecision } from '../state/decision.ts'
import { type Flight, isOnBase, subjectOf } from '../state/flight.ts'
import type { CheckpointTrigger } from '../state/input.ts'
import { type FiredCheckpoint, isRefusal } from '../state/mission-document.ts'
import type { DueCheckpoint, MissionState } from '../state/state.ts'
import { oneSentence } from './escalations.ts'
import { unconverted } from './fixes.ts'

/** The checkpoint that is asked about at this moment: one that never fired, or one that was refused about this very feature. */
function asking(
  { firings, facts, input }: MissionState,
  isMoment: (trigger: CheckpointTrigger) => boolean,
  feature: string | null,
  why: string,
): MissionDecision | null {
  for (const { name, triggerOn, features } of input.checkpoints) {
    if (!isMoment(triggerOn)) continue
    const checkpoint = { name, feature }
    const held = firings.find((one) => one.name === name)
    const refusal = held?.feature === feature ? held.refusals?.at(-1) : undefined
    if (refusal !== undefined)
      return {
        name: 'CHECKPOINT',
        checkpoint,
        reason: oneSentence(`${why} A person refused it before: ${refusal}`),
      }
    const isConcerned = feature === null || features === null || features.includes(feature)
    if (held === undefined && !facts.fired.includes(name) && isConcerned)
      return { name: 'CHECKPOINT', checkpoint, reason: why }
  }
  return null
}

/** Those whose moment has come, and that of a feature that is about to be merged. */
export function dueCheckpoint(state: MissionState): MissionDecision | null {
  const plan = asking(state, (trigger) => trigger === 'post-planner', null, 'The plan is there.')
  if (plan !== null) return plan
  // One that a person refused, and then took away, is asked about too.
  const refused = state.firings.flatMap(({ feature }) => feature ?? [])
  for (const id of [...refused, ...passedIn(featuresOf(state))]) {
    const asked = asking(state, (trigger) => trigger === 'post-feature', id, `${id} has passed.`)
    if (asked !== null && isFixed(state, id)) return asked
  }
  for (const flight of state.flights) {
    const asked =
      flight.step.type === 'approved' && flight.hurdle === null ? beforeMerge(state, flight) : null
    if (asked !== null) return asked
  }
  return null
}

/** It waits for the answer, or was refused. */
const isHeld = ({ firings }: MissionState, { task }: Flight): boolean =>
  firings.some(({ trigger, feature }) => trigger === 'pre-merge' && feature === subjectOf(task))

/** A merge that brings nothing asks no person. */
function beforeMerge(state: MissionState, flight: Flight): MissionDecision | null {
  const { task } = flight
  return task.type === 'docs' || (isOnBase(flight) && !isHeld(state, flight))
    ? null
    : asking(state, (trigger) => trigger === 'pre-merge', task.id, `${task.id} is about to be merged.`)
}

/** Whether a person has to be asked before this feature is merged, or is asked. */
export const isAskedBefore = (state: MissionState, flight: Flight): boolean =>
  isHeld(state, flight) || beforeMerge(state, flight) !== null

/** Whether to ask a person before a worker is sent for this feature. */
export const beforeWorker = (state: MissionState, id: string): MissionDecision | null => {
  const tags = featureNamed(state, id)?.claims.flatMap((claim) => claim.split('-').slice(1, -1)) ?? []
  const isTagged = (trigger: CheckpointTrigger): boolean =>
    tags.some((tag) => trigger === `feature-claim:${tag}`)
  return asking(state, isTagged, id, `${id} is about to begin.`)
}

export const beforeTheEnd = (state: MissionState, reason: string): MissionDecision | null =>
  asking(state, (trigger) => trigger === 'pre-done', null, reason)

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
  firings: [...state.firings.filter(({ name }) => name !== fired.name), fired],
})

export const withRefusal = (state: MissionState, name: string, refusal: string): MissionState => ({
  ...state,
  firings: state.firings.map((one) =>
    one.name === name ? { ...one, refusals: [...(one.refusals ?? []), refusal] } : one,
  ),
})

/** Only this ends it. */
export const withGrant = ({ facts, ...state }: MissionState, granted: string): MissionState => ({
  ...state,
  firings: state.firings.filter(({ name }) => name !== granted),
  facts: { ...facts, fired: [...facts.fired, granted] },
})

/** Whether every fix for a person's sake has passed, or is not needed any more. */
function isFixed(state: MissionState, id: string): boolean {
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
