/** Owns how a mission's commands are called: by what they are for, what they are about, and their number. */
import { type CommandId, commandId } from '../../kernel/ids.ts'
import type { MissionState } from './state.ts'

export const idFor = ({ input, dispatched }: MissionState, phase: string, subject: string): CommandId =>
  commandId(input.runId, phase, subject, (dispatched[`${phase}/${subject}`] ?? 0) + 1)
