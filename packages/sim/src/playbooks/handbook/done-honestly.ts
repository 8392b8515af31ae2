import type { Event } from '@harness/core/playbooks/handbook/effects'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Checker } from '../../engine/checker.ts'
import { aboutOf, openKnownHandbook } from './known-handbook.ts'

/**
 * Told from the journal alone: a run ends as done only if the handbook, as it last read it, has no box that is open, of
 * a prompt or of a close, and if the last critique named no new Critical issue.
 */
export function doneHonestly(): Checker<HandbookState, Event> {
  const known = openKnownHandbook()
  let critical: string | null = null
  return {
    name: 'done honestly',
    durable(event) {
      known.hear(event)
      if (event.type === 'AgentFinished' && aboutOf(event.commandId).part === 'final')
        critical =
          event.answer.kind === 'final-critique'
            ? (event.answer.findings.find(({ severity }) => severity === 'Critical')?.title ?? null)
            : null
      if (event.type !== 'RunEnded' || event.end.outcome !== 'done') return null
      const prompt = known.prompts().find(({ box }) => box === 'open')
      if (prompt !== undefined) return `the run is done, and ${prompt.id} is open`
      const phase = known.phases().find(({ close }) => close?.box === 'open')
      if (phase !== undefined) return `the run is done, and the close of Phase ${phase.number} is open`
      return critical === null ? null : `the run is done, and the last critique says: ${critical}`
    },
  }
}
