/** Finds what a run asks a person. Pure. */
import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { Chapter } from '../run-story.ts'
import type { AnyView } from '../views/run-view.ts'

interface Story {
  readonly view: AnyView
  readonly chapters: readonly Chapter[]
}

/** Gates without an answer that the run still waits at, in the order in which they were put. */
export function openGates({ view, chapters }: Story): readonly AskHuman[] {
  const open = new Map<string, AskHuman>()
  for (const { event } of chapters) {
    if (isRunEvent(event, 'CommandIssued') && isAskHuman(event.command))
      open.set(event.command.id, event.command)
    else if (isOutcome(event)) open.delete(event.commandId)
    else if (isRunEvent(event, 'RunEnded') && !event.end.resumable) open.clear()
  }
  const last = chapters.at(-1)
  return last === undefined ? [] : [...open.values()].filter(stillAsked(view, last))
}

/** A run that stopped says nothing of its gates: they wait until it is resumed. */
function stillAsked({ playbook }: AnyView, { state }: Chapter): (gate: AskHuman) => boolean {
  const decision = playbook.decide(state as never)
  return (gate) => decision.type === 'end' || decision.commands.some(({ id }) => id === gate.id)
}

export const openGate = (story: Story): AskHuman | null => openGates(story).at(-1) ?? null
