/**
 * Knows the entry files of checks: the files that a check's command line names as what it runs. A file that a check only
 * reads is no entry file, unless it is a test.
 */
import { folderIn, type SimpleCommand, simpleCommands } from './shell-words.ts'
import { isTest } from './test-code.ts'

/** A line that a check runs, and the folder it runs in: '' is the top folder, null is unknown. */
export interface CommandLine {
  readonly run: string
  readonly folder: string | null
}

/** A test may grow. A script may not change at all. */
export type EntryKind = 'script' | 'test'

/** Null if no line names the file as what it runs. */
export function entryKind(lines: readonly CommandLine[], path: string): EntryKind | null {
  const kinds = lines.flatMap(({ run, folder }) =>
    everyCommand(run, folder).map((command) => kindIn(command, path)),
  )
  return kinds.find((kind) => kind === 'script') ?? kinds.find((kind) => kind === 'test') ?? null
}

const mostNested = 5

/** Also the commands inside of a quoted word: `sh -c "node all.js"`. */
export function everyCommand(line: string, folder: string | null, nested = 0): readonly SimpleCommand[] {
  return simpleCommands(line, folder).flatMap((command) => [
    command,
    ...command.words
      .filter((word) => nested < mostNested && /[\s('"]/.test(word))
      .flatMap((word) => everyCommand(word, command.folder, nested + 1)),
  ])
}

const interpreters: ReadonlySet<string> = new Set(
  '. source sh bash dash zsh ksh node nodejs deno bun tsx ts-node ts-node-esm vite-node babel-node python python2 python3 py pypy coverage ruby perl php pwsh go dart elixir lua julia Rscript'.split(
    ' ',
  ),
)
const runners: ReadonlySet<string> = new Set(
  'mocha jest vitest ava tap tape uvu jasmine karma playwright cypress qunit borp testcafe wdio pytest py.test nose2 unittest rspec phpunit pest bats busted'.split(
    ' ',
  ),
)
/** Programs that start the program named behind them. */
const wrappers: ReadonlySet<string> = new Set(
  'env npx bunx pnpx npm pnpm yarn bun exec time nice nohup command sudo timeout cross-env cross-env-shell dotenv c8 nyc xvfb-run stdbuf poetry pipenv uv uvx hatch pdm rye bundle'.split(
    ' ',
  ),
)
/** Options whose value is a file that runs before the tests, or that steers them. */
const steering: ReadonlySet<string> = new Set(
  '-r --require --import --loader --experimental-loader --config -c --rcfile --file -f --setupFiles --globalSetup --settings'.split(
    ' ',
  ),
)
/** Options whose value is no file that runs. */
const valued: ReadonlySet<string> = new Set(
  '-C --conditions --env-file --test-reporter --test-reporter-destination --test-name-pattern --tsconfig --project -p -W -X'.split(
    ' ',
  ),
)

const programOf = (word: string): string =>
  (word.split('/').at(-1) ?? word).replace(/\.(?:[cm]?js|cmd|exe)$/, '')

function kindIn({ words: all, folder }: SimpleCommand, path: string): EntryKind | null {
  const words = all.slice(all.findIndex((word) => !/^\w+=/.test(word)))
  const [first = ''] = words
  const names = (word: string): boolean => isNamed(word, folder, path)
  const start = startOf(words)
  const isMake = programOf(first) === 'make'
  if (steeringValues(words, start !== -1 || isMake).some(names)) return 'script'
  if (isMake && isMakefile(path, words, folder)) return 'script'
  const behind = words.slice(start + 1)
  const isRun = start !== -1 && runsTests(words[start] ?? '', behind)
  const scripts = isRun || start === -1 ? [] : scriptOf(behind)
  const isStarted =
    [first, ...(isRun ? behind : [])].some(names) || scripts.some((word) => isNamed(word, folder, path, true))
  if (isStarted) return isRun || isTest(path) ? 'test' : 'script'
  return isTest(path) && words.some((word) => names(word.slice(word.indexOf('=') + 1))) ? 'test' : null
}

/** Where the interpreter or the test runner is named; -1 if the command starts neither. */
function startOf(words: readonly string[]): number {
  const isStarter = (word: string): boolean => {
    const program = programOf(word)
    return interpreters.has(program) || runners.has(program)
  }
  const [first = ''] = words
  if (!wrappers.has(programOf(first))) return isStarter(first) ? 0 : -1
  const behind = words.findIndex((word, index) => index > 0 && isStarter(word))
  return behind === -1 && isStarter(first) ? 0 : behind
}

const haveTestCommand: ReadonlySet<string> = new Set('bun deno go dart'.split(' '))

const runsTests = (program: string, behind: readonly string[]): boolean =>
  runners.has(programOf(program)) ||
  behind.includes('--test') ||
  (behind[0] === 'test' && haveTestCommand.has(programOf(program))) ||
  behind.some((word) => runners.has(programOf(word)))

/** Short options mean this only to programs that run something: `test -f` and `grep -f` read. */
const steeringValues = (words: readonly string[], isStarter: boolean): readonly string[] =>
  words.flatMap((word, index) => {
    const [option = '', value] = word.split(/=(.*)/s)
    if (!steering.has(option) || !(isStarter || option.startsWith('--'))) return []
    return [value ?? words[index + 1] ?? '']
  })

/** What may be the script behind an interpreter: all words up to the first that looks like a path. */
function scriptOf(behind: readonly string[]): readonly string[] {
  const candidates: string[] = []
  for (const [index, word] of behind.entries()) {
    const before = behind[index - 1] ?? ''
    if (before === '-m')
      candidates.push(`${word.replaceAll('.', '/')}.py`, `${word.replaceAll('.', '/')}/__main__.py`)
    if (word.startsWith('-') || steering.has(before) || valued.has(before)) continue
    candidates.push(word)
    if (/[./]/.test(word)) break
  }
  return candidates
}

/** Node adds endings to the name of a script; a word without a dot or a slash may also be a subcommand. */
function isNamed(word: string, folder: string | null, path: string, isScript = /[./]/.test(word)): boolean {
  const [, hidden = word] = /^(?:.*\$(?:\{\w+\}|\w+|\(pwd\))|~)\/(.*)$/s.exec(word) ?? []
  const place = hidden === word ? folderIn(folder, word) : null
  const name = place ?? folderIn('', hidden.replace(/^\/+/, ''))
  if (name === null || name === '') return false
  const isSame = (one: string): boolean =>
    one === name || (place === null && (one.endsWith(`/${name}`) || name.endsWith(`/${one}`)))
  const endings = [/\.[cm]?[jt]s$/, /\/index\.[cm]?[jt]s$/]
  return isSame(path) || (isScript && endings.some((ending) => isSame(path.replace(ending, ''))))
}

function isMakefile(path: string, words: readonly string[], folder: string | null): boolean {
  const at = words.indexOf('-C')
  const place = at === -1 ? folder : folderIn(folder, words[at + 1] ?? '')
  return ['GNUmakefile', 'Makefile', 'makefile'].some((name) => isNamed(name, place, path))
}
