import type { CommandId } from '@harness/core/kernel/ids'
import type { Lesson } from '@harness/core/playbooks/mission/state/answers'
import type { Event, RunAgent } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

/** The roles whose words stand in front of a curator. */
export const heardBy = ({ slices }: Pick<RunAgent, 'slices'>): readonly string[] => {
  const raw = slices.find(({ label }) => label === 'Raw memory')?.text ?? ''
  return [...new Set([...raw.matchAll(/^## (\S+) \S+$/gm)].map(([, role = '']) => role))]
}

const spelt = ({ role, lesson }: Lesson): string => `${role}: ${lesson}`

/**
 * Told from the journal alone: what a curator learned about a role that it heard is written into the role's identity before
 * the mission is done, and nothing else is. A worker learns from its tricks.
 */
export function lessonsTaught(): Checker<MissionState, Event> {
  const heard = new Map<CommandId, readonly string[]>()
  const known = new Set<string>()
  const owed = new Set<string>()

  const taught = (one: Lesson): Complaint => {
    const learned = spelt(one)
    owed.delete(learned)
    return one.role === 'worker' || known.has(learned)
      ? null
      : `${learned}: no curator has said so of what it heard`
  }
  return {
    name: 'lessons taught',
    durable(event) {
      if (event.type === 'CommandIssued') {
        const { command } = event
        if (command.type === 'RunAgent' && command.role === 'curator') heard.set(command.id, heardBy(command))
        if (command.type !== 'EditDocuments') return null
        const lines = command.edits.flatMap(({ edit }) =>
          edit.type === 'promote' ? edit.lines.map((lesson) => ({ role: edit.role, lesson })) : [],
        )
        return lines.map(taught).find((complaint) => complaint !== null) ?? null
      }
      if (event.type === 'AgentFinished' && event.violation === null && event.answer.kind === 'curation')
        for (const lesson of event.answer.lessons)
          if (lesson.role !== 'worker' && heard.get(event.commandId)?.includes(lesson.role) === true) {
            known.add(spelt(lesson))
            owed.add(spelt(lesson))
          }
      const [first] = owed
      return event.type === 'RunEnded' && event.end.outcome === 'done' && first !== undefined
        ? `the mission is done, and was never taught ${first}`
        : null
    },
  }
}
