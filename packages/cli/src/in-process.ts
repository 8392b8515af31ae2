/**
 * The program as a function, for callers that use it many times over: the same commands as in a process of its own,
 * but for signals, which stay the caller's.
 */
import { join } from 'node:path'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { runCli } from './cli.ts'
import { commandTree } from './command-tree.ts'
import type { CommandContext } from './line/command.ts'
import { registeredPlaybooks } from './playbooks/registered.ts'
import { errorPages, tellError } from './terminal/report-error.ts'
import { openTerminal, type Streams } from './terminal/terminal.ts'

declare const __HARNESS_VERSION__: string

export interface Here extends Streams, Pick<CommandContext, 'cwd' | 'env'> {
  /** The folder of the built program. */
  readonly dist: string
}

/** Resolves with the exit code. */
export async function harnessHere(
  args: readonly string[],
  { cwd, env, dist, ...streams }: Here,
): Promise<number> {
  const terminal = openTerminal(streams, env)
  try {
    return await runCli(args, {
      terminal,
      env,
      cwd,
      version: __HARNESS_VERSION__,
      rolesDir: join(dist, 'roles'),
      commands: commandTree,
      playbooks: registeredPlaybooks,
      programPath: join(dist, 'harness.cjs'),
      carryOut: runCli,
      onSignal: () => () => {},
      abandon: (code) => {
        throw new Error(`It would have ended its process with ${code}.`)
      },
    })
  } catch (error) {
    return tellError(error, terminal, {
      json: args.includes('--json'),
      debug: args.includes('--debug'),
      pages: errorPages(dist),
      clean: stripControl,
    })
  }
}
