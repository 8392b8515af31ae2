/** The daemon of one repository: its loop and its control server. Builds what they use. */
import { UserError } from '@harness/core/kernel/user-error'
import type { Notice } from '@harness/core/work/notices'
import type { Rest } from '@harness/shell/engine/loop/run-loop'
import { openDaemon } from './loop/live-daemon.ts'
import type { DaemonOutside, HookCommand } from './place/outside.ts'
import { type ControlServer, serveControl } from './server/control-server.ts'

export interface DaemonOptions {
  readonly hooks: HookCommand
  /** If it starts work without an operator's word. */
  readonly runs: boolean
  /** Null for the socket alone. */
  readonly port: number | null
  readonly address: string
  readonly by: string
  readonly stop: AbortSignal
  onLine?(line: string): void
  onReady?(server: ControlServer): void
}

/** A daemon ends all the same if a webhook does not answer. */
const lastMs = 12_000

/** No person reads what a daemon in the background prints, and its log may be what is gone. */
const lastNotice = (error: Error, at: number): Notice => ({
  key: `daemon ended ${at}`,
  kind: 'needs-you',
  subject: 'daemon',
  text: `The daemon has ended: ${error.message}`,
  next: error instanceof UserError ? error.next : 'See its last words: harness daemon logs',
  at,
})

/** Resolves when the daemon was stopped. Throws if it cannot start here. */
export async function runDaemon(outside: DaemonOutside, options: DaemonOptions): Promise<Rest> {
  const letGo = new AbortController()
  const stop = AbortSignal.any([options.stop, letGo.signal])
  const daemon = await openDaemon(outside, { ...options, stop })
  try {
    const server = await serveControl(daemon, outside, options)
    outside.notices.takeUpLeft().catch(() => {})
    try {
      options.onReady?.(server)
      if (options.runs) daemon.say({ type: 'begin' }, options.by).catch(() => {})
      return await daemon.ended
    } catch (error) {
      await outside.notices.tell(lastNotice(error as Error, outside.clock.now())).catch(() => {})
      throw error
    } finally {
      await server.close()
      await outside.notices.tried(lastMs)
      outside.notices.close()
    }
  } catch (error) {
    letGo.abort()
    await daemon.ended.catch(() => {})
    throw error
  }
}
