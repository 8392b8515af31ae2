/** Owns what is done beside the work: the repository's own hooks, and telling the operator. */

import type { Notified } from '../../../effects/notify.ts'
import type { HookRan } from '../../../effects/run-hook.ts'
import { phaseOf } from '../../../kernel/ids.ts'
import { nextId } from '../../../work/dispatch.ts'
import type { Command } from '../state/effects.ts'
import type { Errand, Flight } from '../state/flight.ts'
import { type MissionState, noted } from '../state/state.ts'

export type HookName =
  | 'pre-worker'
  | 'post-worker'
  | 'pre-validator'
  | 'post-validator'
  | 'on-escalate'
  | 'on-feature-passed'
  | 'on-feature-failing'
  | 'on-checkpoint-fired'
  | 'on-smoke-pass'
  | 'on-smoke-fail'

const hooked = ({ input, facts }: MissionState, hook: HookName, feature: string | null): readonly Errand[] =>
  input.hooks && facts.hooks.includes(hook) ? [{ type: 'hook', hook, feature }] : []

/** Runs beside whatever comes next. */
export const withHook = (state: MissionState, hook: HookName, feature: string | null): MissionState => ({
  ...state,
  errands: [...state.errands, ...hooked(state, hook, feature)],
})

/** Runs before the flight's next step. */
export const hookFirst = (state: MissionState, flight: Flight, hook: HookName, feature: string): Flight => ({
  ...flight,
  errands: [...flight.errands, ...hooked(state, hook, feature)],
})

export const telling = (
  state: MissionState,
  kind: Extract<Errand, { type: 'notify' }>['kind'],
  message: string,
): MissionState =>
  state.input.notify ? { ...state, errands: [...state.errands, { type: 'notify', kind, message }] } : state

/** Whatever came of it only warns. */
export const errandNote = (state: MissionState, { commandId, problem }: HookRan | Notified): MissionState =>
  problem === null ? state : noted(state, `${phaseOf(commandId)} went wrong: ${problem}`)

export function errandCommand(state: MissionState, errand: Errand, subject: string): Command {
  if (errand.type === 'notify')
    return {
      type: 'Notify',
      id: nextId(state, `notify-${errand.kind}`, subject),
      kind: errand.kind,
      message: errand.message,
    }
  const env = errand.feature === null ? {} : { FEATURE_ID: errand.feature }
  return { type: 'RunHook', id: nextId(state, `hook-${errand.hook}`, subject), hook: errand.hook, env }
}
