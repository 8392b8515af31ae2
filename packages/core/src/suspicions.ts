/**
 * Finds in a change what an agent must not do unless the plan calls for it: tests removed or switched off, what checks
 * run edited, the rules of the harness edited. Plain patterns over names and text: they need not understand the code,
 * only be hard to slip past by laziness; a reviewer reads the rest.
 */
import type { Check } from './check.ts'
import type { Suspicion } from './event.ts'
import { type ChangedFile, lostTests } from './lost-tests.ts'
import { countTestsOff, isTest, testsOffIn } from './test-code.ts'

/** What of a package.json decides about checks. */
export interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  /** Of test and lint tools, by the tool. */
  readonly settings: Readonly<Record<string, string>>
}

export interface SuspectFile extends ChangedFile {
  /** Present where the file is a manifest. */
  readonly manifest?: { readonly before: Manifest; readonly after: Manifest }
}

export interface Rules {
  readonly checks: readonly Pick<Check, 'name' | 'run'>[]
  /** Folders of files that belong to people: plans, and what governs the harness. */
  readonly governed: readonly string[]
}

/** Whether the text of a file is needed to judge it. */
export const isOfInterest = (path: string, rules: Rules): boolean =>
  isTest(path) ||
  isManifest(path) ||
  steersChecks(path) ||
  isGoverned(path, rules) ||
  isStarted(rules.checks, path)

export const suspicionsOf = (files: readonly SuspectFile[], rules: Rules): readonly Suspicion[] => [
  ...files.flatMap((file) => [...governedEdit(file, rules), ...checkEdit(file, rules), ...switchedOff(file)]),
  ...lostTests(files),
]

function switchedOff({ path, before, after }: SuspectFile): readonly Suspicion[] {
  if (!isTest(path) || countTestsOff(after) <= countTestsOff(before)) return []
  return [
    { kind: 'test-skipped', file: path, detail: `Tests in ${path} are switched off: ${testsOffIn(after)}` },
  ]
}

const isGoverned = (path: string, { governed }: Rules): boolean =>
  governed.some((place) => path === place || path.startsWith(`${place}/`))

function governedEdit(file: SuspectFile, rules: Rules): readonly Suspicion[] {
  const touched = [file.path, file.oldPath].find((path) => path !== null && isGoverned(path, rules))
  if (touched === undefined || touched === null || file.before === file.after) return []
  return [{ kind: 'rules-edited', file: touched, detail: `${touched} governs the harness.` }]
}

export const isManifest = (path: string): boolean => /(^|\/)package\.json$/.test(path)

/** Settings by which a test tool, a linter or a package manager decides what it really does. */
const settings =
  /(^|\/)((vitest|vite|jest|playwright|cypress|karma|ava|wdio|eslint)\.config\.[a-z]+|vitest\.(workspace|projects)\.[a-z]+|\.mocharc(\.[a-z]+)?|\.eslintrc(\.[a-z]+)?|\.eslintignore|\.?oxlintrc\.json|biome\.jsonc?|pytest\.ini|tox\.ini|\.flake8|mypy\.ini|ruff\.toml|conftest\.py|sitecustomize\.py|phpunit\.xml(\.dist)?|\.rspec|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.cjs|bunfig\.toml)$/
/** They come along with every new package; one that is there already is not loosened in passing. */
const laidDown = /(^|\/)tsconfig[^/]*\.json$|^\.github\/workflows\/|^\.gitlab-ci\.yml$/
const sectioned = /(^|\/)(pyproject\.toml|setup\.cfg)$/
const steersChecks = (path: string): boolean =>
  settings.test(path) || laidDown.test(path) || sectioned.test(path)

