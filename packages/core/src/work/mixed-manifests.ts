/**
 * Knows manifests that say both what the product is made of and what its tests do. Of such a file only what bears on tests is
 * compared with the base: another dependency is no doubt. Pure text: a file that is not as expected is taken as a whole.
 */
import { crates, goModules, npmLocks, requirements } from './led-elsewhere.ts'

interface Mixed {
  readonly names: RegExp
  /** `is` with what bears on tests as in `was`. */
  merged(was: string, is: string): string
  /** What of the text bears on tests, if that can be told of one version alone. */
  bearing?(text: string): string
  /** Whether a new file is taken apart too; else it is the product's. */
  readonly isForNew: boolean
}

/** Sections that begin at the start of a line; those whose head matches are the base's. */
const sections = (names: RegExp, begin: RegExp, head: RegExp): Mixed => ({
  names,
  isForNew: true,
  bearing: (text) =>
    text
      .split(begin)
      .filter((part) => head.test(part))
      .join(''),
  merged(was, is) {
    const parts = (text: string): readonly string[] => text.split(begin)
    const bears = (part: string): boolean => head.test(part)
    const [own, base] = [parts(is), parts(was).filter(bears)]
    if (own.filter(bears).map(trimmed).join('\n') === base.map(trimmed).join('\n')) return is
    return [...own.filter((part) => !bears(part)), ...base].map((part) => `${part.trimEnd()}\n`).join('\n')
  },
})

const trimmed = (text: string): string => text.trim()

/** All is the base's, but these parts of the product, in their order. */
const around = (names: RegExp, productIn: (text: string) => readonly string[]): Mixed => ({
  names,
  isForNew: false,
  merged(was, is) {
    const [before, after] = [productIn(was), productIn(is)]
    const rest = (text: string, parts: readonly string[]): string =>
      parts
        .reduce((left, part) => left.replace(part, () => ''), text)
        .replaceAll(/\s+/g, ' ')
        .trim()
    if (rest(was, before) === rest(is, after)) return is
    if (before.length !== after.length) return was
    return before.reduce((text, part, index) => text.replace(part, () => after[index] ?? ''), was)
  },
})

const allOf =
  (pattern: RegExp) =>
  (text: string): readonly string[] =>
    text.match(pattern) ?? []

/** From a head to the brace that closes it. */
const blocks =
  (head: RegExp) =>
  (text: string): readonly string[] =>
    [...text.matchAll(head)].flatMap((match) => {
      let depth = 0
      for (let at = match.index; at < text.length; at++) {
        if (text[at] === '{') depth++
        if (text[at] === '}' && --depth === 0) return [text.slice(match.index, at + 1)]
      }
      return []
    })

const json = (names: RegExp, fields: ReadonlySet<string>): Mixed => ({
  names,
  isForNew: true,
  merged(was, is) {
    const [before, after] = [objectIn(was), objectIn(is)]
    if (after === null || before === null) return was === '' ? is : was
    const bears = ([name]: readonly [string, unknown]): boolean => fields.has(name)
    const [own, base] = [Object.entries(after), Object.entries(before).filter(bears)]
    if (JSON.stringify(own.filter(bears)) === JSON.stringify(base)) return is
    const made = Object.fromEntries([...own.filter((entry) => !bears(entry)), ...base])
    return `${JSON.stringify(made, null, 2)}\n`
  },
})

/** Null if it is none, as with comments in it. */
function objectIn(text: string): Record<string, unknown> | null {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

const gradleBlocks = blocks(/^[ \t]*(?:dependencies|repositories)\s*(?=\{)/gm)

const kinds: readonly Mixed[] = [
  goModules,
  npmLocks,
  crates,
  requirements,
  sections(
    /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/,
    /^(?=\[)/m,
    /^\[+"?(?:tool[.:](?!(?:poetry|pdm|uv|hatch|flit|setuptools)\b)|flake8|mypy|coverage|pycodestyle|project\.entry-points\."?pytest11)/,
  ),
  sections(/(?:^|\/)pnpm-workspace\.yaml$/, /^(?=\w)/m, /^packages:/),
  sections(
    /(?:^|\/)Cargo\.toml$/,
    /^(?=\[|auto(?:tests|bins|examples|benches)\b|build\b)/m,
    /^(?:\[+(?:lib|test|bench|bin|example|profile|lints|workspace(?!\.(?:dependencies|package))|package\.metadata)\b|auto|build)/,
  ),
  sections(/(?:^|\/)BUILD(?:\.bazel)?$/, /^(?=\w+\()/m, /^(?:\w+_test|test_suite)\(/),
  around(
    /(?:^|\/)pom\.xml$/,
    allOf(
      /<dependencyManagement>[\s\S]*?<\/dependencyManagement>|<dependencies>[\s\S]*?<\/dependencies>|<modules>[\s\S]*?<\/modules>|<(version|description|url|name)>[^<]*<\/\1>/g,
    ),
  ),
  around(/(?:^|\/)build\.gradle(?:\.kts)?$/, (text) => [
    ...gradleBlocks(text),
    ...allOf(/^version\s*=.*$/gm)(text),
  ]),
  around(/(?:^|\/)settings\.gradle(?:\.kts)?$/, (text) => [allOf(/^\s*include\b.*$/gm)(text).join('\n')]),
  around(/(?:^|\/)mix\.exs$/, allOf(/^( *)defp? deps do\n[\s\S]*?^\1end$|^\s*version: .*$/gm)),
  json(/(?:^|\/)composer\.json$/, new Set(['scripts', 'config', 'extra'])),
  json(
    /(?:^|\/)deno\.jsonc?$/,
    new Set(['tasks', 'test', 'lint', 'fmt', 'compilerOptions', 'exclude', 'include', 'bench', 'importMap']),
  ),
]

const kindsOf = (path: string): readonly Mixed[] => kinds.filter(({ names }) => names.test(path))

export const isMixedManifest = (path: string): boolean => kindsOf(path).length > 0

/** What of the file bears on tests; empty if that is not known. */
export const bearingIn = (path: string, text: string): string =>
  kindsOf(path)
    .map(({ bearing }) => bearing?.(text) ?? '')
    .join('')

/** The new text with what bears on tests as on the base; `was` is null if the file is new. Null if nothing of that differs. */
export function withBasesPart(path: string, was: string | null, is: string): string | null {
  const text = kindsOf(path)
    .filter(({ isForNew }) => was !== null || isForNew)
    .reduce((merged, kind) => kind.merged(was ?? '', merged), is)
  return text === is ? null : text
}
