/** Finds what a run asks a person. Pure. */
import type { AskHuman } from '@harness/core/command'
import { isOutcome } from '@harness/core/event'
import type { Chapter } from '../run-story.ts'

/** The gates that nobody has answered yet, in the order in which they were put. */
export function openGates(chapters: readonly Chapter[]): readonly AskHuman[] {
  const open = new Map<string, AskHuman>()
  for (const { event } of chapters) {
    if (event.type === 'CommandIssued' && event.command.type === 'AskHuman')
      open.set(event.command.id, event.command)
    else if (isOutcome(event)) open.delete(event.commandId)
    else if (event.type === 'RunEnded' && !event.end.resumable) open.clear()
  }
  return [...open.values()]
}

export const openGate = (chapters: readonly Chapter[]): AskHuman | null => openGates(chapters).at(-1) ?? null
