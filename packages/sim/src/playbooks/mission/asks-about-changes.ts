import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Command, Event } from '@harness/core/playbooks/mission/effects'
import type { MissionReading } from '@harness/core/playbooks/mission/mission-contents'
import type { ContractEntry, Feature } from '@harness/core/playbooks/mission/mission-document'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import { contractIn, featuresIn, type Papers } from '../../world/papers.ts'

/** What others do to the documents, as the checkers hear of it. */
export const editedByOthers = 'documents edited by others'

type Words = ReadonlyMap<string, string>

/** Null where it is not there. */
interface Change {
  readonly was: string | null
  readonly is: string | null
}

/** What each is about; what the run itself adds to it, and how far it has come, is no part of that. */
const featureWords = (features: readonly Feature[]): Words =>
  new Map(
    features.map(({ id, title, summary, description, claims }) => [
      id,
      JSON.stringify([title, summary, description, claims]),
    ]),
  )
const contractWords = (contract: readonly ContractEntry[]): Words =>
  new Map(contract.map(({ id, assertion, verify }) => [id, JSON.stringify([assertion, verify])]))

const wordsIn = (papers: Papers): Words =>
  new Map([...featureWords(featuresIn(papers) ?? []), ...contractWords(contractIn(papers) ?? [])])

/**
 * Told by the journal and by who edits: where others change what the mission is about while an agent works, the run that
 * comes across it asks a person, and neither merges nor decides anything else before they have answered.
 */
export function asksAboutChanges(papers: Papers, confined: boolean): Checker<MissionState, Event> {
  const working = new Set<CommandId>()
  let known = wordsIn(papers)
  /** Made while an agent was at work; the run may not have come across it yet. */
  const made = new Map<string, Change>()
  /** The run has come across it. */
  const found = new Set<string>()
  let asked: readonly string[] = []
  let isGranted = false
  /** What these write until the documents are read is taken with the rest, unless they end before. */
  const vouched = new Set<CommandId>()
  const isDoubtful = (): boolean => !confined && [...working].some((id) => !vouched.has(id))

  const edited = (now: Words): void => {
    for (const id of new Set([...known.keys(), ...now.keys()])) {
      const [was, is] = [known.get(id) ?? null, now.get(id) ?? null]
      if (was === is) continue
      const first = made.get(id)?.was ?? was
      made.delete(id)
      if (isDoubtful() && first !== is) made.set(id, { was: first, is })
    }
  }
  const comesAcross = ({ features, contract }: MissionReading): void => {
    const look = (words: Words | null, isMeant: (id: string) => boolean): void => {
      if (words === null) return
      for (const [id, { is }] of made)
        if (isMeant(id) && (words.get(id) ?? null) === is) {
          made.delete(id)
          found.add(id)
        }
    }
    look(features.changed && featureWords(features.changed.content ?? []), (id) => id.startsWith('F-'))
    look(contract.changed && contractWords(contract.changed.content ?? []), (id) => id.startsWith('VAL-'))
  }
  /** What stands there by then is taken. */
  const taking = (): void => {
    isGranted = false
    made.clear()
    for (const id of working) vouched.add(id)
  }
  const issued = (command: Command): Complaint => {
    if (command.type === 'RunAgent') working.add(command.id)
    if (command.type === 'ReadDocuments' && isGranted) taking()
    const names = [...found].join(', ')
    // The documentation claims nothing.
    if ((command.type === 'MergeLane' && !command.lane.startsWith('docs-')) || command.type === 'OpenPull')
      return found.size === 0 ? null : `${command.id}, where nobody was asked about ${names}`
    if (command.type !== 'EditDocuments') return null
    for (const { edit } of command.edits) {
      if (edit.type === 'plan') made.clear()
      if (edit.type === 'escalation')
        asked = [...found].filter((id) => edit.escalation.reason.includes(`${id} `))
    }
    const { decision } = command
    return found.size === 0 || decision === null || decision.decision === 'ESCALATE'
      ? null
      : `${decision.decision} is decided, where nobody was asked about ${names}`
  }
  return {
    name: 'asks about changes',
    changed({ kind }) {
      const now = wordsIn(papers)
      if (kind === editedByOthers) edited(now)
      known = now
      return null
    },
    processEnded() {
      working.clear()
      return null
    },
    durable(event) {
      if (isOutcome(event)) working.delete(event.commandId)
      if (event.type === 'RunResumed' || event.type === 'RunInterrupted') working.clear()
      if (event.type === 'DocumentsRead') comesAcross(event.documents)
      if (
        event.type === 'GateAnswered' &&
        event.commandId.includes('/gate/escalation/') &&
        asked.length > 0
      ) {
        for (const id of asked) found.delete(id)
        asked = []
        isGranted = true
      }
      if (event.type === 'BaseLooked') vouched.clear()
      return event.type === 'CommandIssued' ? issued(event.command) : null
    },
  }
}
