/** Owns what each turn of a call came to, as its provider answered, so that the call can be played again. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentResult, Provider } from '@harness/agent-runner/runner/provider'
import type { CommandId } from '@harness/core/kernel/ids'
import { diskError } from '../../../machine/disk/disk-error.ts'
import { textIfThere } from '../../../machine/disk/if-missing.ts'
import { redactValue } from '../../../machine/redaction/redact-value.ts'
import type { Redactor } from '../../../machine/redaction/redactor.ts'
import { callFolder } from './call-folder.ts'

export const turnFile = (runDir: string, command: CommandId, turn: number): string =>
  join(callFolder(runDir, command), `turn-${turn}.json`)

/** The same provider; what its turns come to is written down, redacted, before anyone acts on it. */
export function recordingTurns(
  provider: Provider,
  runDir: string,
  command: CommandId,
  redact: Redactor,
): Provider {
  let turns = 0
  return {
    ...provider,
    async run(request, onEvent) {
      const turn = ++turns
      const result = await provider.run(request, onEvent)
      const path = turnFile(runDir, command, turn)
      try {
        await writeFile(path, `${JSON.stringify(redactValue(result, redact), null, 2)}\n`)
      } catch (error) {
        throw diskError(error, path)
      }
      return result
    },
  }
}

/** Null if the call never came to that turn. */
export async function recordedTurn(
  runDir: string,
  command: CommandId,
  turn: number,
): Promise<AgentResult | null> {
  const text = await textIfThere(turnFile(runDir, command, turn))
  return text === null ? null : (JSON.parse(text) as AgentResult)
}
