/** Brings an operator's word to the daemon. What can be done without a daemon is done here. */
import { exitCode } from '@harness/core/kernel/exit-code'
import type { OperatorWord } from '@harness/core/playbooks/daemon/words'
import { askDaemon } from '@harness/daemon/client/ask-daemon'
import { statusWithoutDaemon } from '@harness/daemon/client/read-status'
import { thaw } from '@harness/daemon/loop/set-freeze'
import type { Snapshot } from '@harness/daemon/server/snapshot'
import { freeze } from '@harness/shell/effects/freeze/freeze'
import { ignoreStateDir } from '@harness/shell/store/layout/state-dir'
import type { CommandContext } from '../../line/command.ts'
import { operatorName } from '../../run/operator.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { notRunning } from './not-running.ts'
import { printStatus } from './status.ts'

export async function say(context: CommandContext, word: OperatorWord): Promise<number> {
  const { stateDir } = await statePlace(context)
  const { path, body } = requestOf(word)
  const answer =
    (await askDaemon<Done>(stateDir, 'POST', path, body)) ?? (await doneHere(context, stateDir, word))
  if (context.json) context.terminal.print(JSON.stringify(answer, null, 2))
  else printStatus(context, answer)
  return exitCode.done
}

interface Done extends Snapshot {
  readonly ok: true
}

/** Throws if only a daemon can do it. Answers as a daemon would. */
async function doneHere({ env }: CommandContext, stateDir: string, word: OperatorWord): Promise<Done> {
  if (word.type !== 'freeze' && word.type !== 'unfreeze') throw notRunning()
  await ignoreStateDir(stateDir)
  if (word.type === 'unfreeze') await thaw(stateDir)
  else await freeze(stateDir, word.reason === '' ? `frozen by ${operatorName(env)}` : word.reason, Date.now())
  return { ok: true, ...(await statusWithoutDaemon(stateDir)) }
}

function requestOf(word: OperatorWord): { readonly path: string; readonly body: object } {
  switch (word.type) {
    case 'pause':
    case 'freeze':
      return { path: `/${word.type}`, body: word.reason === '' ? {} : { reason: word.reason } }
    case 'unblock':
    case 'unqueue':
      return { path: `/${word.type}/${encodeURIComponent(word.id)}`, body: {} }
    case 'queue':
      return { path: '/queue', body: { args: word.args } }
    default:
      return { path: `/${word.type}`, body: {} }
  }
}
