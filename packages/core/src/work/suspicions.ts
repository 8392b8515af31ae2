/**
 * Finds in a change what an agent must not do unless the plan calls for it: tests removed or switched off, what checks
 * run edited, the rules of the harness edited. Plain patterns over names and text: they need not understand the code,
 * only be hard to slip past by laziness; a reviewer reads the rest.
 */

import type { Suspicion } from '../effects/run-agent.ts'
import type { Check } from '../kernel/check.ts'
import { calledScripts, type Manifest } from './check-lines.ts'
import { type CommandLine, entryKind } from './entry-files.ts'
import { type ChangedFile, lostTests } from './lost-tests.ts'
import { unsafeEdits } from './only-adds.ts'
import { linesInScope } from './plan-scope.ts'
import { countTestsOff, isTest, testsOffIn } from './test-code.ts'

export interface SuspectFile extends ChangedFile {
  /** Present where the file is a manifest. */
  readonly manifest?: { readonly before: Manifest; readonly after: Manifest }
}

export interface Rules {
  readonly checks: readonly Pick<Check, 'run'>[]
  /** Folders of files that belong to people: plans, and what governs the harness. */
  readonly governed: readonly string[]
  /** A new file that is larger is a suspicion. */
  readonly largestFileBytes: number
}

/** The rules of a repository, with all lines that its checks run by the manifests of the base. */
export interface JudgedBy extends Rules {
  readonly lines: readonly CommandLine[]
}

/** Whether a change of the file may change which tests run. */
export const bearsOnTests = (path: string): boolean => isTest(path) || isManifest(path) || steersChecks(path)

/** Whether the text of a file is needed to judge it. */
export const isOfInterest = (path: string, rules: JudgedBy): boolean =>
  bearsOnTests(path) || isGoverned(path, rules) || entryKind(rules.lines, path) !== null

export const suspicionsOf = (files: readonly SuspectFile[], rules: JudgedBy): readonly Suspicion[] => [
  ...files.flatMap((file) => [
    ...governedEdit(file, rules),
    ...checkEdit(file, rules),
    ...switchedOff(file, rules),
  ]),
  ...lostTests(files),
]

function switchedOff({ path, before, after }: SuspectFile, { lines }: JudgedBy): readonly Suspicion[] {
  if (!isTest(path) && entryKind(lines, path) !== 'test') return []
  if (countTestsOff(after) <= countTestsOff(before)) return []
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

function checkEdit(file: SuspectFile, rules: JudgedBy): readonly Suspicion[] {
  const { path, before, after } = file
  const entry = entryEdit(file, rules)
  if (entry.length > 0) return entry
  if (before === after) return []
  const edited = (detail: string): readonly Suspicion[] => [{ kind: 'check-edited', file: path, detail }]
  if (isLoosened(file)) return edited(`${path} decides what a check really does.`)
  if (before === null) return []
  return file.manifest === undefined ? [] : manifestEdit(path, file.manifest, rules)
}

const mostShown = 3

/** A check's entry file never belongs to the worker: a test may gain whole pieces, nothing else. */
function entryEdit({ path, oldPath, before, after }: SuspectFile, { lines }: JudgedBy): readonly Suspicion[] {
  const was = oldPath ?? path
  const kind = entryKind(lines, was)
  if (kind === null || before === null) return []
  const edited = (what: string): readonly Suspicion[] => [
    { kind: 'check-edited', file: was, detail: `${was} is what a check runs${what}.` },
  ]
  if (was !== path) return edited(` and became ${path}`)
  if (after === null) return edited(' and was deleted')
  if (kind === 'script') return before === after ? [] : edited('')
  const { lost, doubtful } = unsafeEdits(before, after, path)
  if (lost.length > 0) return edited(` and lost lines: ${shown(lost)}`)
  if (doubtful.length === 0) return []
  return edited(` and gained lines that may keep its tests from running: ${shown(doubtful)}`)
}

function shown(lines: readonly string[]): string {
  const more = lines.length > mostShown ? ` and ${lines.length - mostShown} more` : ''
  const some = lines.slice(0, mostShown).map((line) => `"${line.slice(0, 100)}"`)
  return `${some.join(', ')}${more}`
}

function manifestEdit(
  path: string,
  { before: was, after: is }: NonNullable<SuspectFile['manifest']>,
  { lines: run }: JudgedBy,
): readonly Suspicion[] {
  const edited = (detail: string): Suspicion => ({ kind: 'check-edited', file: path, detail })
  const called = new Set([was, is].flatMap(({ scripts }) => calledScripts(run, scripts)))
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

/**
 * Whether the plan names the file as something to work on: not if it sets limits there. The whole path counts, not a
 * part of a longer one. A name that may be an ordinary word counts only in quotes.
 */
export function planCallsFor(plan: string, file: string): boolean {
  const name = file.replace(/[.*+?^$()[\]{}|\\/]/g, '\\$&')
  const named = isWord.test(file)
    ? new RegExp(`([\`'"])(?:\\./)?${name}\\1`)
    : new RegExp(`(?<![\\w./-])(?:\\./)?${name}(?![\\w/-]|\\.\\w)`)
  return linesInScope(plan).some((line) => named.test(line))
}

const isWord = /^(?:[a-z0-9]+|.{1,3})$/
