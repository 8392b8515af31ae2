/** Owns when a checkpoint's moment has come: once for each, and again if a person refused. */

import { featureNamed, featuresOf } from '../documents/features.ts'
import type { MissionDecision } from '../state/decision.ts'
import { type Flight, isOnBase, subjectOf } from '../state/flight.ts'
import type { Checkpoint } from '../state/input.ts'
import { type Feature, type FiredCheckpoint, isRefusal } from '../state/mission-document.ts'
import type { DueCheckpoint, MissionState } from '../state/state.ts'
import { oneSentence } from './escalations.ts'
import { unconverted } from './fixes.ts'

const hasTag = (claim: string, tag: string): boolean => claim.split('-').slice(1, -1).includes(tag)

const concerns = (features: readonly string[] | null, feature: string): boolean =>
  features === null || features.includes(feature)

/** A configured checkpoint that has not fired yet. */
const unfired = (state: MissionState, test: (checkpoint: Checkpoint) => boolean): Checkpoint | undefined =>
  state.input.checkpoints.find((one) => !state.facts.fired.includes(one.name) && test(one))

/** Those whose moment has come, and that of a feature that is about to be merged. */
export function dueCheckpoint(state: MissionState): MissionDecision | null {
  const again = answeredSince(state)
  if (again !== null) return again
  const [due] = state.due
  if (due !== undefined)
    return asking(due, due.feature === null ? 'The plan is there.' : `${due.feature} has passed.`)
  for (const flight of state.flights) {
    const { task, step, hurdle } = flight
    if (task.type !== 'feature' || step.type !== 'approved' || hurdle !== null) continue
    const refused = refusedAt(state, 'pre-merge', task.id)
    if (refused !== undefined)
      return askingAgain(refused, `${task.id} was changed, after a person refused to have it merged`)
    const checkpoint = preMerge(state, flight)
    if (checkpoint !== undefined)
      return asking({ name: checkpoint.name, feature: task.id }, `${task.id} is about to be merged.`)
  }
  return null
}

/** Whether a person has to be asked before this feature is merged. */
export const isAskedBefore = (state: MissionState, flight: Flight): boolean =>
  refusedAt(state, 'pre-merge', subjectOf(flight.task)) !== undefined || preMerge(state, flight) !== undefined

const preMerge = (state: MissionState, flight: Flight): Checkpoint | undefined =>
  isOnBase(flight)
    ? undefined
    : unfired(
        state,
        ({ triggerOn, features }) => triggerOn === 'pre-merge' && concerns(features, subjectOf(flight.task)),
      )

/** What comes due because the plan was accepted, or because a feature passed. */
export const comesDue = (
  state: MissionState,
  trigger: 'post-planner' | 'post-feature',
  feature: string | null,
): readonly DueCheckpoint[] =>
  state.input.checkpoints
    .filter(
      ({ name, triggerOn, features }) =>
        triggerOn === trigger &&
        !state.facts.fired.includes(name) &&
        state.due.every((one) => one.name !== name) &&
        (feature === null || concerns(features, feature)),
    )
    .map(({ name }) => ({ name, feature }))

/** A feature that a person did not want to be begun is asked about again before it is. */
export const unwanted = (state: MissionState, id: string): MissionDecision | null => {
  const refused = refusedAt(state, 'feature-claim:', id)
  return refused === undefined
    ? null
    : askingAgain(refused, `${id} was decided on, after a person refused to have it begun`)
}

/** Whether to ask a person before this feature starts. */
export function beforeBegin(state: MissionState, { id, claims }: Feature): MissionDecision | null {
  const refused = unwanted(state, id)
  if (refused !== null) return refused
  const checkpoint = unfired(state, ({ triggerOn, features }) => {
    const tag = /^feature-claim:(.+)$/.exec(triggerOn)?.[1]
    return tag !== undefined && concerns(features, id) && claims.some((one) => hasTag(one, tag))
  })
  return checkpoint === undefined
    ? null
    : asking(
        { name: checkpoint.name, feature: id },
        `${id} claims what ${checkpoint.triggerOn} asks a person about.`,
      )
}

export function beforeTheEnd(state: MissionState, reason: string): MissionDecision | null {
  const refused = refusedAt(state, 'pre-done', null)
  if (refused !== undefined)
    return askingAgain(refused, 'Every feature has passed again, after a person refused the end')
  const checkpoint = unfired(state, ({ triggerOn }) => triggerOn === 'pre-done')
  return checkpoint === undefined ? null : asking({ name: checkpoint.name, feature: null }, reason)
}

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
const refusedAt = (
  { firings }: MissionState,
  trigger: 'post-planner' | 'post-feature' | 'pre-merge' | 'pre-done' | 'feature-claim:',
  feature: string | null,
): FiredCheckpoint | undefined =>
  firings.find((one) => isRefused(one) && one.feature === feature && one.trigger.startsWith(trigger))

const asking = ({ name, feature }: DueCheckpoint, reason: string): MissionDecision => ({
  name: 'CHECKPOINT',
  checkpoint: { name, feature },
  reason,
})

/** The question once more, with what was said the last time. */
const askingAgain = (fired: FiredCheckpoint, since: string): MissionDecision =>
  asking(fired, oneSentence(`${since}: ${fired.refusals?.at(-1) ?? ''}`))

/** Those that concern no role at work: of the plan, and of a feature that was merged before it was asked about. */
function answeredSince(state: MissionState): MissionDecision | null {
  const plan = refusedAt(state, 'post-planner', null)
  if (plan !== undefined) return askingAgain(plan, 'The plan was made again, after a person refused it')
  const fixed = state.firings.find(
    (one) => isRefused(one) && one.trigger === 'post-feature' && isFixed(state, one.feature ?? ''),
  )
  return fixed === undefined
    ? null
    : askingAgain(fixed, `${fixed.feature} was fixed, after a person refused it`)
}

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
