import type { Event } from '@harness/core/event'
import { passed } from '@harness/core/evidence'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Checker, Complaint } from '../checker.ts'
import { aboutOf, isOfClose, openKnownHandbook } from './known-handbook.ts'

/**
 * Told from the journal alone: nobody is sent into a phase, nor for the last critique, before the close of every earlier
 * phase has passed: each of its commands, and its question. What is done in a phase after its close voids it.
 */
export function closesKept(): Checker<HandbookState> {
  const known = openKnownHandbook()
  const commands = new Set<number>()
  const questions = new Set<number>()
  /** Whose work was begun: it is brought to its end, whatever happens to earlier phases meanwhile. */
  const begun = new Set<string>()
  let wasRead = false

  const hear = (event: Event): void => {
    if (event.type === 'HandbookRead' && !wasRead) {
      wasRead = true
      for (const { number } of known.phases())
        if (known.prompts().some(({ phase, box }) => phase > number && box === 'done')) {
          commands.add(number)
          questions.add(number)
        }
    }
    if (event.type === 'ChecksFinished' && isOfClose(event.commandId) && event.evidence.every(passed))
      commands.add(phaseOf(event.commandId))
    if (event.type === 'AgentFinished' && isOfClose(event.commandId))
      if (event.output.kind === 'verdict' && event.output.pass) questions.add(phaseOf(event.commandId))
    if (event.type !== 'BoxTicked' && event.type !== 'TickRefused') return
    begun.delete(event.promptId)
    if (isOfClose(event.commandId) || (event.type === 'TickRefused' && event.reason !== 'gone')) return
    const phase = Number(event.promptId.split('.')[0])
    commands.delete(phase)
    questions.delete(phase)
  }
  const sent = (id: string): Complaint => {
    const { subject } = aboutOf(id)
    if (isOfClose(id) || begun.has(subject)) return null
    begun.add(subject)
    const phase = subject === 'final' ? Number.POSITIVE_INFINITY : Number(subject.split('.')[0])
    const open = known.phases().find(({ number, close }) => {
      if (close === null || number >= phase) return false
      const isShown = close.commands.length === 0 || commands.has(number)
      return !(isShown && (close.prompt === null || questions.has(number)))
    })
    return open === undefined
      ? null
      : `an agent was sent for ${subject} before Phase ${open.number} was closed`
  }
  return {
    name: 'closes kept',
    durable(event) {
      known.hear(event)
      hear(event)
      return event.type === 'CommandIssued' && event.command.type === 'RunAgent'
        ? sent(event.command.id)
        : null
    },
  }
}

const phaseOf = (commandId: string): number => Number(aboutOf(commandId).subject.replace('phase-', ''))
