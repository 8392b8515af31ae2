/** Owns starting programs for the bench: whole processes, in an environment that holds nothing but the search path. */
import { spawnSync } from 'node:child_process'

export const environment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  HARNESS_TRUST: '1',
}

/** Runs it to its end and throws unless that was a good one. */
export const call = (cwd: string, file: string, ...args: readonly string[]): void => {
  callWith({}, cwd, file, ...args)
}

/** What it printed. */
export const said = (cwd: string, file: string, ...args: readonly string[]): string =>
  callWith({}, cwd, file, ...args).trimEnd()

export function callWith(
  env: Readonly<Record<string, string>>,
  cwd: string,
  file: string,
  ...args: readonly string[]
): string {
  const { status, error, stdout, stderr } = spawnSync(file, args, {
    cwd,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status === 0) return String(stdout)
  throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${String(stderr)}`, { cause: error })
}

/** The least that any program of Node's takes. */
export const callBareNode = (cwd: string): void => call(cwd, process.execPath, '-e', '0')
