/** Starts a program that lives on when this process ends. It leads a session of its own, so no terminal ends it. */
import { spawn } from 'node:child_process'
import { UserError } from '@harness/core/kernel/user-error'

export interface DetachedPlace {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The open file that gets its output. */
  readonly output: number
}

export interface Detached {
  readonly pid: number
  hasEnded(): boolean
}

export function startDetached(
  file: string,
  args: readonly string[],
  { env, cwd, output }: DetachedPlace,
): Detached {
  const child = spawn(file, args, { cwd, env: { ...env }, detached: true, stdio: ['ignore', output, output] })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.once('error', () => {
    ended = true
  })
  child.unref()
  if (child.pid === undefined)
    throw new UserError('program-unstartable', `${file} could not be started.`, {
      next: 'Look if it is there.',
    })
  return { pid: child.pid, hasEnded: () => ended }
}
