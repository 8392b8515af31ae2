/** Runs a daemon in a process of its own until it has delivered every plan of a repository. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { invariant } from '@harness/core/kernel/invariant'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { environment } from './processes.ts'
import type { Ground } from './row.ts'

const lookAgainMs = 100

/** `node` are options of Node. The caller ends it. */
export const startedDaemon = (
  { folder, program }: Ground,
  root: string,
  node: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn(process.execPath, [...node, program, 'daemon', 'start', '--foreground', '--run', '--port', '0'], {
    cwd: root,
    env: { ...environment, HOME: folder, ...env },
    stdio: 'ignore',
  })

export async function allDelivered(daemon: ChildProcess, root: string, plans: number): Promise<void> {
  const runs = openRunStore(join(root, '.harness/run'))
  while ((await runs.list()).filter(({ summary }) => summary?.status === 'done').length < plans) {
    invariant(daemon.exitCode === null, 'the daemon runs')
    await pause(lookAgainMs)
  }
}
