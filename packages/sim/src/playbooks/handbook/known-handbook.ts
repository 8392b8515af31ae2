/** Owns what a run can know of its handbook, from its journal alone: what it last read, and what it ticked since. */
import type { RefusedEdit } from '@harness/core/effects/edit-documents'
import type { HandbookRead } from '@harness/core/playbooks/handbook/documents'
import type { Command, Event } from '@harness/core/playbooks/handbook/effects'
import {
  closeId,
  type Handbook,
  type HandbookPhase,
  type HandbookPrompt,
} from '@harness/core/playbooks/handbook/handbook-document'
import { isBaseCommand } from '@harness/core/work/base-first-events'
import { testJudge } from '@harness/core/work/test-judge'

export interface KnownHandbook {
  hear(event: Event): void
  prompts(): readonly HandbookPrompt[]
  phases(): readonly HandbookPhase[]
}

export function openKnownHandbook(): KnownHandbook {
  let prompts: readonly HandbookPrompt[] = []
  let phases: readonly HandbookPhase[] = []
  /** A reading brings no content that the run knows by its digest. */
  const contents = new Map<string, Pick<Handbook, 'prompts' | 'phases'>>()
  const heard = (event: HandbookRead): void => {
    const { digest, changed } = event.documents.handbook
    const read = changed === null ? contents.get(digest) : changed.content
    if (read == null) return
    contents.set(digest, read)
    ;({ prompts, phases } = read)
  }
  return {
    prompts: () => prompts,
    phases: () => phases,
    hear(event) {
      if (event.type === 'DocumentsRead') heard(event)
      const tick = tickIn(event)
      if (tick === null || tick.refused !== null) return
      prompts = prompts.map((one) => (one.id === tick.promptId ? { ...one, box: 'done' } : one))
      phases = phases.map((one) =>
        one.close !== null && closeId(one.number) === tick.promptId
          ? { ...one, close: { ...one.close, box: 'done' } }
          : one,
      )
      const digest = event.type === 'DocumentsEdited' ? event.digests.handbook : null
      if (digest != null) contents.set(digest, { prompts, phases })
    },
  }
}

/** The tick that an event tells of; null if it tells of none. */
export function tickIn(event: Event): {
  readonly promptId: string
  readonly refused: RefusedEdit['reason'] | null
} | null {
  if (event.type !== 'DocumentsEdited') return null
  const { part, subject } = aboutOf(event.commandId)
  if (part !== 'tick') return null
  const promptId = isOfClose(event.commandId) ? closeId(Number(subject.replace('phase-', ''))) : subject
  return { promptId, refused: event.refused[0]?.reason ?? null }
}

/** Whether it is about the close of a phase, which is no prompt. */
export const isOfClose = (commandId: string): boolean => aboutOf(commandId).subject.startsWith('phase-')

/** `work`, `2.3`: what a command of a handbook is for, and whom for. */
export const aboutOf = (commandId: string): { readonly part: string; readonly subject: string } => {
  const [, part = '', subject = ''] = commandId.split('/')
  return { part, subject }
}

/**
 * Whether it may be the first that is done for a prompt: an agent needs a lane. A lane that is opened again is no other
 * one, and a test judge does nothing for a prompt.
 */
export const isBeginning = (command: Command): boolean =>
  !isBaseCommand(command.id) &&
  (command.type === 'OpenLane' || (command.type === 'RunAgent' && command.role !== testJudge))
