import { isOutcome } from '@harness/core/kernel/event'
import { isRefused } from '@harness/core/kernel/gate-answer'
import { subjectIn } from '@harness/core/kernel/ids'
import type { Command, Event } from '@harness/core/playbooks/mission/state/effects'
import type { FiredCheckpoint } from '@harness/core/playbooks/mission/state/mission-document'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

type Held = Pick<FiredCheckpoint, 'name' | 'trigger' | 'feature'>

/**
 * Told from the journal alone: what a person refused at a checkpoint is not built, merged, passed or done before a
 * person grants it. No person is asked twice about the same content at a checkpoint that was not refused.
 */
export function refusalsHold(): Checker<MissionState, Event> {
  const fired = new Map<string, Held>()
  const refused = new Map<string, Held>()
  /** By the command that asks, the name of the gate. */
  const asked = new Map<string, string>()
  /** By the name of the gate, the digest of what it asked about last. */
  const shown = new Map<string, string | null>()

  /** What others changed is other content, also if the run puts it back. */
  const changedByOthers = (event: Event): void => {
    if (event.type !== 'DocumentsRead') return
    const { features, contract } = event.documents
    if (features.changed !== null || contract.changed !== null) shown.clear()
  }
  const answered = (event: Event): void => {
    if (event.type !== 'GateAnswered') return
    const held = fired.get(asked.get(event.commandId) ?? '')
    if (held === undefined) return
    if (isRefused(event.answer)) refused.set(held.name, held)
    else refused.delete(held.name)
  }
  const asksTwice = (command: Command): Complaint => {
    if (command.type !== 'AskHuman' || asked.has(command.id)) return null
    const { name, digest } = command.gate
    const isSame = digest === null || shown.get(name) === digest
    const isAgain = fired.has(name) && [...asked.values()].includes(name) && isSame
    asked.set(command.id, name)
    shown.set(name, digest)
    return isAgain && !refused.has(name)
      ? `the checkpoint ${name} asks again, and no person refused it`
      : null
  }
  const hear = (command: Command): void => {
    if (command.type !== 'EditDocuments') return
    for (const { edit } of command.edits)
      if (edit.type === 'checkpoint') fired.set(edit.checkpoint.name, edit.checkpoint)
  }
  const against = (command: Command): Complaint => {
    for (const { name, trigger, feature } of refused.values()) {
      const what = deedOf(command, trigger, feature)
      if (what !== null) return `${what}, and a person refused ${name}`
    }
    return null
  }
  return {
    name: 'refusals hold',
    durable(event) {
      if (isOutcome(event)) {
        answered(event)
        changedByOthers(event)
      }
      if (event.type !== 'CommandIssued') return null
      hear(event.command)
      return asksTwice(event.command) ?? against(event.command)
    },
  }
}

const subjectOf = ({ id }: Command): string => subjectIn(id)

const isWorker = (command: Command): boolean => command.type === 'RunAgent' && command.role === 'worker'

/** What a refusal of this kind forbids; null if the command is nothing of it. */
function deedOf(command: Command, trigger: string, feature: string | null): string | null {
  if (trigger === 'post-planner') return isWorker(command) ? `${command.id} works on the plan` : null
  if (trigger.startsWith('feature-claim:'))
    return isWorker(command) && subjectOf(command) === feature ? `${command.id} begins ${feature}` : null
  if (trigger === 'pre-merge' && (command.type === 'MergeLane' || command.type === 'OpenPull'))
    return subjectOf(command) === feature ? `${feature} is merged` : null
  if (command.type !== 'EditDocuments') return null
  if (trigger === 'pre-merge')
    return command.edits.some(
      ({ edit }) => edit.type === 'feature' && edit.id === feature && edit.set.status === 'passed',
    )
      ? `${feature} passes`
      : null
  return command.decision?.decision === 'DONE' ? 'the mission is done' : null
}
