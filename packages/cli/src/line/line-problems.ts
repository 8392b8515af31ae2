/** Says what is wrong with a command line, and what was meant instead. */
import { nearestName } from '@harness/formats/text/nearest-name'
import type { CommandSpec, OptionSpec } from './command.ts'
import { globalOptions, helpOption, versionOption } from './global-options.ts'
import { flagsOf } from './option-flags.ts'
import type { Said } from './scan-args.ts'

/** Null if nothing is wrong with it. `options` are those of the command. */
export function problemOf(said: Said, options: readonly OptionSpec[]): string | null {
  if (said.type === 'word') return null
  if (said.type === 'unknown') return `Unknown option '${said.arg}'${meantOption(said.arg, options)}`
  const { option, value } = said
  if (!flagsOf(option).takesValue) return null
  if (value === null) return `Option '${option.flags}' argument missing`
  const choices = Array.isArray(option.completes) ? option.completes : null
  return choices === null || choices.includes(value)
    ? null
    : `Option '${option.flags}' argument '${value}' is invalid. Allowed choices are ${choices.join(', ')}.`
}

export function problemOfWords(words: readonly string[], { name, args }: CommandSpec): string | null {
  const missing = args.find(({ required }, index) => required && words[index] === undefined)
  if (missing !== undefined) return `Missing required argument '${missing.name}'`
  if (words.length <= args.length) return null
  const expected = `${args.length} argument${args.length === 1 ? '' : 's'}`
  return `Too many arguments for '${name}'. Expected ${expected} but got ${words.length}.`
}

export const unknownCommand = (word: string, commands: readonly CommandSpec[]): string =>
  `Unknown command '${word}'${meant(word, [...commands.map(({ name }) => name), 'help'])}`

function meantOption(arg: string, options: readonly OptionSpec[]): string {
  if (!arg.startsWith('--')) return ''
  const shown = [...options, ...globalOptions, helpOption, versionOption].filter(
    ({ hidden }) => hidden !== true,
  )
  return meant(
    arg.replace(/=.*/s, ''),
    shown.map((option) => flagsOf(option).long),
  )
}

/** The names are few and a suggestion does nothing: more may differ than elsewhere. */
function meant(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known, (length) => Math.min(3, Math.floor(length / 2)))
  return nearest === null ? '' : ` (Did you mean ${nearest}?)`
}

/** The help of the first command in the line: a word after it may be the name of another one. */
export function nextStep(args: readonly string[], commands: readonly CommandSpec[]): string {
  const named = args.find((arg) => commands.some(({ name }) => name === arg))
  return named === undefined ? 'harness --help' : `harness ${named} --help`
}
