/** Tells what a command line proves, so that lines written differently can be compared. Pure. */
import { folderFrom } from '@harness/formats/documents/ci/command-lines'
import { calledBy, closureOf, type Scripts, scriptsNamedIn } from './node-scripts.ts'
import { isOtherPurpose, ownProgramIn } from './own-programs.ts'
import type { Proof } from './proof.ts'
import { runnerCall } from './runner-call.ts'
import { workspaceCall } from './workspace-call.ts'

const wrappers =
  /^(?:sudo|time|xvfb-run(?: -\S+)*|env|command|nyc|c8|coverage run(?: -m)?|python3? -m coverage run -m|(?:\S*\/)?python3?(?:\.\d+)?(?: -[WXuBb]\S*)* -m|node(?: --\S+)*(?= (?:\.\/)?node_modules\/\.bin\/)) /

/** What they start is a tool, though its name may be unknown here. */
const launchers =
  /^(?:npx(?: --?\S+)*|bunx|pnpm exec|pnpm dlx|yarn exec|yarn dlx|npm exec(?: --)?|uvx|pipx run|uv tool run|uv run(?: --?(?:locked|frozen|no-sync|isolated|all-extras|all-groups|group \S+|group=\S+|extra \S+|with \S+|python \S+))*|poetry run|pdm run|hatch run|pixi run|mise exec(?: --)?|pipenv run|rye run|bundle exec|nix develop(?: \S+)* -c|vendor\/bin\/(?=\w)) ?/

/** Of these the first argument says what they do. */
const withTask =
  /^(?:cargo|go|dotnet|swift|mix|deno|hatch|nix|dart|flutter|zig|stack|cabal|bazel|bazelisk|buck2|meson|bun|moon|rush|rails|forge|terraform|dune|lein|clojure)$/

const alone =
  /^(?:golangci-lint|staticcheck|ctest|tox|nox|pytest|py\.test|unittest|ruff|black|isort|flake8|pylint|mypy|pyright|pre-commit|eslint|prettier|tsc|vue-tsc|vitest|jest|mocha|ava|tap|xo|biome|oxlint|knip|publint|attw|playwright|cypress|phpunit|pest|phpstan|psalm|phpcs|rake|rspec|rubocop|typos|shellcheck|actionlint|codespell|runtests|stylelint|markdownlint\S*|tsd|rustfmt|clippy|lychee|zizmor|yamllint|hadolint|swiftlint|ktlint|detekt|sphinx-build|mage|prove|busted|luacheck|standard|ty|earthly|bandit|deptry)$/

const notProof =
  /publish|release|deploy|version|install|prepare|bootstrap|clean|dist(?!-test)|changeset|upload|login|generate-token|comment|tag|docker-push/i

/** Tasks that only fetch, show or hand out. */
const idleTasks =
  /^(?:fetch|login|update|vendor|package|add|search|metadata|tree|new|init|mod|get|env|work|tool|nuget|restore|workload|sln|deps\S*|local\S*|ecto\S*|pub|db:\S+|hex\S*|cache|info|config|sync|query|list|show|plan|apply|upgrade|doctor|precache|setup|binstall|xwin|run|generate|resolve|develop|shell|profile|server|console|repl|help)$/

const idleTargets =
  /^(?:compile|dependency:\S+|dependencies|tasks|update|require|config|global|validate|self-update|dump\S*|db:\S+)$/

const telling =
  /^(?:--all-features|--all-targets|--no-default-features|--features(?:=.*)?|--release|-race|-tags(?:=.*)?|-e|--env|--doc|--examples|--ignored|--include-ignored|--projects?(?:=.*)?|-pl|-P\S*|--activate-profiles(?:=.*)?)$/

/**
 * What the parts of a line prove; what proves nothing, such as an install, is left out. Of the programs among `paths` it is
 * not known what they prove: each is a proof of its own. So is what runs in a folder.
 */
export function proofsIn(
  line: string,
  scripts: Scripts,
  paths: ReadonlySet<string> = new Set(),
): readonly Proof[] {
  let folder = ''
  return line.split(/\s*(?:&&|\|\||;|(?<!\|)\|(?!\|))\s*/).flatMap((text) => {
    const { part, inside } = withoutFolder(text.trim().replace(/^\(\s*|\s*\)$/g, ''))
    const [, target] = /^cd ["']?([^\s"']+)["']?$/.exec(part) ?? []
    if (target !== undefined) folder = folderFrom(folder, target)
    const place = { scripts, paths, folder: folderFrom(folder, inside) }
    return target === undefined ? proofsOf(part, place) : []
  })
}

/** `make -C web test` is `make test` in `web`. */
function withoutFolder(part: string): { readonly part: string; readonly inside: string } {
  const [, program, folder, rest] =
    /^(npm|pnpm|yarn|bun|make|git)\s+(?:--prefix|--cwd|--dir|-C)[ =](\S+)\s+(.*)$/.exec(part) ?? []
  return program === undefined ? { part, inside: '' } : { part: `${program} ${rest}`, inside: folder ?? '' }
}

interface Place {
  readonly scripts: Scripts
  readonly paths: ReadonlySet<string>
  readonly folder: string
}

function proofsOf(part: string, { scripts, paths, folder }: Place): readonly Proof[] {
  const own = ownProgramIn(part, paths, folder)
  if (own?.what.startsWith('file:')) return [own]
  const found = folder === '' ? proofsAtTop(part, scripts) : (scriptIn(part) ?? proofsAtTop(part, {}))
  if (found.length === 0) return own === null ? [] : [own]
  return folder === '' ? found : found.map((proof) => ({ ...proof, what: `${folder}: ${proof.what}` }))
}

