/** Tells what a command line proves, so that lines written differently can be compared. Pure. */
import { calledBy, closureOf, type Scripts, scriptsNamedIn } from './node-scripts.ts'
import { ownProgramIn } from './own-programs.ts'
import type { Proof } from './proof.ts'

const launchers =
  /^(?:sudo|time|xvfb-run(?: -\S+)*|npx(?: --?\S+)*|bunx|pnpm exec|pnpm dlx|yarn exec|yarn dlx|env|nyc|c8|uv run(?: --?(?:locked|frozen|no-sync|isolated|group \S+|group=\S+|with \S+))*|poetry run|pdm run|hatch run|pipenv run|coverage run(?: -m)?|python3? -m coverage run -m|(?:\S*\/)?python3?(?:\.\d+)?(?: -[WXuBb]\S*)* -m) /

/** Of these the first argument says what they do. */
const withTask = new Set([
  'cargo',
  'go',
  'make',
  'mvn',
  'mvnw',
  'gradle',
  'gradlew',
  'dotnet',
  'swift',
  'mix',
  'bundle',
  'turbo',
  'nx',
])

const alone =
  /^(?:golangci-lint|staticcheck|ctest|tox|nox|pytest|py\.test|unittest|ruff|black|isort|flake8|pylint|mypy|pyright|pre-commit|eslint|prettier|tsc|vue-tsc|vitest|jest|mocha|ava|tap|xo|biome|oxlint|knip|publint|attw|playwright|cypress|phpunit|rake|typos|shellcheck|actionlint|codespell|runtests|stylelint|markdownlint\S*|tsd|rustfmt|clippy)$/

const notProof =
  /publish|release|deploy|version|install|prepare|bootstrap|clean|dist(?!-test)|changeset|upload|login|generate-token|comment|tag|docker-push/i

const tasks =
  /^(?:cargo (?:test|check|clippy|fmt|build|doc|nextest|deny|miri|hack|semver-checks|machete)|go (?:test|vet|build)|make \S+|(?:mvn|mvnw) \S+|(?:gradle|gradlew) \S+|dotnet test|swift test|mix test|bundle exec|turbo \S+|nx \S+)$/

const telling =
  /^(?:--all-features|--all-targets|--no-default-features|--features(?:=.*)?|--release|-race|-tags(?:=.*)?|-e|--env|--doc|--examples|--ignored|--include-ignored|--projects?(?:=.*)?|-pl|-P\S*|--activate-profiles(?:=.*)?)$/

/**
 * What the parts of a line prove; what proves nothing, such as an install, is left out. Of the programs among `paths` it is
 * not known what they prove: each is a proof of its own.
 */
export function proofsIn(
  line: string,
  scripts: Scripts,
  paths: ReadonlySet<string> = new Set(),
): readonly Proof[] {
  return line
    .split(/\s*(?:&&|\|\||;|(?<!\|)\|(?!\|))\s*/)
    .flatMap((part) => proofOf(part.trim(), scripts) ?? ownProgramIn(part.trim(), paths) ?? [])
}

function proofOf(part: string, scripts: Scripts): Proof | null {
  let command = part.replace(/^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '')
  if (/\b(?:install|--version|--help)\b/.test(command)) return null
  const named = calledBy(command, scripts) ?? scriptsNamedIn(command, scripts)
  if (named[0] !== undefined)
    return notProof.test(named[0]) ? null : { what: `script:${named[0]}`, options: [] }
  for (let before = ''; before !== command; ) {
    before = command
    command = command.replace(launchers, '').replace(/^(?:npm|yarn|pnpm) (?:run |exec )?(?=\w)/, '')
  }
  const words = command.split(/\s+/).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'))
  const program = programName(words)
  const what = withTask.has(program) ? `${program} ${taskIn(words)}` : program
  const isProof = withTask.has(program) ? tasks.test(what) : alone.test(program)
  if (!isProof || (program === 'make' && notProof.test(what))) return null
  const options = words.flatMap((word, index) => {
    if (!telling.test(word)) return []
    return /^(?:-e|--env|--features|-tags|--projects?|-pl|-P|--activate-profiles)$/.test(word)
      ? [`${word} ${words[index + 1] ?? ''}`]
      : [word]
  })
  return { what: aliases[what] ?? what, options }
}

const aliases: Readonly<Record<string, string>> = { 'py.test': 'pytest', mvnw: 'mvn', gradlew: 'gradle' }

function programName(words: readonly string[]): string {
  const [first = '', second = ''] = words
  const path = /^python3?/.test(first.split('/').at(-1) ?? '')
    ? (words.slice(1).find((word) => !word.startsWith('-')) ?? second)
    : first
  const name = path.split('/').at(-1) ?? ''
  return name
    .replace(/\.(?:py|sh|exe)$/, '')
    .replace(/^mvnw$/, 'mvn')
    .replace(/^gradlew$/, 'gradle')
}

const taskIn = (words: readonly string[]): string =>
  words.slice(1).find((word) => !/^[-+]/.test(word) && !word.includes('=')) ?? ''

/** Everything that these lines prove, with what the scripts prove that they call. */
export function allProofs(
  lines: readonly string[],
  scripts: Scripts,
  paths: ReadonlySet<string> = new Set(),
): readonly Proof[] {
  const direct = lines.flatMap((line) => proofsIn(line, scripts, paths))
  const called = closureOf(
    direct.flatMap(({ what }) => (what.startsWith('script:') ? [what.slice('script:'.length)] : [])),
    scripts,
  )
  const bodies = [...called].flatMap((name) => proofsIn(scripts[name] ?? '', scripts, paths))
  return [...direct, ...bodies, ...[...called].map((name) => ({ what: `script:${name}`, options: [] }))]
}

export const proves = (all: readonly Proof[], wanted: Proof): boolean =>
  all.some(({ what, options }) => {
    const isSame = what === wanted.what || weaker[what]?.includes(wanted.what) === true
    return isSame && wanted.options.every((option) => options.includes(option))
  })

/** What a command proves beside itself: tests are not built otherwise than the product. */
const weaker: Readonly<Record<string, readonly string[]>> = {
  'cargo test': ['cargo build', 'cargo check'],
  'cargo clippy': ['cargo check'],
  'go test': ['go build'],
  'mvn verify': ['mvn test', 'mvn package', 'mvn compile'],
  'gradle check': ['gradle test'],
  'gradle build': ['gradle test', 'gradle check'],
}
