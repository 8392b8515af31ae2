/**
 * Knows what bears on checks inside files of the product: tests that stand among its code, and notes by which a tool passes
 * over a whole file. Of such a file only that part is compared with the base. Pure text.
 */

interface Inner {
  readonly names: RegExp
  testsIn(text: string): readonly string[]
  /** `is` with the tests of the base, of which some are not in it as they were. */
  merged(is: string, own: readonly string[], base: readonly string[]): string
}

/** From a head to the line that closes it, which is indented as the head is. */
const blocks = (names: RegExp, head: RegExp): Inner => ({
  names,
  testsIn(text) {
    const lines = text.split('\n')
    const tests: string[] = []
    let open = 0
    for (let at = 0; at < lines.length && open < mostOpen && tests.length < mostTests; at++) {
      if (!head.test(lines[at] ?? '')) continue
      const end = endOf(lines, at)
      if (end === null) open++
      if (end === null) continue
      tests.push(lines.slice(at, end + 1).join('\n'))
      at = end
    }
    return tests
  },
  merged(is, own, base) {
    // In their places if there are as many: a tool may look at the form of the file.
    const isInPlace = own.length === base.length
    const text = own.reduce(
      (left, test, at) => left.replace(test, () => (isInPlace ? (base[at] ?? '') : '')),
      is,
    )
    return isInPlace ? text : `${withoutModulesOf(base, text).trimEnd()}\n\n${base.join('\n\n')}\n`
  },
})

