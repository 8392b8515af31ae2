import { passed } from '@harness/core/kernel/evidence'
import type { Event } from '@harness/core/playbooks/handbook/effects'
import { type HandbookPhase, isEmptyClose } from '@harness/core/playbooks/handbook/handbook-document'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import { aboutOf, isBeginning, isOfClose, openKnownHandbook, tickIn } from './known-handbook.ts'

/**
 * Told from the journal alone: no agent is sent into a phase, nor for the last critique, before the close of every earlier
 * phase has passed: each of its commands, and its question. A close with neither needs the tick of a person. What is done in a phase after its close voids it, and so
 * does a person who unticks its box; one who ticks it vouches for it.
 */
export function closesKept(): Checker<HandbookState, Event> {
  const known = openKnownHandbook()
  const commands = new Set<number>()
  const questions = new Set<number>()
  /** Whose work was begun: it is brought to its end, whatever happens to earlier phases meanwhile. */
  const begun = new Set<string>()
  let wasRead = false

  const vouched = (before: readonly HandbookPhase[]): void => {
    for (const { number, close } of known.phases()) {
      const was = before.find((phase) => phase.number === number)?.close?.box
      if (was === 'open' && close?.box === 'done') passes(number)
      if (was === 'done' && close?.box === 'open') isVoid(number)
    }
  }
  const passes = (phase: number): void => {
    commands.add(phase)
    questions.add(phase)
  }
  const isVoid = (phase: number): void => {
    commands.delete(phase)
    questions.delete(phase)
  }
  const hear = (event: Event, before: readonly HandbookPhase[]): void => {
    if (event.type === 'DocumentsRead') vouched(before)
    if (event.type === 'DocumentsRead' && !wasRead) {
      wasRead = true
      for (const { number, close } of known.phases())
        if (
          close?.box === 'done' ||
          known.prompts().some(({ phase, box }) => phase > number && box === 'done')
        )
          passes(number)
    }
    if (event.type === 'ChecksFinished' && isOfClose(event.commandId) && event.evidence.every(passed))
      commands.add(phaseOf(event.commandId))
    if (event.type === 'AgentFinished' && isOfClose(event.commandId))
      if (event.answer.kind === 'verdict' && event.answer.pass) questions.add(phaseOf(event.commandId))
    const tick = tickIn(event)
    if (tick === null) return
    begun.delete(tick.promptId)
    if (tick.promptId.endsWith('.close') || (tick.refused !== null && tick.refused !== 'gone')) return
    isVoid(Number(tick.promptId.split('.')[0]))
  }
  const begins = (id: string): Complaint => {
    const { subject } = aboutOf(id)
    // The last critique may be put off for what people untick.
    if (subject !== 'final') begun.delete('final')
    if (isOfClose(id) || begun.has(subject)) return null
    begun.add(subject)
    const phase = subject === 'final' ? Number.POSITIVE_INFINITY : Number(subject.split('.')[0])
    const open = known.phases().find(({ number, close }) => {
      if (close === null || number >= phase) return false
      if (close.box === 'deferred') return false
      if (isEmptyClose(close)) return close.box !== 'done' && !commands.has(number)
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
      const before = known.phases()
      known.hear(event)
      hear(event, before)
      return event.type === 'CommandIssued' && isBeginning(event.command) ? begins(event.command.id) : null
    },
  }
}

const phaseOf = (commandId: string): number => Number(aboutOf(commandId).subject.replace('phase-', ''))
