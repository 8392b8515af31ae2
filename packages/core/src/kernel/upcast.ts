/**
 * Owns how a playbook reads the events of its older versions. Each step turns an event of one version into an event of
 * the next one. A playbook keeps its steps from its first published version on. Pure.
 */
import type { AnyCommand, EventOf } from './effect.ts'

type AnyEvent = EventOf<AnyCommand>

export interface Upcast {
  /** The version whose events it turns into events of the next version. */
  readonly from: number
  event(event: AnyEvent): AnyEvent
}

export interface Versioned {
  readonly version: number
  readonly upcasts?: readonly Upcast[]
}

/** If this playbook can resume a run whose events are of this version. */
export const readsVersion = (playbook: Versioned, version: number): boolean =>
  version === playbook.version || (version < playbook.version && stepsFrom(playbook, version) !== null)

/**
 * Turns each event of a journal into one of the playbook's own version. Call it for all events in their order: the
 * start of a run and each resume say which version wrote the events that follow. `from` is the version of the first
 * event, if that is not the start of the run.
 */
export function upcaster(playbook: Versioned, from = playbook.version): (event: AnyEvent) => AnyEvent {
  let steps = stepsFrom(playbook, from) ?? []
  return (event) => {
    const version = versionIn(event)
    if (version !== null) steps = stepsFrom(playbook, version) ?? []
    return steps.reduce((read, step) => step.event(read), event)
  }
}

const versionIn = (event: AnyEvent): number | null =>
  'playbookVersion' in event && typeof event.playbookVersion === 'number' ? event.playbookVersion : null

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
