/** The daemon of one repository: its loop and its control server. Builds what they use. */
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

/** Resolves when the daemon was stopped. Throws if it cannot start here. */
export async function runDaemon(outside: DaemonOutside, options: DaemonOptions): Promise<Rest> {
  const letGo = new AbortController()
  const stop = AbortSignal.any([options.stop, letGo.signal])
  const daemon = await openDaemon(outside, { ...options, stop })
  try {
    const server = await serveControl(daemon, outside, options)
    try {
      options.onReady?.(server)
      if (options.runs) daemon.say({ type: 'begin' }, options.by).catch(() => {})
      return await daemon.ended
    } finally {
      await server.close()
    }
  } catch (error) {
    letGo.abort()
    await daemon.ended.catch(() => {})
    throw error
  }
}
