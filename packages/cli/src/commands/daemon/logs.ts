/** `harness daemon logs`: what the daemon did. */
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { exitCode } from '@harness/core/kernel/exit-code'
import { daemonLog } from '@harness/daemon/place/daemon-place'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { CommandContext } from '../../line/command.ts'
import { statePlace } from '../../run/target/state-dir.ts'

const lookAgainMs = 300
const shownLines = 200

export async function daemonLogs(context: CommandContext, follow: boolean): Promise<number> {
  const { terminal } = context
  const { stateDir } = await statePlace(context)
  let stopped = false
  const ignore = context.onSignal(() => {
    stopped = true
  })
  try {
    const first = await linesFrom(daemonLog(stateDir), 0)
    for (const line of first.lines.slice(-shownLines)) terminal.print(stripControl(line))
    for (let from = first.next; follow && !stopped && !terminal.readerGone(); ) {
      await pause(lookAgainMs)
      const more = await linesFrom(daemonLog(stateDir), from)
      for (const line of more.lines) terminal.print(stripControl(line))
      from = more.next
    }
  } finally {
    ignore()
  }
  return exitCode.done
}

/** Whole lines only. */
async function linesFrom(path: string, from: number) {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return { lines: [], next: from }
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.max(0, size - from))
    await file.read(bytes, 0, bytes.length, from)
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
    const lines = whole
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
    return { lines, next: from + whole.length }
  } finally {
    await file.close()
  }
}
