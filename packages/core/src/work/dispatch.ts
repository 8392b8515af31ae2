/** Owns the numbers of commands: each says how often a command of the same phase and subject has ended. */
import { type CommandId, commandId, type RunId } from '../kernel/ids.ts'

/** How often commands have ended, by `phase/subject`. */
export type Dispatched = Readonly<Record<string, number>>

interface Dispatching {
  readonly input: { readonly runId: RunId }
  readonly dispatched: Dispatched
}

export const timesEnded = (dispatched: Dispatched, phase: string, subject: string): number =>
  dispatched[`${phase}/${subject}`] ?? 0

/** The same id until the command has ended. */
export const nextId = ({ input, dispatched }: Dispatching, phase: string, subject: string): CommandId =>
  commandId(input.runId, phase, subject, timesEnded(dispatched, phase, subject) + 1)

export function countEnd(dispatched: Dispatched, id: string): Dispatched {
  const [, phase = '', subject = ''] = id.split('/')
  return { ...dispatched, [`${phase}/${subject}`]: timesEnded(dispatched, phase, subject) + 1 }
}
