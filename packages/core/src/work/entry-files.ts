/**
 * Knows the entry files of checks: all code that a check's command line names, unless the program is known only to read
 * it. A test is always an entry file.
 */
import { folderIn, type SimpleCommand, simpleCommands } from './shell-words.ts'
import { isTest } from './test-files.ts'

/** A line that a check runs, and the folder it runs in: '' is the top folder, null is unknown. */
export interface CommandLine {
  readonly run: string
  readonly folder: string | null
}

/** A test may grow. A script may not change at all. */
export type EntryKind = 'script' | 'test'

/** Null if no line names the file, or if lines only read it. */
export function entryKind(lines: readonly CommandLine[], path: string): EntryKind | null {
  const kinds = lines.flatMap(({ run, folder }) => {
    const commands = everyCommand(run, folder)
    const isFed =
      passesOutput.test(run) &&
      commands.some(({ words }) => words.some((word) => runsInput.test(programOf(word))))
    return commands.map((command) => kindIn(command, path, isFed))
  })
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

/** Programs that read the files they name, or build from them, and run none of them. */
const readers: ReadonlySet<string> = new Set(
  'test [ [[ grep egrep fgrep rg cat ls diff cmp head tail wc stat file find sed jq sort uniq cut du tee sha256sum md5sum echo printf cp mv rm mkdir touch chmod cd pushd git eslint oxlint biome prettier stylelint markdownlint standard xo tsc vue-tsc svelte-check shellcheck shfmt hadolint ruff flake8 mypy pyright black isort pylint gofmt rubocop phpstan javac gcc g++ cc clang rustc esbuild sass'.split(
    ' ',
  ),
)
const readsOnly =
  /^(?:node (?:--check|-c)|(?:ba|da|z|k)?sh -n|php -l|(?:ruby|perl) -c|python[\d.]* -m (?:py_compile|compileall|mypy|black|ruff|flake8|pylint|isort)) /
/** Programs that may run what another program prints. */
const runsInput =
  /^(?:\.|source|eval|xargs|parallel|(?:ba|da|z|k|fi)?sh|node|deno|bun|tsx|python[\d.]*|ruby|perl|php)$/
const passesOutput = /(?<!\|)\|(?!\|)|\$\(|<\(|`/
/** Shell words and programs that only start the program named behind them. */
export const prefixes: ReadonlySet<string> = new Set(
  '! { if then else elif do while until time exec env npx bunx pnpx npm pnpm yarn dlx run -- nice nohup command sudo timeout cross-env c8 nyc xvfb-run stdbuf poetry pipenv uv uvx hatch pdm rye bundle'.split(
    ' ',
  ),
)
/** Programs whose files are tests, whatever their names. */
const runners: ReadonlySet<string> = new Set(
  'mocha jest vitest ava tap tape uvu jasmine karma playwright cypress qunit borp testcafe wdio pytest py.test nose2 unittest rspec phpunit pest bats busted'.split(
    ' ',
  ),
)
/** The files that a program reads without being told. */
const taskFiles: Readonly<Record<string, RegExp>> = {
  make: /^(?:GNUm|M|m)akefile$/,
  gmake: /^(?:GNUm|M|m)akefile$/,
  just: /^\.?justfile$/i,
  task: /^taskfile(?:\.dist)?\.ya?ml$/i,
  rake: /^rakefile(?:\.rb)?$/i,
  nox: /^noxfile\.py$/,
  tox: /^tox\.ini$/,
  invoke: /^tasks\.py$/,
  inv: /^tasks\.py$/,
  gulp: /^gulpfile\.[cm]?[jt]s$/i,
  grunt: /^gruntfile\.[cm]?js$/i,
}
/** Options whose value is a file that runs before the tests, or that steers them. */
const steering: ReadonlySet<string> = new Set(
  '-r --require --import --loader --experimental-loader --config -c --rcfile --file -f --setupFiles --globalSetup --settings'.split(
    ' ',
  ),
)
/** Endings of files that no program runs. All others are taken for code. */
const data =
  /\.(?:txt|md|mdx|rst|jsonc?|json5|ndjson|ya?ml|toml|ini|cfg|conf|env|lock|xml|csv|tsv|sql|log|html?|css|s[ac]ss|less|svg|png|jpe?g|gif|webp|ico|pdf|woff2?|wasm|map|snap|proto|graphql)$/i

/** Without its folder and the ending of a script. */
export const programOf = (word: string): string =>
  (word.split('/').at(-1) ?? word).replace(/\.(?:[cm]?js|cmd|exe)$/, '')

/** The words from the program on; those before it only start it. */
export function fromProgram(words: readonly string[]): readonly string[] {
  const isBefore = (word: string): boolean => /^(?:\w+=|-|\d+[smh]?$)/.test(word) || prefixes.has(word)
  const at = words.findIndex((word) => !isBefore(word))
  return at === -1 ? [] : words.slice(at)
}

export function onlyReads(words: readonly string[]): boolean {
  const [program = '', ...behind] = fromProgram(words)
  const isPackageScript = program === 'test' && words.some((word) => /^(?:npm|pnpm|yarn)$/.test(word))
  if (isPackageScript || behind.some((word) => /^-(?:exec|ok)/.test(word))) return false
  return readers.has(programOf(program)) || readsOnly.test(`${program} ${behind.join(' ')}`)
}

function kindIn({ words, folder }: SimpleCommand, path: string, isFed: boolean): EntryKind | null {
  const reads = !isFed && onlyReads(words)
  const [program = ''] = fromProgram(words)
  const names = (word: string): boolean => isNamed(word, folder, path)
  if (steeringValues(words, !reads).some(names)) return 'script'
  const isMentioned =
    words.flatMap(partsOf).some(names) ||
    (/^(?:node|nodejs|tsx|ts-node)$/.test(programOf(program)) &&
      words.some((word) => isNamed(word, folder, path, true))) ||
    modulesIn(words).some(names)
  if (isMentioned && isTest(path)) return 'test'
  if (reads) return null
  if (isTaskFile(path, words, folder)) return 'script'
  if (!isMentioned || data.test(path)) return null
  return runsTests(words) ? 'test' : 'script'
}

/** The word itself, and the paths that it may hold: `--all=a.js`, `a.py::test_x`, `a.js,b.js`. */
const partsOf = (word: string): readonly string[] => [word, ...word.split(/[=,:]+/)]

/** Modules of Python by their paths: `-m tests.run`, `unittest suite.all`. */
const modulesIn = (words: readonly string[]): readonly string[] =>
  words
    .filter((word, index) => words[index - 1] === '-m' || /^\w+(?:\.\w+)+$/.test(word))
    .map((word) => word.replaceAll('.', '/'))
    .flatMap((place) => [`${place}.py`, `${place}/__main__.py`])

function runsTests(words: readonly string[]): boolean {
  const [program = '', ...behind] = fromProgram(words)
  return (
    runners.has(programOf(program)) ||
    runners.has(words[words.indexOf('-m') + 1] ?? '') ||
    (/^(?:node|bun|deno|go|dart)$/.test(programOf(program)) &&
      (behind.includes('--test') || behind[0] === 'test'))
  )
}

/** Short options mean this only to programs that run something: `test -f` and `grep -f` read. */
const steeringValues = (words: readonly string[], runs: boolean): readonly string[] =>
  words.flatMap((word, index) => {
    const [option = '', value] = word.replace(/^\w+=/, '').split(/=(.*)/s)
    if (!steering.has(option) || !(runs || option.startsWith('--'))) return []
    const file = value ?? words[index + 1] ?? ''
    return option === '-r' && data.test(file) ? [] : [file]
  })

/** Node adds endings to the name of a script; a word without a dot or a slash may also be a subcommand. */
export function isNamed(
  word: string,
  folder: string | null,
  path: string,
  isScript = /[./]/.test(word),
): boolean {
  const [, hidden = word] = /^(?:.*\$(?:\{\w+\}|\w+|\(pwd\))|~)\/(.*)$/s.exec(word) ?? []
  const place = hidden === word ? folderIn(folder, word) : null
  const name = place ?? folderIn('', hidden.replace(/^\/+/, ''))
  if (name === null || name === '') return false
  const isSame = (one: string): boolean =>
    one === name || (place === null && (one.endsWith(`/${name}`) || name.endsWith(`/${one}`)))
  const endings = [/\.[cm]?[jt]s$/, /\/index\.[cm]?[jt]s$/]
  return isSame(path) || (isScript && endings.some((ending) => isSame(path.replace(ending, ''))))
}

function isTaskFile(path: string, words: readonly string[], folder: string | null): boolean {
  const name = path.split('/').at(-1) ?? path
  const at = words.indexOf('-C')
  const place = at === -1 ? folder : folderIn(folder, words[at + 1] ?? '')
  return words.some((word) => taskFiles[programOf(word)]?.test(name)) && isNamed(name, place, path)
}
