/** Test support: a session of version 2, and how a test changes it and reads it. */
import type { SessionFile } from '@harness/core/playbooks/autopilot/documents'
import { describeProblem } from '../../../text/format-problem.ts'
import { type ReadSession, readSessionFile } from '../session-file.ts'

export const file = '.harness/sessions/x/autopilot-state.json'

export const phases = [
  {
    name: 'Scan',
    complexity: 'low',
    complexityOverride: null,
    planPath: 'docs/plans/scan.md',
    status: 'complete',
  },
  { name: 'Report', complexity: 'high', complexityOverride: null, planPath: null, status: 'pending' },
] as const

export const version2 = {
  schemaVersion: 2,
  specPath: 'docs/changes/x/proposal.md',
  currentState: 'ASSESS',
  currentPhase: 1,
  phases,
  history: [],
}

export function readAll(text: string): ReadSession {
  const read = readSessionFile(text, file)
  if (!read.ok) throw new Error(read.problems.map(describeProblem).join('\n'))
  return read.value
}

export const readWith = (more: object): ReadSession => readAll(JSON.stringify({ ...version2, ...more }))
export const sessionWith = (more: object): SessionFile => readWith(more).session

/** A session with one phase. */
export const phaseWith = (more: object): ReadSession =>
  readWith({ phases: [{ ...phases[0], ...more }], currentPhase: 0 })
