import { passed } from '@harness/core/kernel/evidence'
import type { Event } from '@harness/core/playbooks/handbook/effects'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Checker } from '../../engine/checker.ts'
import { aboutOf, openKnownHandbook, tickIn } from './known-handbook.ts'

/**
 * A box is ticked only by the harness's own evidence, which came since a tick of it was told: passing checks for what may
 * write, a passed critique for a brief, an answer for what only reads. The craft pass alone stands on what its pairs
 * showed; one that is not called so only if every shape was crafted with its brief, left none, or was put off.
 */
export function tickedWithEvidence(): Checker<HandbookState, Event> {
  const known = openKnownHandbook()
  const shown = new Map<string, Set<string>>()
  /** The shapes whose last tick left nothing for another craft to do. */
  const crafted = new Set<string>()
  const note = (commandId: string, what: string): void => {
    const { subject } = aboutOf(commandId)
    shown.set(subject, new Set([...(shown.get(subject) ?? []), what]))
  }
  const hear = (event: Event): void => {
    if (event.type === 'ChecksFinished' && event.evidence.length > 0 && event.evidence.every(passed))
      note(event.commandId, 'checks')
    // Until it is told, the harness cannot know that it has ticked: a box that a person unticks by then is ticked again.
    const tick = tickIn(event)
    if (tick?.refused === null) {
      const { promptId } = tick
      const evidence = shown.get(promptId)
      if (evidence?.has('checks') === true || evidence?.has('critique') === false) crafted.add(promptId)
      else crafted.delete(promptId)
      shown.delete(promptId)
    }
    if (event.type !== 'AgentFinished') return
    const { part } = aboutOf(event.commandId)
    if (event.answer.kind === 'verdict' && event.answer.pass) note(event.commandId, 'critique')
    if (part === 'work') note(event.commandId, 'answer')
  }
  return {
    name: 'ticked with evidence',
    durable(event) {
      known.hear(event)
      hear(event)
      return null
    },
    changed({ kind }) {
      const id = /^ticked (.+)$/.exec(kind)?.[1]
      const prompt = known.prompts().find((one) => one.id === id)
      if (id === undefined || prompt === undefined) return null
      const evidence = shown.get(id) ?? new Set()
      if (prompt.title === 'Craft pass' && evidence.size === 0)
        return known
          .prompts()
          .some(({ verb, box, phase }) => phase === 2 && verb === 'shape' && box === 'open')
          ? `${id} was ticked before the last pair was through`
          : null
      if (prompt.verb === 'craft' && prompt.phase === 2 && evidence.size === 0) {
        const shapes = known.prompts().filter(({ verb, phase }) => phase === 2 && verb === 'shape')
        // A shape that a person put off needs no craft.
        return shapes.length > 0 &&
          shapes.every(({ id: shape, box }) => box === 'deferred' || crafted.has(shape))
          ? null
          : `${id} was ticked without checks, and its shapes are not all crafted`
      }
      const due = prompt.verb === 'critique' || prompt.verb === 'audit' ? 'answer' : 'checks'
      if (prompt.verb === 'shape')
        return evidence.has('critique') || (evidence.has('answer') && prompt.expectedSignal === 'allow_empty')
          ? null
          : `${id} was ticked without a passed critique`
      return evidence.has(due) ? null : `${id} was ticked without ${due}`
    },
  }
}
