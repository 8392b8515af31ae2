/** Finds the command lines in the docs, and says which of them are the same command. It runs none of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandTree } from '../../packages/cli/src/command-tree.ts'
import type { CommandSpec, OptionSpec } from '../../packages/cli/src/line/command.ts'
import { flagsOf } from '../../packages/cli/src/line/option-flags.ts'
import { type Said, scanArgs } from '../../packages/cli/src/line/scan-args.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

export const pages: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'AGENTS.md'],
  ...['docs', 'docs/errors', 'docs/decisions', 'docs/states'].flatMap(pagesIn),
  ...readdirSync(join(root, 'examples')).flatMap((name) =>
    pagesIn(`examples/${name}`).filter((page) => page.endsWith('README.md')),
  ),
]
/** Texts of agents quote whatever they like. */
export const ownPages: readonly string[] = pages.filter((page) => page !== 'docs/roles.md')

/** Commands that an example of a page brings. */
const ofExamples: readonly CommandSpec[] = ['polish', 'spike', 'ask', 'audit'].map((name) => ({
  ...{ name, group: 'Deliver', own: true, summary: '', description: '', examples: [] },
  args: [{ name: 'question', required: false, summary: '', completes: null }],
  options: [],
  load: () => Promise.reject(new Error(`${name} is an example of the docs`)),
}))
export const commands: readonly CommandSpec[] = [...commandTree, ...ofExamples]

export interface DocLine {
  readonly page: string
  /** Without prompt and comment. */
  readonly line: string
  /** False between backticks, where a page may name a command alone. */
  readonly fenced: boolean
}

/** A sample of Markdown has fences and backticks of its own. */
const samples = /^ *```markdown\n[\s\S]*?^ *```/gm
const fences = /^ *```.*\n([\s\S]*?)^ *```/gm
/** A shell's prompt, another machine, the line of a service. */
const before = /^(\$ |ssh \S+ (?=harness)|Exec\w+=\/usr\/bin\/env )/
const isCommand = (line: string): boolean => /^(harness (-|<?[a-z])|npm |npx |curl )/.test(line)

export function commandLinesOf(page: string): readonly DocLine[] {
  const text = textOf(page).replace(samples, '')
  const fenced = [...text.matchAll(fences)].flatMap(([, block = '']) => block.split('\n').flatMap(linesIn))
  const named = [...text.replace(fences, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    linesIn(code),
  )
  return [
    ...fenced.filter(isCommand).map((line) => ({ page, line, fenced: true })),
    ...named.filter(isCommand).map((line) => ({ page, line, fenced: false })),
  ]
}

/** `a && b  # the same as: c` are three. */
function linesIn(written: string): readonly string[] {
  const [line = '', comment = ''] = written
    .trim()
    .replace(before, '')
    .split(/\s+#\s+(.*)/)
  const [, same = ''] = /: (harness .*)$/.exec(comment) ?? []
  return [...line.split(/ (?:&&|\||>) /), same].map((it) => it.trim())
}

/** As a shell would split it, without the program. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .map(([, double, single, plain]) => double ?? single ?? plain ?? '')
    .slice(1)

export interface Called {
  /** The command and its action; for other programs the whole line. */
  readonly words: readonly string[]
  /** Each with all of its names. */
  readonly options: readonly (readonly string[])[]
}

/** What the reader does not fill in. */
export function calledBy(line: string): Called {
  if (!line.startsWith('harness ')) return { words: [line], options: [] }
  const args = wordsOf(line).map((word) => word.replace(/^\[|\]$/g, ''))
  const [name] = wordsIn(scanArgs(args, []))
  const spec = commands.find((it) => it.name === name)
  const said = scanArgs(args, spec?.options ?? [])
  const actions = (spec?.args ?? []).map(({ completes }) => (Array.isArray(completes) ? completes : []))
  const [, ...rest] = wordsIn(said)
  return {
    words: spec === undefined ? [] : [spec.name, ...rest.filter((word, at) => actions[at]?.includes(word))],
    options: said.flatMap((it) => (it.type === 'option' ? [namesOf(it.option)] : [])),
  }
}

/** `start|stop` is a list of what may be written there. */
const wordsIn = (said: readonly Said[]): readonly string[] =>
  said.flatMap((it) => (it.type === 'word' ? [it.word.replace(/\|.*$/, '')] : []))

function namesOf(option: OptionSpec): readonly string[] {
  const { short, long } = flagsOf(option)
  return short === null ? [long] : [short, long]
}
