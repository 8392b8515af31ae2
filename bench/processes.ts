/** Owns starting programs for the bench: whole processes, in an environment that holds nothing but the search path. */
import { spawnSync } from 'node:child_process'

const environment = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
}

/** Runs it to its end and throws unless that was a good one. */
export function call(cwd: string, file: string, ...args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(file, args, {
    cwd,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return
  throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${String(stderr)}`, { cause: error })
}

/** The least that any program of Node's takes. */
export const callBareNode = (cwd: string): void => call(cwd, process.execPath, '-e', '0')
