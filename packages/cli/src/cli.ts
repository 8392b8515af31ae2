/** Owns the way from arguments to a command: reads them by the command tree, loads what is called, and nothing else. */
import { UserError } from '@harness/core/kernel/user-error'
import type { CommandContext } from './line/command.ts'
import { commandHelp, programHelp } from './line/help.ts'
import { glance, parseLine } from './line/parse-line.ts'
import { trustOf } from './line/trust-word.ts'

type Built = Omit<CommandContext, 'json' | 'repoOption' | 'trust'>

/** Runs the command that `args` name and resolves to its exit code. */
export async function runCli(args: readonly string[], built: Built): Promise<number> {
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
      const trust = trustOf(context.env, { ...given.options, json: globals.json })
      return action({ ...context, json: globals.json, repoOption: globals.repo, trust }, given)
    }
  }
}

/**
 * The config is read for them only if a word that is no command is called, or all commands are listed. It is executed
 * only for a word that is called.
 */
async function withOwnCommands(args: readonly string[], context: Built): Promise<Built> {
  const { called, globals } = glance(args)
  const isKnown = context.commands.some(({ name }) => name === called)
  const says = (...flags: readonly string[]): boolean => flags.some((flag) => args.includes(flag))
  const lists = called === null || called === 'help' || (called === 'completion' && !says('--ids'))
  if ((isKnown && !lists) || says('--version', '-V')) return context
  const { ownCommands } = await import('./playbooks/own/own-commands.ts')
  const trust = trustOf(context.env, { trust: says('--trust'), yes: says('--yes', '-y'), json: globals.json })
  const purpose = lists ? 'list' : says('--help', '-h') ? 'look' : 'call'
  const own = await ownCommands({ ...context, repoOption: globals.repo, trust }, purpose)
  return { ...context, commands: [...context.commands, ...own] }
}
