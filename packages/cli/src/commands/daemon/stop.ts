/** `harness daemon stop`: lets runs in flight finish, or releases them at once, and waits until the daemon has ended. */
import { setTimeout as pause } from 'node:timers/promises'
import { exitCode } from '@harness/core/kernel/exit-code'
import { askDaemon } from '@harness/daemon/client/ask-daemon'
import type { Snapshot } from '@harness/daemon/server/snapshot'
import type { CommandContext } from '../../line/command.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { notRunning } from './not-running.ts'

const lookAgainMs = 100

export async function stopDaemon(context: CommandContext, now: boolean): Promise<number> {
  const { terminal, json } = context
  const { stateDir } = await statePlace(context)
  const told = await askDaemon<Snapshot>(stateDir, 'POST', now ? '/stop-now' : '/stop')
  if (told === null) throw notRunning()
  const busy = told.work.filter(({ state }) => state === 'working').map(({ id }) => id)
  if (!json && busy.length > 0 && !now)
    terminal.note(`It lets ${busy.join(', ')} finish, then ends. Ctrl-C here changes nothing about that.`)
  let left = false
  const ignore = context.onSignal(() => {
    left = true
  })
  try {
    while (!left && (await askDaemon(stateDir, 'GET', '/state').catch(() => null)) !== null)
      await pause(lookAgainMs)
  } finally {
    ignore()
  }
  if (json) terminal.print(JSON.stringify({ ok: true, ended: !left, pid: told.pid }))
  else terminal.print(left ? 'The daemon still stops.' : 'The daemon has ended.')
  return exitCode.done
}
