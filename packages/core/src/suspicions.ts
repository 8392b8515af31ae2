/**
 * Finds in a change what an agent must not do unless the plan calls for it: tests removed or switched off, what checks
 * run edited, the rules of the harness edited. Plain patterns over names and text: they need not understand the code,
 * only be hard to slip past by laziness; a reviewer reads the rest.
 */
import type { Check } from './check.ts'
import type { Suspicion } from './event.ts'
import { countTests, countTestsOff, isTest, testsOffIn } from './test-code.ts'

/** One file of a change; `before` or `after` is null where the file was not there, and `oldPath` where it did not move. */
export interface ChangedFile {
  readonly path: string
  readonly oldPath: string | null
  readonly before: string | null
  readonly after: string | null
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

export const suspicionsOf = (files: readonly ChangedFile[], rules: Rules): readonly Suspicion[] => [
  ...files.flatMap((file) => [...governedEdit(file, rules), ...checkEdit(file, rules), ...switchedOff(file)]),
  ...removedTests(files),
]

/** Moved between files they are all still there: only where there are fewer in all, those that have fewer are named. */
function removedTests(files: readonly ChangedFile[]): readonly Suspicion[] {
  const tests = files.filter(({ path, oldPath }) => isTest(path) || isTest(oldPath ?? path))
  const counts = tests.map(({ path, oldPath, before, after }) => ({
    path,
    was: oldPath ?? path,
    had: isTest(oldPath ?? path) ? testsIn(before) : 0,
    has: isTest(path) ? testsIn(after) : 0,
    isGone: after === null || !isTest(path),
  }))
  const sum = (key: 'had' | 'has'): number => counts.reduce((total, each) => total + each[key], 0)
  if (sum('has') >= sum('had')) return []
  return counts
    .filter(({ had, has }) => has < had)
    .map(({ path, was, had, has, isGone }) => ({
      kind: 'test-removed',
      file: was,
      detail: isGone
        ? `${was} ${path === was ? 'was deleted' : `became ${path}, which is no test`}.`
        : `${path} had ${had} tests and has ${has}.`,
    }))
}

/** A test file is one test at least, in whatever words. */
const testsIn = (text: string | null): number => (text === null ? 0 : Math.max(1, countTests(text)))

function switchedOff({ path, before, after }: ChangedFile): readonly Suspicion[] {
  if (!isTest(path) || countTestsOff(after) <= countTestsOff(before)) return []
  return [
    { kind: 'test-skipped', file: path, detail: `Tests in ${path} are switched off: ${testsOffIn(after)}` },
  ]
}

const isGoverned = (path: string, { governed }: Rules): boolean =>
  governed.some((place) => path === place || path.startsWith(`${place}/`))

function governedEdit(file: ChangedFile, rules: Rules): readonly Suspicion[] {
  const touched = [file.path, file.oldPath].find((path) => path !== null && isGoverned(path, rules))
  if (touched === undefined || touched === null || file.before === file.after) return []
  return [{ kind: 'rules-edited', file: touched, detail: `${touched} governs the harness.` }]
}

const isManifest = (path: string): boolean => /(^|\/)package\.json$/.test(path)

/** Settings by which a test tool or a package manager decides what it really runs. */
const settings =
  /(^|\/)((vitest|jest|playwright|cypress|karma|ava|wdio)\.config\.[a-z]+|\.mocharc(\.[a-z]+)?|pytest\.ini|tox\.ini|conftest\.py|sitecustomize\.py|phpunit\.xml(\.dist)?|\.rspec|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.cjs|bunfig\.toml)$/
const steersChecks = (path: string): boolean => settings.test(path)

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

function checkEdit(file: ChangedFile, rules: Rules): readonly Suspicion[] {
  const { path, before, after } = file
  if (before === after) return []
  const edited = (detail: string): readonly Suspicion[] => [{ kind: 'check-edited', file: path, detail }]
  if (steersChecks(path)) return edited(`${path} decides what a check really runs.`)
  if (before === null) return []
  if (isStarted(rules.checks, path)) return edited(`${path} is what a check runs.`)
  if (!isManifest(path)) return []
  const [was, is] = [scriptsIn(before), scriptsIn(after)]
  const called = new Set([was, is].flatMap((scripts) => calledScripts(rules.checks, scripts)))
  const changed = [...called].filter((name) => was[name] !== is[name])
  return changed.length === 0
    ? []
    : edited(`The script ${changed.join(', ')} in ${path} is what a check runs.`)
}

/** The checks with the lines of the scripts that they call, by the manifest as it was before the change. */
export function withScripts(checks: Rules['checks'], manifest: string | null): Rules['checks'] {
  const scripts = scriptsIn(manifest)
  const called = calledScripts(checks, scripts).map((name) => ({ name, run: String(scripts[name]) }))
  return [...checks, ...called]
}

function scriptsIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(text ?? '')
    const scripts = (manifest as { scripts?: unknown } | null)?.scripts
    return typeof scripts === 'object' && scripts !== null ? (scripts as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The scripts that checks call, with what runs before and after them and what they call in turn. */
function calledScripts(
  checks: Rules['checks'],
  scripts: Readonly<Record<string, unknown>>,
): readonly string[] {
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
