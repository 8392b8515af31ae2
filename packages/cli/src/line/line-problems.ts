/** Says what is wrong with a command line, and what was meant instead. */
import { nearestName } from '@harness/formats/text/nearest-name'
import type { CommandSpec, OptionSpec } from './command.ts'
import { globalOptions, helpOption, versionOption } from './global-options.ts'
import { newPlan } from './meant-instead.ts'
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

export const unknownCommand = (word: string, commands: readonly CommandSpec[]): string => {
  const other = otherWords.get(word.toLowerCase())
  return `Unknown command '${word}'${
    other === undefined
      ? meant(word, [...commands.map(({ name }) => name), 'help'])
      : ` (Did you mean: ${other}?)`
  }`
}

/** What to type instead of a word of another tool, with what was given to it; null if the word is none of those. */
export function insteadOf(word: string, given: readonly string[]): string | null {
  const other = otherWords.get(word.toLowerCase())
  if (other === undefined) return null
  const [first] = given
  if (!other.includes(run)) return first === undefined || other !== titled ? other : newPlan(given.join(' '))
  return first !== undefined && /^\w[\w-]*$/.test(first)
    ? other.replace(run, first)
    : `${other}; all runs: harness runs`
}

const run = '<run>'
const titled = 'harness new "title"'

/** What people type who know other tools. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ...['cancel', 'kill', 'halt', 'interrupt'].map((word) => [word, 'harness stop <run>'] as const),
  ...['abandon', 'abort', 'reject', 'deny', 'drop', 'discard'].map(
    (word) => [word, 'harness refuse <run>'] as const,
  ),
  ...['approve', 'accept', 'allow', 'yes'].map((word) => [word, 'harness grant <run>'] as const),
  ...['continue', 'retry', 'restart', 'unpause'].map((word) => [word, 'harness resume <run>'] as const),
  ...['ls', 'list', 'ps', 'jobs', 'history'].map((word) => [word, 'harness runs'] as const),
  ...['add', 'create', 'task'].map((word) => [word, titled] as const),
  ...['deliver', 'start', 'exec', 'build'].map((word) => [word, 'harness run'] as const),
  ...['log', 'tail', 'watch', 'follow', 'attach'].map((word) => [word, 'harness logs <run> -f'] as const),
  ...['changes', 'patch', 'review'].map((word) => [word, 'harness diff <run>'] as const),
  ...['setup', 'set-up', 'configure'].map((word) => [word, 'harness init'] as const),
  ...['check', 'lint', 'test'].map((word) => [word, 'harness validate, or harness doctor'] as const),
  ...['freeze', 'unfreeze', 'pause', 'drain', 'unblock'].map(
    (word) => [word, `harness daemon ${word}`] as const,
  ),
  ...['login', 'logout', 'log-in', 'signin', 'auth'].map((word) => [word, 'harness agents'] as const),
  ...['gc', 'clean', 'cleanup', 'clean-up', 'prune', 'repair', 'fix'].map(
    (word) => [word, 'harness doctor --fix'] as const,
  ),
  ...['schema', 'schemas'].map((word) => [word, 'harness config --schema'] as const),
  ['web', 'harness daemon start'],
])

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

/** For a command that lacks its words: where the run's name is found, or the help. */
export function nextForWords(words: readonly string[], { name, args }: CommandSpec, help: string): string {
  const missing = args.find(({ required }, index) => required && words[index] === undefined)
  if (missing?.name === 'run') return `harness runs lists them; then: ${whole(name, args)}`
  // Only runs of plans are known by their digits: the word can also be the name of a gate.
  if (missing?.name === 'choice') {
    const [named = ''] = words
    return `harness show ${/^\d[\w-]*$/.test(named) ? named : run} lists the choices`
  }
  return help
}

const whole = (name: string, args: CommandSpec['args']): string =>
  ['harness', name, ...args.filter(({ required }) => required).map((arg) => `<${arg.name}>`)].join(' ')

/** The help of the first command in the line: a word after it may be the name of another one. */
export function nextStep(args: readonly string[], commands: readonly CommandSpec[]): string {
  const named = args.find((arg) => commands.some(({ name }) => name === arg))
  return named === undefined ? 'harness --help' : `harness ${named} --help`
}
