/** Owns playing a recorded agent call again: its turns from their recordings, its change from the recorded patch. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordedCall } from '@harness/agent-runner/providers/replay/replay-provider'
import type { CommandId } from '@harness/core/kernel/ids'
import { callFolder } from '../../effects/agents/call/call-folder.ts'
import { recordedTurn } from '../../effects/agents/call/recorded-turn.ts'
import { gitOk } from '../../machine/git/git.ts'

export const recordedCall = (runDir: string, command: CommandId): RecordedCall => ({
  turn: (number) => recordedTurn(runDir, command, number),
  async applyChange(cwd) {
    const patch = join(callFolder(runDir, command), 'diff.patch')
    const size = await stat(patch).then(
      (found) => found.size,
      () => 0,
    )
    if (size > 0) await gitOk(cwd, ['apply', '--binary', '--whitespace=nowarn', patch])
  },
})
