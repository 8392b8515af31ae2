/** Owns what a run can know of its handbook, from its journal alone: what it last read, and what it ticked since. */
import type { Command, Event } from '@harness/core/playbooks/handbook/effects'
import {
  closeId,
  type HandbookPhase,
  type HandbookPrompt,
} from '@harness/core/playbooks/handbook/handbook-document'

export interface KnownHandbook {
  hear(event: Event): void
  prompts(): readonly HandbookPrompt[]
  phases(): readonly HandbookPhase[]
}

export function openKnownHandbook(): KnownHandbook {
  let prompts: readonly HandbookPrompt[] = []
  let phases: readonly HandbookPhase[] = []
  return {
    prompts: () => prompts,
    phases: () => phases,
    hear(event) {
      if (event.type === 'HandbookRead' && event.handbook.changed !== null)
        ({ prompts, phases } = event.handbook.changed.content)
      if (event.type !== 'BoxTicked') return
      prompts = prompts.map((one) => (one.id === event.promptId ? { ...one, box: 'done' } : one))
      phases = phases.map((one) =>
        one.close !== null && closeId(one.number) === event.promptId
          ? { ...one, close: { ...one.close, box: 'done' } }
          : one,
      )
    },
  }
}

/** Whether it is about the close of a phase, which is no prompt. */
export const isOfClose = (commandId: string): boolean => aboutOf(commandId).subject.startsWith('phase-')

/** `work`, `2.3`: what a command of a handbook is for, and whom for. */
export const aboutOf = (commandId: string): { readonly part: string; readonly subject: string } => {
  const [, part = '', subject = ''] = commandId.split('/')
  return { part, subject }
}

/** Whether it may be the first that is done for a prompt: an agent needs a lane. */
export const isBeginning = ({ type }: Command): boolean => type === 'OpenLane' || type === 'RunAgent'