/** In a folder it is not known which scripts there are. */
function scriptIn(part: string): readonly Proof[] | null {
  const [, name] =
    /^(?:npm|pnpm|yarn|bun) (?:run(?:-script)? )?(?!install|i\b|ci\b|add|exec|dlx|run\b|config|set|up|link|pack|create)([\w:.-]+)/.exec(
      part,
    ) ?? []
  if (name === undefined) return null
  return notProof.test(name) ? [] : [{ what: `script:${name}`, options: [] }]
}

const plain = (what: string): Proof => ({ what, options: [] })

function proofsAtTop(part: string, scripts: Scripts): readonly Proof[] {
  let command = part.replace(/^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '')
  if (command.startsWith('uses: ')) return [plain(command)]
  if (/(?:^|\s)install\b|\s--(?:version|help)\b/.test(command)) return []
  for (let before = ''; before !== command; ) {
    before = command
    command = command.replace(wrappers, '')
  }
  const inPackages = workspaceCall(command.replace(launchers, ''))
  if (inPackages !== null)
    return inPackages.scripts
      .filter((name) => !notProof.test(name))
      .map((name) =>
        plain(`packages:${name}${inPackages.packages === null ? '' : ` in ${inPackages.packages}`}`),
      )
  const targets = targetProofs(command, scripts)
  if (targets !== null) return targets
  const named = calledBy(command, scripts) ?? scriptsNamedIn(command, scripts)
  if (named[0] !== undefined)
    return named.flatMap((name) => (notProof.test(name) ? [] : [plain(`script:${name}`)]))
  return toolProofs(command)
}

/** Null if no runner of tasks is called, or it only starts a tool. */
function targetProofs(command: string, scripts: Scripts): readonly Proof[] | null {
  const call = runnerCall(command)
  if (call === null) return null
  const { runner, targets } = call
  const isKnown = targets.some((target) => scripts[`${runner} ${target}`] !== undefined)
  if (/^(?:hatch|pdm|pixi) run$/.test(runner) && !isKnown) return null
  return targets
    .filter((target) => !notProof.test(target) && !idleTargets.test(target))
    .map((target) => {
      const name = `${runner} ${target}`
      return scripts[name] === undefined
        ? { what: name, options: optionsIn(command) }
        : plain(`script:${name}`)
    })
}

function toolProofs(command: string): readonly Proof[] {
  let tool = command
  for (let before = ''; before !== tool; ) {
    before = tool
    tool = tool
      .replace(launchers, '')
      .replace(wrappers, '')
      .replace(/^(?:npm|yarn|pnpm) (?:run |exec )?(?=\w)/, '')
  }
  const isLaunched = launchers.test(command)
  const words = tool.split(/\s+/).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'))
  const program = programName(words)
  if (withTask.test(program)) {
    const task = taskIn(words)
    const isIdle = idleTasks.test(task) || notProof.test(task) || (program === 'hatch' && task === 'build')
    const isProof = task !== '' && !isIdle
    return isProof ? [{ what: `${program} ${task}`, options: optionsIn(tool) }] : []
  }
  if (program === 'nox') return sessionsIn(tool)
  if (alone.test(program)) return [{ what: aliases[program] ?? program, options: optionsIn(tool) }]
  return isLaunched && /^[\w@]/.test(program) && !isOtherPurpose(tool) ? [plain(program)] : []
}

/** Each session of Nox is something else. */
function sessionsIn(command: string): readonly Proof[] {
  const [, names = ''] = /\s(?:-s|-e|--sessions?)[ =]((?:[\w.-]+(?:\([^)]*\))?\s?)+)/.exec(command) ?? []
  const sessions = names.split(/\s+/).filter((name) => name !== '' && !name.startsWith('-'))
  return sessions.length === 0 ? [plain('nox')] : sessions.map((name) => plain(`nox ${name}`))
}

function optionsIn(command: string): readonly string[] {
  const words = command.split(/\s+/)
  return words.flatMap((word, index) => {
    if (!telling.test(word)) return []
    return /^(?:-e|--env|--features|-tags|--projects?|-pl|-P|--activate-profiles)$/.test(word)
      ? [`${word} ${words[index + 1] ?? ''}`]
      : [word]
  })
}

const aliases: Readonly<Record<string, string>> = { 'py.test': 'pytest' }

function programName(words: readonly string[]): string {
  const [first = '', second = ''] = words
  const path = /^python3?/.test(first.split('/').at(-1) ?? '')
    ? (words.slice(1).find((word) => !word.startsWith('-')) ?? second)
    : first
  return (path.split('/').at(-1) ?? '').replace(/\.(?:py|sh|exe|phar)$/, '')
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
  return [...direct, ...bodies, ...[...called].map((name) => plain(`script:${name}`))]
}

export const proves = (all: readonly Proof[], wanted: Proof): boolean =>
  all.some(({ what, options }) => {
    const isSame =
      what === wanted.what ||
      weaker[what]?.includes(wanted.what) === true ||
      // All packages include the one that is named.
      (what.startsWith('packages:') && wanted.what.startsWith(`${what} in `))
    return isSame && wanted.options.every((option) => options.includes(option))
  })

/** What a command proves beside itself: tests are not built otherwise than the product. */
const weaker: Readonly<Record<string, readonly string[]>> = {
  'cargo test': ['cargo build', 'cargo check'],
  'cargo clippy': ['cargo check'],
  'go test': ['go build'],
  'mvn verify': ['mvn test', 'mvn package', 'mvn integration-test'],
  'gradle check': ['gradle test'],
  'gradle build': ['gradle test', 'gradle check', 'gradle assemble'],
  'dotnet test': ['dotnet build'],
  'swift test': ['swift build'],
  'mix test': ['mix compile'],
  'bazel test': ['bazel build'],
}
