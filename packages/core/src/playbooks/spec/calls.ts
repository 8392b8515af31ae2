/** Owns the calls of a spec's roles: a role writes one document, and nothing else of its lane is kept. */

import type { Slice } from '../../kernel/envelope.ts'
import type { CommandId } from '../../kernel/ids.ts'
import { agentCall } from '../../work/agent-call.ts'
import type { LaneAt } from '../../work/lane.ts'
import { conventionsFile, draftFile, findingsFile } from './documents.ts'
import type { AgentFinished, RunAgent } from './effects.ts'
import { type Analyst, type SpecInput, type SpecRole, specDuties } from './input.ts'

interface Wanted {
  readonly id: CommandId
  readonly role: SpecRole
  readonly lane: LaneAt
  readonly slices: readonly Slice[]
}

const call = ({ roles }: SpecInput, { id, role, lane, slices }: Wanted, document: string | null): RunAgent =>
  agentCall({ id, role, duties: specDuties[role], settings: roles[role], lane, slices, document })

export const readCall = (input: SpecInput, wanted: Wanted): RunAgent => call(input, wanted, null)

export const writeCall = (input: SpecInput, path: string, wanted: Wanted): RunAgent =>
  call(input, wanted, path)

export const draftPath = ({ docsPath }: SpecInput): string => `${docsPath}${draftFile}`
export const findingsPath = ({ docsPath }: SpecInput): string => `${docsPath}${findingsFile}`
export const conventionsPath = ({ docsPath }: SpecInput): string => `${docsPath}${conventionsFile}`
export const analysisPath = (analyst: Analyst): string => `.harness/spec/analysis_${analyst}.md`

/** What the agent wrote; null if it wrote nothing there. */
export function writtenAt(path: string, { artifacts }: Pick<AgentFinished, 'artifacts'>): string | null {
  const text = artifacts?.[path] ?? ''
  return text.trim() === '' ? null : asDocument(text)
}

export const asDocument = (text: string): string => `${text.trimEnd()}\n`

/** Told to the agent that is asked again. */
export const notWritten = (path: string): string => `You did not write ${path}, or it was empty.`
