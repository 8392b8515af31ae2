/** Finds what a run asks a person. Pure. */
import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Chapter } from './run-story.ts'

/** Gates without an answer that the run still waits at, in the order in which they were put. */
export function openGates<State>(
  { decide }: Pick<Playbook<never, State, AnyCommand>, 'decide'>,
  chapters: readonly { readonly event: AnyEvent; readonly state: State }[],
): readonly AskHuman[] {
  const last = chapters.at(-1)
  if (last === undefined) return []
  const decision = decide(last.state)
  const unanswered = unansweredGates(chapters.map(({ event }) => event))
  // A run that stopped says nothing of its gates: they wait until it is resumed.
  if (decision.type === 'end') return unanswered
  return unanswered.filter((gate) => decision.commands.some(({ id }) => id === gate.id))
}

export function unansweredGates(events: readonly AnyEvent[]): readonly AskHuman[] {
  const open = new Map<string, AskHuman>()
  for (const event of events) {
    if (isRunEvent(event, 'CommandIssued') && isAskHuman(event.command))
      open.set(event.command.id, event.command)
    else if (isOutcome(event)) open.delete(event.commandId)
    else if (isRunEvent(event, 'RunEnded') && !event.end.resumable) open.clear()
  }
  return [...open.values()]
}

/** The same of a run whose story was read. */
export const gatesIn = (story: {
  readonly face: {
    readonly registration: { readonly playbook: Playbook<unknown, Chapter['state'], AnyCommand> }
  }
  readonly chapters: readonly Chapter[]
}): readonly AskHuman[] => openGates(story.face.registration.playbook, story.chapters)
