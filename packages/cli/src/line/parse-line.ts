/** Reads a command line by the command tree: what is called, and with what. It loads no command and prints nothing. */
import type { CommandSpec, Given, OptionSpec } from './command.ts'
import { helpOption, jsonOption, repoOption, versionOption } from './global-options.ts'
import {
  insteadOf,
  nextForWords,
  nextStep,
  problemOf,
  problemOfWords,
  unknownCommand,
} from './line-problems.ts'
import { meantInstead } from './meant-instead.ts'
import { flagsOf, optionKey } from './option-flags.ts'
import { type Said, scanArgs } from './scan-args.ts'

export type Line =
  | { readonly type: 'call'; readonly spec: CommandSpec; readonly given: Given; readonly globals: Globals }
  /** Help on the program if the command is null. */
  | { readonly type: 'help'; readonly spec: CommandSpec | null }
  | { readonly type: 'version'; readonly json: boolean }
  | { readonly type: 'wrong'; readonly problem: string; readonly next: string }

export interface Globals {
  readonly json: boolean
  /** The folder given with --repo; null if none was. */
  readonly repo: string | null
}

export function parseLine(args: readonly string[], commands: readonly CommandSpec[]): Line {
  if (args.length === 0) return { type: 'help', spec: null }
  const outer = scanArgs(args, [])
  const called = outer.find((it) => it.type === 'word')
  const before = called === undefined ? outer : outer.slice(0, outer.indexOf(called))
  const spec = commands.find(({ name }) => name === called?.word) ?? null
  const said = called === undefined ? outer : scanArgs(args.toSpliced(called.index, 1), spec?.options ?? [])

  if (has(said, versionOption)) return { type: 'version', json: has(said, jsonOption) }
  if (has(before, helpOption)) return { type: 'help', spec: null }
  const wrong = (problem: string): Line => ({ type: 'wrong', problem, next: nextStep(args, commands) })
  const early = firstProblem(before, [])
  if (early !== null) return wrong(early)
  if (called === undefined) return { type: 'wrong', problem: 'No command was named.', next: 'harness --help' }
  const words = said.flatMap((it) => (it.type === 'word' ? [it.word] : []))
  if (called.word === 'help' && spec === null) {
    const [about = 'help'] = words
    const found = commands.find(({ name }) => name === about) ?? null
    if (found === null && about !== 'help') return wrong(unknownCommand(about, commands))
    return { type: 'help', spec: found }
  }
  if (has(said, helpOption)) return { type: 'help', spec }
  if (spec === null) {
    const next = insteadOf(called.word, words) ?? nextStep(args, commands)
    return { type: 'wrong', problem: unknownCommand(called.word, commands), next }
  }
  const problem = firstProblem(said, spec.options)
  if (problem !== null) return wrong(problem)
  const ofWords = problemOfWords(words, spec)
  if (ofWords !== null)
    return {
      type: 'wrong',
      problem: ofWords,
      next: meantInstead(spec.name, words) ?? nextForWords(words, spec, nextStep(args, commands)),
    }
  const given = { args: spec.args.map((_, index) => words[index]), options: valuesOf(said, spec.options) }
  return { type: 'call', spec, given, globals: globalsOf(said) }
}

/** What a line says before the commands of the repository's own playbooks are known. */
export function glance(args: readonly string[]): {
  readonly called: string | null
  readonly globals: Globals
} {
  const said = scanArgs(args, [])
  return { called: said.find((it) => it.type === 'word')?.word ?? null, globals: globalsOf(said) }
}

const has = (said: readonly Said[], option: OptionSpec): boolean =>
  said.some((it) => it.type === 'option' && it.option === option)

function firstProblem(said: readonly Said[], options: readonly OptionSpec[]): string | null {
  for (const it of said) {
    const problem = problemOf(it, options)
    if (problem !== null) return problem
  }
  return null
}

/** The last value wins if an option is given twice. */
const valuesOf = (said: readonly Said[], options: readonly OptionSpec[]): Given['options'] =>
  Object.fromEntries(
    said.flatMap((it) =>
      it.type === 'option' && options.includes(it.option)
        ? [[optionKey(flagsOf(it.option).long), it.value ?? true]]
        : [],
    ),
  )

function globalsOf(said: readonly Said[]): Globals {
  const { json, repo } = valuesOf(said, [jsonOption, repoOption])
  return { json: json === true, repo: typeof repo === 'string' ? repo : null }
}
