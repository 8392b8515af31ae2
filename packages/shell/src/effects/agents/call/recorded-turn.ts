/** Owns what each turn of a call came to, as its provider answered, so that the call can be played again. */

import { join } from 'node:path'
import type { AgentResult, Provider } from '@harness/agent-runner/runner/provider'
import type { CommandId } from '@harness/core/kernel/ids'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { DiskFullError } from '../../../machine/disk/disk-error.ts'
import { durableReplace } from '../../../machine/disk/durable-write.ts'
import { textIfThere } from '../../../machine/disk/if-missing.ts'
import { redactValue } from '../../../machine/redaction/redact-value.ts'
import type { Redactor } from '../../../machine/redaction/redactor.ts'
import { freeRoom } from './answer-room.ts'
import { callFolder } from './call-folder.ts'

export const turnFile = (runDir: string, command: CommandId, turn: number): string =>
  join(callFolder(runDir, command), `turn-${turn}.json`)

/**
 * The same provider; what its turns come to is written down, redacted, before anyone acts on it. Turns that were
 * `answered` before are not asked for again.
 */
export function recordingTurns(
  provider: Provider,
  runDir: string,
  command: CommandId,
  redact: Redactor,
  answered: readonly AgentResult[],
): Provider {
  let turns = 0
  return {
    ...provider,
    async run(request, onEvent) {
      const turn = ++turns
      const known = answered[turn - 1]
      if (known !== undefined) {
        if (known.session !== null) onEvent({ type: 'session', session: known.session })
        return known
      }
      const result = await provider.run(request, onEvent)
      await keepTurn(runDir, command, turn, `${JSON.stringify(redactValue(result, redact), null, 2)}\n`)
      return result
    },
  }
}

async function keepTurn(runDir: string, command: CommandId, turn: number, text: string): Promise<void> {
  const path = turnFile(runDir, command, turn)
  try {
    await durableReplace(path, text)
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error
    await freeRoom(callFolder(runDir, command))
    await durableReplace(path, text)
  }
}

/** What the turns of an earlier attempt came to, as far as they have an answer. */
export async function answeredTurns(runDir: string, command: CommandId): Promise<readonly AgentResult[]> {
  const answered: AgentResult[] = []
  for (;;) {
    const text = await textIfThere(turnFile(runDir, command, answered.length + 1))
    const result = text === null ? null : (jsonObjectIn(text) as AgentResult | null)
    if (result?.error !== null) return answered
    answered.push(result)
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
