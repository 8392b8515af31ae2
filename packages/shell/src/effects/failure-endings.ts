/** Owns how the failures that many effects share are told and replayed: always as recorded, for they came from outside. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import { phaseOf } from '@harness/core/kernel/ids'
import { asRecorded, type Ending } from './effect.ts'
import { line, oneLine } from './progress-line.ts'

export const commandFailed: Ending<CommandFailed> = {
  line: ({ commandId, detail, next }) =>
    line(phaseOf(commandId), oneLine(detail), { tone: 'bad', detail: [`next: ${oneLine(next)}`] }),
  log: ({ code, detail }) => `${code}: ${detail}`,
  replay: asRecorded,
}

export const forgeFailed: Ending<ForgeFailed> = {
  line: ({ commandId, error }) =>
    line(phaseOf(commandId), `the forge failed (${error.kind}): ${oneLine(error.message)}`, { tone: 'warn' }),
  log: ({ error }) => `${error.kind}: ${error.message}`,
  replay: asRecorded,
}
