/** Tells whether a run waits for a person, or has been answered by a word that no process has heard yet. */
import { readdirSync } from 'node:fs'
import type { KnownRun } from '../runs/runs.ts'
import { inboxOf, isAnswerFile } from './inbox-folder.ts'

export function hasWaitingAnswer(runDir: string): boolean {
  try {
    return readdirSync(inboxOf(runDir)).some(isAnswerFile)
  } catch {
    return false
  }
}

/** Whether a run waits at an unanswered gate, even if its process was interrupted meanwhile. */
export const waitsAtGate = ({ summary, dir }: Pick<KnownRun, 'summary' | 'dir'>): boolean =>
  isAtGate(summary) && !hasWaitingAnswer(dir)

export const isAnswered = ({ summary, dir }: Pick<KnownRun, 'summary' | 'dir'>): boolean =>
  isAtGate(summary) && hasWaitingAnswer(dir)

const isAtGate = (summary: KnownRun['summary']): boolean =>
  summary !== null && summary.waitingFor !== null && summary.sleepsUntil === null
