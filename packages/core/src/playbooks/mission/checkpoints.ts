/** Owns when a checkpoint's moment has come: once for each, and again if a person refused. */

import type { MissionDecision } from './decisions.ts'
import { type Flight, isOnBase, subjectOf } from './flight.ts'
import type { Checkpoint } from './input.ts'
import type { Feature } from './mission-document.ts'
import { answeredSince, askingAgain, refusedAt } from './refused.ts'
import type { DueCheckpoint, MissionState } from './state.ts'

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
    return {
      name: 'CHECKPOINT',
      checkpoint: due,
      reason: due.feature === null ? 'The plan is there.' : `${due.feature} has passed.`,
    }
  for (const flight of state.flights) {
    const { task, step, hurdle } = flight
    if (task.type !== 'feature' || step.type !== 'approved' || hurdle !== null) continue
    const refused = refusedAt(state, 'pre-merge', task.id)
    if (refused !== undefined)
      return askingAgain(refused, `${task.id} was changed, after a person refused to have it merged`)
    const checkpoint = preMerge(state, flight)
    if (checkpoint !== undefined)
      return {
        name: 'CHECKPOINT',
        checkpoint: { name: checkpoint.name, feature: task.id },
        reason: `${task.id} is about to be merged.`,
      }
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
    : {
        name: 'CHECKPOINT',
        checkpoint: { name: checkpoint.name, feature: id },
        reason: `${id} claims what ${checkpoint.triggerOn} asks a person about.`,
      }
}

export function beforeTheEnd(state: MissionState, reason: string): MissionDecision | null {
  const refused = refusedAt(state, 'pre-done', null)
  if (refused !== undefined)
    return askingAgain(refused, 'Every feature has passed again, after a person refused the end')
  const checkpoint = unfired(state, ({ triggerOn }) => triggerOn === 'pre-done')
  return checkpoint === undefined
    ? null
    : { name: 'CHECKPOINT', checkpoint: { name: checkpoint.name, feature: null }, reason }
}
