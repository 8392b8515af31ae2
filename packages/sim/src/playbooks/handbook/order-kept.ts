import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/handbook/effects'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import { aboutOf, isBeginning, openKnownHandbook, tickIn } from './known-handbook.ts'

const mostInFlight = 8

/**
 * Told from the journal alone: agents of two phases never work at once, never more than eight do, a shape, its critic
 * and its craft work alone, no agent is sent into a phase before the earlier ones are done, none for a ticked box, and
 * none for the last critique while a box is open.
 */
export function orderKept(): Checker<HandbookState, Event> {
  const known = openKnownHandbook()
  const working = new Set<CommandId>()
  /** Whose work was begun: it is brought to its end, whatever people untick meanwhile. */
  const begun = new Set<string>()

  const sent = (id: CommandId): Complaint => {
    const { subject } = aboutOf(id)
    const prompts = known.prompts()
    const prompt = prompts.find((one) => one.id === subject)
    if (working.size > mostInFlight) return `${working.size} agents work at once`
    const phases = new Set([...working].map((one) => phaseOf(aboutOf(one).subject)))
    if (phases.size > 1) return `agents of the phases ${[...phases].join(' and ')} work at once`
    if (working.size > 1 && [...working].some((one) => isOfPair(one)))
      return `a shape or craft works beside others: ${[...working].join(', ')}`
    if (prompt !== undefined && prompt.box !== 'open')
      return `an agent was sent for ${subject}, which is ${prompt.box}`
    const open = prompts.find(({ box }) => box === 'open')
    if (subject === 'final' && open !== undefined)
      return `the last critique was begun while ${open.id} is open`
    return null
  }
  const begins = (id: CommandId): Complaint => {
    const { subject } = aboutOf(id)
    const prompts = known.prompts()
    const prompt = prompts.find((one) => one.id === subject)
    if (prompt === undefined || begun.has(subject)) return null
    begun.add(subject)
    const earlier = prompts.find((one) => one.phase < prompt.phase && one.box === 'open')
    return earlier === undefined ? null : `an agent was sent for ${subject} while ${earlier.id} is open`
  }
  /** A pair is of Phase 2; its craft has a part of its own, or is a prompt that crafts. */
  const isOfPair = (id: CommandId): boolean => {
    const { part, subject } = aboutOf(id)
    const verb = known.prompts().find((one) => one.id === subject)?.verb
    return part === 'self-critique' || part === 'craft' || verb === 'shape' || verb === 'craft'
  }
  return {
    name: 'order kept',
    durable(event: Event) {
      known.hear(event)
      if (isOutcome(event)) working.delete(event.commandId)
      // An agent that was stopped, or died with its process, is sent again under another id.
      if (event.type === 'RunInterrupted') for (const { commandId } of event.spent) working.delete(commandId)
      if (event.type === 'RunResumed') working.clear()
      const tick = tickIn(event)
      if (tick !== null) begun.delete(tick.promptId)
      if (event.type !== 'CommandIssued' || !isBeginning(event.command)) return null
      const { id, type } = event.command
      if (type === 'RunAgent') working.add(id)
      return (type === 'RunAgent' ? sent(id) : null) ?? begins(id)
    },
  }
}

const phaseOf = (subject: string): string => subject.replace('phase-', '').split('.')[0] ?? ''
