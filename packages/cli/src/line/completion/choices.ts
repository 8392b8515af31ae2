/** Owns what can be completed where, taken from the command tree: the same facts for every shell's script. */
import type { CommandSpec, Completes, OptionSpec } from '../command.ts'
import { globalOptions, helpOption } from '../global-options.ts'
import { flagsOf, type OptionFlags } from '../option-flags.ts'

export interface OptionChoice extends OptionFlags {
  readonly summary: string
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
    options: [...spec.options.filter((option) => option.hidden !== true), ...globalOptions, helpOption].map(
      optionChoice,
    ),
    args: spec.args.map((argument) => argument.completes),
  }))

export const globalChoices: readonly OptionChoice[] = globalOptions.map(optionChoice)

function optionChoice(option: OptionSpec): OptionChoice {
  return { ...flagsOf(option), summary: option.summary, completes: option.completes ?? null }
}

export const namesOf = ({ short, long }: OptionChoice): readonly string[] =>
  short === null ? [long] : [short, long]

/** Every option that takes a value: the word after one is no argument. */
export function valueOptions(commands: readonly CommandChoices[]): readonly string[] {
  const all = commands.flatMap(({ options }) => options)
  return [...new Set([...all, ...globalChoices].filter((it) => it.takesValue).flatMap(namesOf))]
}
