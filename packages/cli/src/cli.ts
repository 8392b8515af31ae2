/** Owns the way from arguments to a command: reads them by the command tree, loads what is called, and nothing else. */
import { UserError } from '@harness/core/kernel/user-error'
import type { CommandContext } from './line/command.ts'
import { commandHelp, programHelp } from './line/help.ts'
import { glance, parseLine } from './line/parse-line.ts'

/** Runs the command that `args` name and resolves to its exit code. */
export async function runCli(
  args: readonly string[],
  built: Omit<CommandContext, 'json' | 'repoOption'>,
): Promise<number> {
  const context = await withOwnCommands(args, built)
  const line = parseLine(args, context.commands)
  switch (line.type) {
    case 'version':
      context.terminal.print(
        line.json ? JSON.stringify({ ok: true, version: context.version }) : context.version,
      )
      return 0
    case 'help':
      context.terminal.print(line.spec === null ? programHelp(context) : commandHelp(line.spec, context))
      return 0
    case 'wrong':
      throw new UserError('usage', line.problem, { next: line.next })
    case 'call': {
      const { spec, given, globals } = line
      const action = await spec.load()
      return action({ ...context, json: globals.json, repoOption: globals.repo }, given)
    }
  }
}

/** The config is read for them only if a word that is no command is called, or all commands are listed. */
async function withOwnCommands<Context extends Omit<CommandContext, 'json' | 'repoOption'>>(
  args: readonly string[],
  context: Context,
): Promise<Context> {
  const { called, globals } = glance(args)
  const isKnown = context.commands.some(({ name }) => name === called)
  const lists = called === null || called === 'help' || (called === 'completion' && !args.includes('--ids'))
  if ((isKnown && !lists) || args.includes('--version') || args.includes('-V')) return context
  const { ownCommands } = await import('./playbooks/own/own-commands.ts')
  const own = await ownCommands({ ...context, repoOption: globals.repo }, lists)
  return { ...context, commands: [...context.commands, ...own] }
}
