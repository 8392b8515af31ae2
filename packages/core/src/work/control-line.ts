/**
 * Rebuilds the line of a control test from the check's own: the same runner with the same options in the same folder, and
 * one file in the place of all. What only chooses among tests goes.
 */
import { type CommandLine, everyCommand, onlyReads, prefixes, programOf } from './entry-files.ts'

/** How a runner is called. */
export interface Calling {
  /** The index of the runner among the words; -1 if they do not call it. */
  at(words: readonly string[]): number
  /** Options with a value in the next word. */
  readonly valued: ReadonlySet<string>
  /** Options that choose among tests; their values go too. */
  readonly choosing: ReadonlySet<string>
  /** Words that are no files. */
  readonly commands: readonly string[]
  /** What it takes to run exactly one file. */
  readonly added: readonly string[]
  /** From this word on they are for the tests, and choose among them. */
  readonly ownWords?: string
  /** What names one file, by its path from the folder of the call; the path itself if absent. */
  named?(path: string): readonly string[]
}

/** A call of the runner without its files. */
export interface RunnerCall {
  readonly words: readonly string[]
  /** What chose its files. */
  readonly files: readonly string[]
  readonly folder: string
}

const keywords = /^(?:[!{]|if|then|elif|else|do|while|until|time|exec)$/

export function callsOf(
  lines: readonly CommandLine[],
  calling: Calling,
  isFile: (word: string) => boolean,
): readonly RunnerCall[] {
  return lines.flatMap(({ run, folder }) =>
    everyCommand(run, folder).flatMap((command) => {
      const words = withoutKeywords(command.words)
      const at = calling.at(words)
      if (at < 0 || onlyReads(words) || !words.slice(0, at).every(isBefore) || words.some(hasBreak)) return []
      const { kept, files } = split(words.slice(at + 1), calling, isFile)
      // A line of a script may be in any folder; most are at the top.
      return [{ words: [...words.slice(0, at + 1), ...kept], files, folder: command.folder ?? '' }]
    }),
  )
}

const withoutKeywords = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !keywords.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** What may stand before a runner: assignments, options with their values, and programs that start another. */
const isBefore = (word: string, index: number, before: readonly string[]): boolean =>
  /^(?:\w+=|-|\d+[smh]?$)/.test(word) ||
  (before[index - 1]?.startsWith('-') ?? false) ||
  prefixes.has(word) ||
  /^(?:node|nodejs|tsx|ts-node|python[\d.]*|coverage)$/.test(programOf(word))

const hasBreak = (word: string): boolean => word.includes('\n')

function split(
  words: readonly string[],
  { valued, choosing, commands, ownWords }: Calling,
  isFile: (word: string) => boolean,
): { readonly kept: readonly string[]; readonly files: readonly string[] } {
  const kept: string[] = []
  const files: string[] = []
  const end = ownWords === undefined ? -1 : words.indexOf(ownWords)
  const length = end === -1 ? words.length : end
  for (let index = 0; index < length; index++) {
    const word = words[index] ?? ''
    const next = words[index + 1]
    const [option = ''] = word.split('=')
    if (choosing.has(option)) {
      if (!word.includes('=') && next !== undefined && valued.has(option)) index++
    } else if (valued.has(word) && next !== undefined) {
      kept.push(word, next)
      index++
    } else if (word.startsWith('-') || commands.includes(word)) {
      kept.push(word)
    } else if (words[index - 1]?.startsWith('--') === true && !isFile(word)) {
      // The value of an option that is not known here.
      kept.push(word)
    } else files.push(word)
  }
  return { kept: kept.filter((word) => word !== '--'), files }
}

/** A variable stays one; all else is meant as it stands. */
const quoted = (word: string): string => word.replace(/[^\w$@{}./:=+,%~^-]/g, '\\$&')

const binaries = 'PATH="$PWD/node_modules/.bin:$PATH"'

/** The line that runs one file of the tree. */
export function lineFor({ words, folder }: RunnerCall, { added, named }: Calling, file: string): string {
  const inFolder = folder === '' ? '' : `cd ${quoted(folder)} && export ${binaries} && `
  const path = relativeTo(folder, file)
  const call = [...words, ...added, ...(named?.(path) ?? [path])].map(quoted).join(' ')
  return `export ${binaries}; ${inFolder}${call}`
}

function relativeTo(folder: string, path: string): string {
  if (folder === '') return path
  return path.startsWith(`${folder}/`)
    ? path.slice(folder.length + 1)
    : `${'../'.repeat(folder.split('/').length)}${path}`
}
