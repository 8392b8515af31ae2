/** Finds what a run asks a person. Pure. */
import type { Command } from '@harness/core/command'
import { isOutcome } from '@harness/core/event'
import type { Chapter } from '../run-story.ts'

/** The gate that nobody has answered yet. */
export function openGate(chapters: readonly Chapter[]): Extract<Command, { type: 'AskHuman' }> | null {
  let open: Extract<Command, { type: 'AskHuman' }> | null = null
  for (const { event } of chapters) {
    if (event.type === 'CommandIssued' && event.command.type === 'AskHuman') open = event.command
    else if (isOutcome(event) && event.commandId === open?.id) open = null
  }
  return open
}
