/**
 * Owns how a project's language and commands are told by its files: tables in the order in which they are tried. The
 * folder nearest the scope that has such a file wins. No command downloads a tool.
 */
import type { ProjectCommands } from '@harness/core/work/project-checks'
import { packageScripts } from '../../config/package-scripts.ts'

/** A folder on the way from the scope up to the top of the project. */
export interface SeenFolder {
  /** Relative to the top, which is empty. */
  readonly path: string
  readonly names: readonly string[]
  /** Null if it has none. */
  readonly packageJson: string | null
  readonly pyproject: string | null
}

export interface DetectedProject extends ProjectCommands {
  readonly lang: string
  /** The folder of the file that told the language; empty for the top. */
  readonly folder: string
}

interface Language {
  readonly lang: string
  readonly file: RegExp
  readonly test: Told
  readonly build: Told
}

/** A command, or null if the folder does not tell one. */
type Told = (folder: SeenFolder, scope: string) => string | null

const always =
  (command: string): Told =>
  () =>
    command
const none: Told = () => null

/** What npm puts there is a reminder, not a test. */
const placeholder = /no test specified/

const script =
  (name: string, command: string): Told =>
  ({ packageJson }) =>
    packageScripts(packageJson ?? '').some((one) => one.name === name && !placeholder.test(one.run))
      ? command
      : null

const gradle =
  (task: string): Told =>
  ({ names }) =>
    `${names.includes('gradlew') ? './gradlew' : 'gradle'} ${task}`

const languages: readonly Language[] = [
  { lang: 'java', file: /^build\.gradle(?:\.kts)?$/, test: gradle('test'), build: gradle('build') },
  { lang: 'java', file: /^pom\.xml$/, test: always('mvn test'), build: always('mvn compile') },
  { lang: 'python', file: /^(?:pyproject\.toml|setup\.py)$/, test: always('pytest'), build: none },
  {
    lang: 'typescript',
    file: /^package\.json$/,
    test: script('test', 'npm test'),
    build: script('build', 'npm run build'),
  },
  { lang: 'csharp', file: /\.csproj$/, test: always('dotnet test'), build: always('dotnet build') },
  { lang: 'go', file: /^go\.mod$/, test: always('go test ./...'), build: always('go build ./...') },
  { lang: 'rust', file: /^Cargo\.toml$/, test: always('cargo test'), build: always('cargo build') },
]

const has = ({ names }: SeenFolder, file: RegExp): boolean => names.some((name) => file.test(name))

const ifFile =
  (file: RegExp, command: string): Told =>
  (folder) =>
    has(folder, file) ? command : null

/** A section of pyproject.toml, or one inside it. */
const hasTool = ({ pyproject }: SeenFolder, tool: string): boolean =>
  new RegExp(`^\\s*\\[\\[?\\s*tool\\s*\\.\\s*"?${tool}"?\\s*[.\\]]`, 'm').test(pyproject ?? '')

const ifTool =
  (tool: string, file: RegExp | null, command: string): Told =>
  (folder) =>
    hasTool(folder, tool) || (file !== null && has(folder, file)) ? command : null

const linters: readonly Told[] = [
  script('lint', 'npm run lint'),
  ifFile(/^(?:\.eslintrc(?:\..*)?|eslint\.config\..+)$/, 'npx --no-install eslint .'),
  ifTool('ruff', null, 'ruff check .'),
  (folder, scope) =>
    ifTool('pylint', /^\.pylintrc$/, `pylint ${quoted(below(folder.path, scope))}`)(folder, scope),
  ifFile(/^\.golangci\.ya?ml$/, 'golangci-lint run'),
  ifFile(/^Cargo\.toml$/, 'cargo clippy'),
]

const typeCheckers: readonly Told[] = [
  ifFile(/^tsconfig\.json$/, 'npx --no-install tsc --noEmit'),
  ifTool('mypy', /^mypy\.ini$/, 'mypy .'),
  ifTool('pyright', /^pyrightconfig\.json$/, 'pyright'),
]

/** `folders` begin with the one nearest the scope; the last is the top. `scope` is the folder that the scope names. */
export function detectCommands(folders: readonly SeenFolder[], scope = ''): DetectedProject {
  const told = (...rules: readonly Told[]): string | null => firstIn(folders, rules, scope)
  const found = folders
    .flatMap((folder) => languages.filter(({ file }) => has(folder, file)).map((one) => ({ ...one, folder })))
    .at(0)
  const ofLanguage =
    (rule: Told): Told =>
    (folder, at) =>
      found !== undefined && has(folder, found.file) ? rule(folder, at) : null
  return {
    lang: found?.lang ?? 'unknown',
    folder: found?.folder.path ?? '',
    test: found === undefined ? null : told(ofLanguage(found.test)),
    build: found === undefined ? null : told(ofLanguage(found.build)),
    lint: told(...linters),
    typeCheck: told(...typeCheckers),
  }
}

function firstIn(folders: readonly SeenFolder[], rules: readonly Told[], scope: string): string | null {
  for (const folder of folders) {
    for (const rule of rules) {
      const command = rule(folder, scope)
      if (command !== null) return folder.path === '' ? command : `cd ${quoted(folder.path)} && ${command}`
    }
  }
  return null
}

/** The folders that may tell, nearest first: what the first glob of a scope names without wildcards, and all above. */
export function foldersOf(scope: string | null): readonly string[] {
  const glob = (scope ?? '').trim().split(/[\s,]/)[0] ?? ''
  const segments = glob.split('/').filter((segment) => segment !== '' && segment !== '.')
  const wild = segments.findIndex((segment) => /[*?{}[\]!]/.test(segment))
  const plain = wild === -1 ? segments : segments.slice(0, wild)
  if (plain.includes('..') || glob.startsWith('/')) return ['']
  return [...plain.keys()].map((index) => plain.slice(0, plain.length - index).join('/')).concat('')
}

/** What a folder inside another is called there; the other itself is `.`. */
const below = (folder: string, inner: string): string => {
  if (folder === '') return inner === '' ? '.' : inner
  return inner.startsWith(`${folder}/`) ? inner.slice(folder.length + 1) : '.'
}

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) && !path.startsWith('-') ? path : `'${path.replaceAll("'", `'\\''`)}'`