/** Of a file that has much else in it: the sections of tools, without those that only say what the package is made of. */
const toolSections = (text: string | null): string =>
  (text ?? '')
    .split(/^(?=\[)/m)
    .filter((section) =>
      /^\[+"?(?:tool[.:](?!(?:poetry|pdm|uv|hatch|flit|setuptools)\b)|flake8|mypy|coverage|pycodestyle)/.test(
        section,
      ),
    )
    .map((section) => section.trim())
    .join('\n')

function isLoosened({ path, before, after }: SuspectFile): boolean {
  if (sectioned.test(path)) return toolSections(before) !== toolSections(after)
  return settings.test(path) || (laidDown.test(path) && before !== null)
}

/** A program that a check starts, or the file of rules that it goes by. What it only reads is the product. */
const isStarted = (checks: Rules['checks'], path: string): boolean =>
  !isTest(path) &&
  checks.some(({ run }) =>
    run.split(/[;|&\n()]+/).some((line) => {
      const words = line.trim().split(/\s+/)
      const [program = '', ...more] = words.filter((word) => !/^\w+=/.test(word))
      const started = interpreters.has(program) ? (more.find((word) => !word.startsWith('-')) ?? '') : program
      const name = started.replace(/^["']|["']$/g, '').replace(/^\.\//, '')
      return name === path || (program === 'make' && /^(GNUm|M|m)akefile$/.test(path))
    }),
  )

const interpreters: ReadonlySet<string> = new Set(
  '. source sh bash dash zsh node deno bun tsx ts-node python python3 ruby perl php pwsh'.split(' '),
)

function checkEdit(file: SuspectFile, rules: Rules): readonly Suspicion[] {
  const { path, before, after } = file
  if (before === after) return []
  const edited = (detail: string): readonly Suspicion[] => [{ kind: 'check-edited', file: path, detail }]
  if (isLoosened(file)) return edited(`${path} decides what a check really does.`)
  if (before === null) return []
  if (isStarted(rules.checks, path)) return edited(`${path} is what a check runs.`)
  return file.manifest === undefined ? [] : manifestEdit(path, file.manifest, rules)
}

function manifestEdit(
  path: string,
  { before: was, after: is }: NonNullable<SuspectFile['manifest']>,
  { checks }: Rules,
): readonly Suspicion[] {
  const edited = (detail: string): Suspicion => ({ kind: 'check-edited', file: path, detail })
  const called = new Set([was, is].flatMap(({ scripts }) => calledScripts(checks, scripts)))
  const lines = [...called].filter((name) => was.scripts[name] !== is.scripts[name])
  const tools = Object.keys({ ...was.settings, ...is.settings }).filter(
    (name) => was.settings[name] !== is.settings[name],
  )
  return [
    ...(lines.length === 0
      ? []
      : [edited(`The script ${lines.join(', ')} in ${path} is what a check runs.`)]),
    ...tools.map((name) => edited(`"${name}" in ${path} decides what a check really does.`)),
  ]
}

/** The checks with the lines of the scripts that they call, by the manifest as it was before the change. */
export function withScripts(checks: Rules['checks'], { scripts }: Manifest): Rules['checks'] {
  const called = calledScripts(checks, scripts).map((name) => ({ name, run: String(scripts[name]) }))
  return [...checks, ...called]
}

/** The scripts that checks call, with what runs before and after them and what they call in turn. */
function calledScripts(checks: Rules['checks'], scripts: Manifest['scripts']): readonly string[] {
  const called = new Set<string>()
  const follow = (line: string): void => {
    for (const name of Object.keys(scripts)) {
      if (called.has(name) || !calls(line, name)) continue
      for (const each of [`pre${name}`, name, `post${name}`]) {
        if (!(each in scripts)) continue
        called.add(each)
        follow(String(scripts[each]))
      }
    }
  }
  for (const { run } of checks) follow(run)
  return [...called]
}

function calls(line: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `\\b(?:npm|pnpm|yarn|bun)(?:\\s+(?:run|run-script|-\\S+))*\\s+${escaped}(?=$|[\\s;&|)"'])|\\bnode\\s+--run\\s+${escaped}(?=$|[\\s;&|)"'])`,
  ).test(line)
}

const outOfScope = /^#{1,6}\s+out[ -]of[ -]scope\b/i
const forbids = /\b(?:not|never|don['’]t|without|unchanged|untouched|keep|leave|except)\b/i

/** Whether the plan names the file as something to work on: not where it sets limits. */
export function planCallsFor(plan: string, file: string): boolean {
  let isOutside = false
  for (const line of plan.split('\n')) {
    if (/^#{1,6}\s/.test(line)) isOutside = outOfScope.test(line)
    if (!isOutside && line.includes(file) && !forbids.test(line)) return true
  }
  return false
}
