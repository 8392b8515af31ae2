/** Owns how failures and learnings are printed. */
import type { NotesEdit, PhaseLearnings } from '@harness/core/playbooks/autopilot/documents'

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** `now` is ISO 8601. */
const dayIn = (now: string): string => now.slice(0, 10)

/** `## 2026-03-29 — Phase 1: Core Scanner`, and a line for each. Phases are apart. */
export const learningsText = (now: string, phases: readonly PhaseLearnings[]): string =>
  phases
    .map(({ title, learnings }) => {
      const lines = learnings.map(
        ({ outcome, text }) => `- [skill:autopilot] [outcome:${outcome}] ${inOneLine(text)}`,
      )
      return [`## ${dayIn(now)} — ${title}`, '', ...lines].join('\n')
    })
    .join('\n\n')

/** What an edit adds. */
export const noteText = (edit: NotesEdit): string =>
  'failure' in edit
    ? `- **${dayIn(edit.now)} [skill:autopilot] [type:attempts-exhausted]:** ${inOneLine(edit.failure)}`
    : learningsText(edit.now, edit.learnings)
