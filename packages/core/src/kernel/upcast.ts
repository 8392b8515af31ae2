/**
 * Owns how a playbook reads the events of its older versions. Each step turns an event of one version into an event of
 * the next one. A playbook keeps its steps from its first published version on. Pure.
 */
import type { AnyCommand, EventOf } from './effect.ts'
import { isRunEvent } from './event.ts'

type AnyEvent = EventOf<AnyCommand>

export interface Upcast {
  /** The version whose events it turns into events of the next version. */
  readonly from: number
  event(event: AnyEvent): AnyEvent
}

export interface Versioned {
  /** Raised if a journal of an older version would be folded into another state than it was in. */
  readonly version: number
  /** How events of older versions are read; absent if no older version can be read. */
  readonly upcasts?: readonly Upcast[]
}

/** If this playbook can read events of this version. */
export const readsVersion = (playbook: Versioned, version: number): boolean =>
  version === playbook.version || (version < playbook.version && stepsFrom(playbook, version) !== null)

/**
 * Turns each event of a journal into one of the playbook's own version. Call it for all events in their order: the
 * start of a run and each resume say which version wrote the events that follow. An event before the first of these
 * is of the playbook's own version. An event that `readsVersion` refuses stays as it is.
 */
export function upcaster(playbook: Versioned): (event: AnyEvent) => AnyEvent {
  let steps: readonly Upcast[] = []
  return (event) => {
    const version = versionIn(event)
    if (version !== null) steps = stepsFrom(playbook, version) ?? []
    if (steps.length === 0) return event
    const read = steps.reduce((before, step) => step.event(before), event)
    return version === null ? read : { ...read, playbookVersion: playbook.version }
  }
}

/** The version that wrote the events from this one on; null if it is the one before. */
export const versionIn = (event: AnyEvent): number | null =>
  (isRunEvent(event, 'RunStarted') || isRunEvent(event, 'RunResumed')) && event.playbookVersion !== undefined
    ? event.playbookVersion
    : null

/** Null if a step is missing. */
function stepsFrom({ version, upcasts = [] }: Versioned, from: number): readonly Upcast[] | null {
  const steps: Upcast[] = []
  for (let at = from; at < version; at++) {
    const step = upcasts.find((upcast) => upcast.from === at)
    if (step === undefined) return null
    steps.push(step)
  }
  return steps
}
