/** Owns the way from arguments to a command: parses by the command tree, loads what is called, and nothing else. */
import { UserError } from '@harness/core/kernel/user-error'
import { Command, CommanderError, Option } from 'commander'
import type { CommandContext, CommandSpec, Given, OptionSpec } from './line/command.ts'
import { globalOptions } from './line/global-options.ts'
import { commandHelp, programHelp } from './line/help.ts'

/** Runs the command that `args` name and resolves to its exit code. */
export async function runCli(
  args: readonly string[],
  built: Omit<CommandContext, 'json' | 'repoOption'>,
): Promise<number> {
  const context = await withOwnCommands(args, built)
  if (args.length === 0) {
    context.terminal.print(programHelp(context))
    return 0
  }
  if (args.includes('--json') && args.some((arg) => arg === '--version' || arg === '-V')) {
    context.terminal.print(JSON.stringify({ ok: true, version: context.version }))
    return 0
  }
  let result = 0
  const program = buildProgram(args, context, async (spec, given, globals) => {
    const action = await spec.load()
    const repo = globals.repo
    result = await action(
      { ...context, json: globals.json === true, repoOption: typeof repo === 'string' ? repo : null },
      given,
    )
  })
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    throw usageError(error, program, args)
  }
  return result
}

/** The config is read for them only if a word that is no command is called, or all commands are listed. */
async function withOwnCommands<Context extends Omit<CommandContext, 'json' | 'repoOption'>>(
  args: readonly string[],
  context: Context,
): Promise<Context> {
  const { called, repoOption } = calledIn(args)
  const isKnown = context.commands.some(({ name }) => name === called)
  const lists = called === null || called === 'help' || (called === 'completion' && !args.includes('--ids'))
  if ((isKnown && !lists) || args.includes('--version') || args.includes('-V')) return context
  const { ownCommands } = await import('./playbooks/own/own-commands.ts')
  const own = await ownCommands({ ...context, repoOption }, lists)
  return { ...context, commands: [...context.commands, ...own] }
}

function calledIn(args: readonly string[]): Record<'called' | 'repoOption', string | null> {
  const at = args.indexOf('--repo')
  const joined = args.find((arg) => arg.startsWith('--repo='))?.slice('--repo='.length)
  const called = args.find((arg, index) => !arg.startsWith('-') && (at === -1 || index !== at + 1))
  return { called: called ?? null, repoOption: joined ?? (at === -1 ? null : (args[at + 1] ?? null)) }
}

type Call = (spec: CommandSpec, given: Given, globals: Readonly<Record<string, unknown>>) => Promise<void>

function buildProgram(
  args: readonly string[],
  context: Omit<CommandContext, 'json' | 'repoOption'>,
  call: Call,
): Command {
  const { terminal } = context
  const program = new Command('harness')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.print(text), writeErr: () => {} })
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help')
    .version(context.version, '-V, --version', 'show the version')
    .configureHelp({ formatHelp: () => programHelp(context) })
  for (const option of globalOptions) program.addOption(optionOf(option))
  for (const spec of context.commands) {
    const command = program.command(spec.name)
    // One that is not called is there only to be suggested for a misspelt one.
    if (!args.includes(spec.name)) continue
    command.allowExcessArguments(false).configureHelp({ formatHelp: () => commandHelp(spec, context) })
    for (const { name, required } of spec.args) command.argument(required ? `<${name}>` : `[${name}]`)
    for (const option of spec.options) command.addOption(optionOf(option))
    command.action((...values: unknown[]) => {
      const args = values.slice(0, spec.args.length) as (string | undefined)[]
      return call(spec, { args, options: command.opts() }, program.opts())
    })
  }
  return program
}

function optionOf({ flags, summary, completes }: OptionSpec): Option {
  const option = new Option(flags, summary)
  if (Array.isArray(completes)) option.choices(completes)
  return option
}

function usageError(error: CommanderError, program: Command, args: readonly string[]): UserError {
  if (error.code === 'commander.help')
    return new UserError('usage', 'No command was named.', { next: 'harness --help', cause: error })
  const message = error.message
    .replace(/^error: /, '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
  // The first one in the line: what follows it may be called as a command is.
  const named = args
    .map((arg) => program.commands.find((command) => command.name() === arg))
    .find((command) => command !== undefined)
  const help = named === undefined ? 'harness --help' : `harness ${named.name()} --help`
  return new UserError('usage', `${message.charAt(0).toUpperCase()}${message.slice(1)}`, {
    next: help,
    cause: error,
  })
}
