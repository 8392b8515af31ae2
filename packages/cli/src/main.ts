/**
 * The process: reads arguments, environment and streams, builds what the commands use, and holds the only catch. It
 * loads nothing before it must: what is imported here is imported on the way.
 */
import { join } from 'node:path'
import type { CommandContext } from './line/command.ts'
import type { Terminal } from './terminal/terminal.ts'

declare const __HARNESS_VERSION__: string

const args = process.argv.slice(2)

if (args.length === 1 && ['--version', '-V', 'version'].includes(args[0] ?? '')) {
  process.stdout.write(`${__HARNESS_VERSION__}\n`)
} else {
  void main()
}

async function main(): Promise<void> {
  outliveTheReader()
  const { openTerminal } = await import('./terminal/terminal.ts')
  const terminal = openTerminal(process, process.env)
  const listenNoMore = onSignal(() => void letGo(terminal))
  try {
    const [{ runCli }, { commandTree }, { registeredPlaybooks }] = await Promise.all([
      import('./cli.ts'),
      import('./command-tree.ts'),
      import('./playbooks/registered.ts'),
    ])
    const context: Omit<CommandContext, 'json' | 'repoOption' | 'trust'> = {
      terminal,
      env: process.env,
      cwd: process.cwd(),
      version: __HARNESS_VERSION__,
      rolesDir: join(__dirname, 'roles'),
      commands: commandTree,
      playbooks: registeredPlaybooks,
      programPath: process.argv[1] ?? 'harness',
      onSignal(handler) {
        listenNoMore()
        return onSignal(handler)
      },
      carryOut: runCli,
      abandon: (code) => process.exit(code),
    }
    process.exitCode = await runCli(args, context)
  } catch (error) {
    process.exitCode = await tell(error, terminal)
  }
  // Whatever still holds the process (a terminal that was asked) must not keep it: its work is done.
  setTimeout(() => process.exit(), 1_000).unref()
}

async function tell(error: unknown, terminal: Terminal): Promise<number> {
  const [{ errorPages, tellError }, { stripControl }] = await Promise.all([
    import('./terminal/report-error.ts'),
    import('@harness/shell/machine/redaction/strip-control'),
  ])
  return tellError(error, terminal, {
    json: args.includes('--json'),
    debug: args.includes('--debug'),
    pages: errorPages(__dirname),
    clean: stripControl,
  })
}

/** Until a command listens for signals itself there is nothing to put away, but the answer is one all the same. */
async function letGo(terminal: Terminal): Promise<void> {
  const [{ UserError }, { exitCode }] = await Promise.all([
    import('@harness/core/kernel/user-error'),
    import('@harness/core/kernel/exit-code'),
  ])
  const interrupted = new UserError('interrupted', 'It was interrupted before it was done.', {
    next: 'Give the same command again; what was begun before is listed by: harness runs',
    exitCode: exitCode.interrupted,
  })
  process.exit(await tell(interrupted, terminal))
}

function onSignal(handler: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, handler)
  return () => {
    for (const signal of signals) process.removeListener(signal, handler)
  }
}

/** `harness run | head`: the reader has what it wanted, and the work continues without it. */
function outliveTheReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
