/** Owns the folder of a call: what its agent was told and did. */
import { join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'

export const callsFolder = (runDir: string): string => join(runDir, 'calls')
export const callFolder = (runDir: string, command: CommandId): string =>
  join(callsFolder(runDir), fileNameOf(command))

/** The first turn's envelope is the call's; a repair turn has its own. */
export const envelopeFile = (folder: string, turn: number): string =>
  join(folder, turn === 1 ? 'envelope.md' : `envelope-${turn}.md`)

const fileNameOf = (command: CommandId): string => command.replace(/[^A-Za-z0-9._-]/g, '-')