/** Tests that move to a file leave a name behind, which the base's tests have too. */
const withoutModulesOf = (tests: readonly string[], text: string): string =>
  tests
    .flatMap((test) => /^\s*(?:pub )?mod (\w+) \{/m.exec(test)?.[1] ?? [])
    .reduce(
      (left, name) =>
        left.replace(
          new RegExp(`^[ \\t]*(?:#\\[cfg\\(test\\)\\]\\s+)?(?:pub )?mod ${name};[ \\t]*$`, 'm'),
          '',
        ),
      text,
    )

function endOf(lines: readonly string[], from: number): number | null {
  const indent = /^\s*/.exec(lines[from] ?? '')?.[0] ?? ''
  let open = from
  while (open <= from + mostHeads && !/\{\s*$/.test(lines[open] ?? '')) open++
  if (open > from + mostHeads) return null
  for (let at = open + 1; at < lines.length; at++) if (lines[at]?.startsWith(`${indent}}`) === true) return at
  return null
}
const mostTests = 1_000
/** Heads that nothing closes: more of them are no code. */
const mostOpen = 100
/** Attributes between a head and its brace. */
const mostHeads = 5

const example = /^[ \t]*>>> .*(?:\n(?![ \t]*(?:$|\n|"""|''')).*)*/gm

/** A class or a function of tests at the start of a line, up to the next line that is not indented. */
const pythonTest =
  /^(?:@.*\n)*(?:class \w+\(.*\bTestCase\b.*\):|(?:async )?def test_\w*\().*\n(?:[ \t]+.*\n|[ \t]*\n)*/gm

/** Rustdoc runs what is fenced in comments, unless the fence names another language. */
const rustExample =
  /^[ \t]*\/\/[/!][ \t]*```(?:rust|should_panic|no_run|compile_fail|edition\d+|E\d+|,)*[ \t]*\n(?:[ \t]*\/\/[/!].*\n)*?[ \t]*\/\/[/!][ \t]*```[ \t]*$/gm

const rustTests = blocks(/\.rs$/, /^\s*#\[(?:cfg\(test\)|test|tokio::test)/)
const rustMacros = blocks(/\.rs$/, /^\s*macro_rules!\s*\w+/)
const macroName = (macro: string): string => /macro_rules!\s*(\w+)/.exec(macro)?.[1] ?? ''

/** A macro that makes tests, or one that asserts and that no code of the product in the file calls. */
function isOfTests(macro: string, text: string): boolean {
  if (/#\[(?:tokio::)?test\b/.test(macro)) return true
  if (!/assert|panic!/.test(macro)) return false
  const exported = new RegExp(`#\\[macro_export[^\\]]*\\]\\s*macro_rules!\\s*${macroName(macro)}\\b`)
  const product = rustTests
    .testsIn(text)
    .reduce((left, test) => left.replace(test, ''), text.replace(macro, ''))
  return (
    !exported.test(text) && product !== text.replace(macro, '') && !product.includes(`${macroName(macro)}!`)
  )
}

const kinds: readonly Inner[] = [
  {
    names: /\.rs$/,
    testsIn: (text) =>
      (text.match(rustExample) ?? []).map((test) =>
        test.replaceAll(/^[ \t]*\/\/[/!] ?/gm, '/// ').replaceAll(/[ \t]+$/gm, ''),
      ),
    merged(is, own, base) {
      const known = new Set(own)
      const missing = base.filter((test) => !known.has(test))
      const held = `/// Hold still.\n///\n${missing.join('\n///\n')}\n#[allow(dead_code)]\nfn tests_of_the_base() {}\n`
      // A linter wants tests at the end.
      const at = is.search(/^#\[cfg\(test\)\]/m)
      return at === -1 ? `${is.trimEnd()}\n\n${held}` : `${is.slice(0, at)}${held}\n${is.slice(at)}`
    },
  },
  rustTests,
  {
    ...rustMacros,
    testsIn: (text) => rustMacros.testsIn(text).filter((macro) => isOfTests(macro, text)),
    // Where a macro stands decides what it is for.
    merged: (is, _own, base) =>
      base.reduce((text, macro) => {
        const there = rustMacros.testsIn(text).find((one) => macroName(one) === macroName(macro))
        return there === undefined ? `${text.trimEnd()}\n\n${macro}\n` : text.replace(there, () => macro)
      }, is),
  },
  {
    names: /\.py$/,
    testsIn: (text) => text.match(pythonTest) ?? [],
    // The base's come last: of two with the same name the later one counts.
    merged(is, own, base) {
      const known = new Set(own)
      const missing = base.filter((test) => !known.has(test))
      return `${is.trimEnd()}\n\n\n${missing.join('\n\n')}`
    },
  },
  blocks(/\.[cm]?[jt]sx?$/, /^\s*if \(import\.meta\.vitest\b.*\{\s*$/),
  blocks(/\.(?:d|zig)$/, /^\s*(?:unittest|test (?:"|\w))/),
  {
    names: /\.py$/,
    testsIn: (text) => (text.match(example) ?? []).map((test) => test.replaceAll(/^[ \t]+/gm, '')),
    // The new ones may stay: they pass.
    merged(is, own, base) {
      const known = new Set(own)
      const missing = base.filter((test) => !known.has(test)).map((test) => test.replaceAll(/^/gm, '    '))
      return `${is.trimEnd()}\n\n\ndef tests_of_the_base() -> None:\n    r"""Hold still.\n\n${missing.join('\n\n')}\n    """\n`
    },
  },
]

const subject = String.raw`\w*lint\w*|mypy|pylint|pyright|flake8|ruff|biome|deno|prettier|istanbul|c8|v8|coverage|cover|rubocop|phpstan|phpcs|psalm|checkstyle|detekt|sonar`
/** A comment by itself that switches a tool off for more than the next line. */
const note = new RegExp(
  String.raw`^\s*(?:#!\[allow\(|(?:\/\/|\/\*+|#(?=\s))\W*(?:ts-nocheck\b|nolint(?:begin)?\b|type:\s*ignore\s*$|(?:${subject})\b(?!.*\bline\b)(?!-ignore\s).*\b(?:off|disabled?|ignore\w*|skip\w*|noqa)\b))`,
  'i',
)

const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|rs|go|java|kts?|cs|swift|c|cc|cpp|h|hpp|scala|s?css|less|sh|d|zig)$/

export const isCode = (path: string): boolean => code.test(path)

/**
 * The new text with the tests of the base in it, and without new notes to tools. `was` is null if the file is new. Null if
 * nothing of that differs.
 */
export function withInnerTestsOf(path: string, was: string | null, is: string): string | null {
  if (!isCode(path)) return null
  const text = withTests(path, was, was === null && generated.test(is) ? is : withoutNewNotes(was ?? '', is))
  return text === is ? null : text
}

/** A program may write such notes at the top of a file that it makes. */
const generated = /@generated\b|\bgenerated by\b|\bauto-?generated\b|\bdo not edit\b/i

function withoutNewNotes(was: string, is: string): string {
  const known = new Set(was.split('\n').filter((line) => note.test(line)))
  const lines = is.split('\n').filter((line) => known.has(line) || !note.test(line))
  return lines.join('\n')
}

function withTests(path: string, was: string | null, is: string): string {
  if (was === null) return is
  return kinds
    .filter(({ names }) => names.test(path))
    .reduce((text, kind) => {
      const [base, own] = [kind.testsIn(was), kind.testsIn(text)]
      const known = new Set(own)
      return base.every((test) => known.has(test)) ? text : kind.merged(text, own, base)
    }, is)
}
