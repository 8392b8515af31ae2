/** Owns what can be completed where, taken from the command tree: the same facts for every shell's script. */
import type { CommandSpec, Completes, OptionSpec } from '../command.ts'
import { globalOptions } from '../global-options.ts'

export interface OptionChoice {
  /** `-f`, without which some have none. */
  readonly short: string | null
  readonly long: string
  readonly summary: string
  readonly takesValue: boolean
  readonly completes: Completes | null
}

export interface CommandChoices {
  readonly name: string
  readonly summary: string
  /** In order; the global ones come last. */
  readonly options: readonly OptionChoice[]
  /** What each positional argument can be. */
  readonly args: readonly (Completes | null)[]
}

export const choicesOf = (commands: readonly CommandSpec[]): readonly CommandChoices[] =>
  commands.map((spec) => ({
    name: spec.name,
    summary: spec.summary,
    options: [...spec.options.filter((option) => option.hidden !== true), ...globalOptions, help].map(
      optionChoice,
    ),
    args: spec.args.map((argument) => argument.completes),
  }))

export const globalChoices: readonly OptionChoice[] = globalOptions.map(optionChoice)

const help: OptionSpec = { flags: '-h, --help', summary: 'show help' }

function optionChoice({ flags, summary, completes }: OptionSpec): OptionChoice {
  const names = flags.split(/,\s*|\s+/)
  return {
    short: names.find((name) => /^-[^-]/.test(name)) ?? null,
    long: names.find((name) => name.startsWith('--')) ?? '',
    summary,
    takesValue: flags.includes('<'),
    completes: completes ?? null,
  }
}

export const namesOf = ({ short, long }: OptionChoice): readonly string[] =>
  short === null ? [long] : [short, long]

/** Every option that takes a value: the word after one is no argument. */
export function valueOptions(commands: readonly CommandChoices[]): readonly string[] {
  const all = commands.flatMap(({ options }) => options)
  return [...new Set([...all, ...globalChoices].filter((it) => it.takesValue).flatMap(namesOf))]
}
