/** Owns which learnings of a session stay with the project, and how many are too many. */
import { isoTime } from '../../kernel/iso-time.ts'
import type { Learning } from './documents.ts'
import type { AutopilotState, PhaseLearnings } from './state.ts'

export const learningsFile = '.harness/learnings.md'

/** Above this the person is told to prune. */
export const mostLearnings = 30

const stays: ReadonlySet<string> = new Set(['gotcha', 'decision', 'observation'])

const isPromoted = ({ outcome }: Learning): boolean => stays.has(outcome)

const line = ({ outcome, text }: Learning): string =>
  `- [skill:autopilot] [outcome:${outcome}] ${text.replace(/\s+/g, ' ').trim()}`

/** `## 2026-03-29 — Phase 1: Core Scanner`, and a line for each. */
export const learningsBlock = (day: string, { title, learnings }: PhaseLearnings): string =>
  [`## ${day} — ${title}`, '', ...learnings.map(line)].join('\n')

/** Null if there is nothing to promote. */
export function promotedBlock({ learnings, updatedAt }: AutopilotState): string | null {
  const day = isoTime(updatedAt).slice(0, 10)
  const blocks = learnings.flatMap((phase) => {
    const promoted = phase.learnings.filter(isPromoted)
    return promoted.length === 0 ? [] : [learningsBlock(day, { ...phase, learnings: promoted })]
  })
  return blocks.length === 0 ? null : blocks.join('\n\n')
}

/** The entries of a text of learnings. */
export const learningsIn = (text: string): number => text.match(/^- \[skill:/gm)?.length ?? 0
