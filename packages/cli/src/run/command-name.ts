/** Owns how an operator names a command of a run: in full as the journal has it, or without the run in front. */
import type { CommandId } from '@harness/core/kernel/ids'

export interface CommandName {
  /** `<plan>-<run id>`, as runs are named if a command's subject is the run's. */
  readonly run: string
  readonly runId: string
  readonly command: string
}

/** `20261115-103102/review/0007/1` names its run as well; null if the text is no such name. */
export function asCommandName(text: string): CommandName | null {
  const [runId, phase, subject, attempt] = text.split('/')
  if (attempt === undefined || phase === undefined || subject === undefined) return null
  return { run: `${subject}-${runId}`, runId: runId ?? '', command: text }
}

export const matchesCommand = (id: CommandId, named: string): boolean =>
  id === named || id.slice(id.indexOf('/') + 1) === named
