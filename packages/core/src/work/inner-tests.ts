/**
 * Knows what bears on checks inside files of the product: tests that stand among its code, and notes by which a tool passes
 * over a whole file. Of such a file only that part is compared with the base. Pure text.
 */

interface Inner {
  readonly names: RegExp
  /** The text without its tests, and these. */
  split(text: string): Parts
  /** As the tests stand at the end of a file. */
  atEnd(tests: readonly string[]): string
}

interface Parts {
  readonly rest: string
  readonly tests: readonly string[]
}

/** From a head to the line that closes it, which is indented as the head is. */
const blocks = (names: RegExp, head: RegExp): Inner => ({
  names,
  split(text) {
    const [rest, tests]: [string[], string[]] = [[], []]
    const lines = text.split('\n')
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? ''
      const end = head.test(line) ? endOf(lines, at) : null
      if (end === null) rest.push(line)
      else {
        tests.push(lines.slice(at, end + 1).join('\n'))
        at = end
      }
    }
    return { rest: rest.join('\n'), tests }
  },
  atEnd: (tests) => tests.join('\n'),
})

function endOf(lines: readonly string[], from: number): number | null {
  const indent = /^\s*/.exec(lines[from] ?? '')?.[0] ?? ''
  const open = lines.findIndex((line, at) => at >= from && /\{\s*$/.test(line))
  const end = lines.findIndex((line, at) => at > open && line.startsWith(`${indent}}`))
  return open === -1 || open > from + mostHeads || end === -1 ? null : end
}
/** Attributes between a head and its brace. */
const mostHeads = 5

const doctest = /^[ \t]*>>> .*(?:\n(?![ \t]*(?:$|\n|"""|''')).*)*/gm

const kinds: readonly Inner[] = [
  blocks(/\.rs$/, /^\s*#\[(?:cfg\(test\)|test|tokio::test)/),
  blocks(/\.[cm]?[jt]sx?$/, /^\s*if \(import\.meta\.vitest\b.*\{\s*$/),
  blocks(/\.(?:d|zig)$/, /^\s*(?:unittest|test (?:"|\w))/),
  {
    names: /\.py$/,
    split: (text) => ({
      rest: text.replace(doctest, ''),
      tests: (text.match(doctest) ?? []).map((test) => test.replaceAll(/^[ \t]+/gm, '')),
    }),
    atEnd: (tests) =>
      tests.length === 0 ? '' : `\n\ndef tests_of_the_base():\n    r"""\n${tests.join('\n\n')}\n    """`,
  },
]

const subject = String.raw`\w*lint\w*|mypy|pylint|pyright|flake8|ruff|biome|deno|prettier|istanbul|c8|v8|coverage|cover|rubocop|phpstan|phpcs|psalm|checkstyle|detekt|sonar`
/** A comment by itself that switches a tool off for more than the next line. */
const note = new RegExp(
  String.raw`^\s*(?:#!\[allow\(|(?:\/\/|\/\*+|#(?=\s))\W*(?:ts-nocheck\b|nolint\b|(?:${subject})\b(?!.*\bline\b)(?!-ignore\s).*\b(?:off|disabled?|ignore\w*|skip\w*|noqa)\b))`,
  'i',
)

const code = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|rs|go|java|kts?|cs|swift|scala|s?css|less|sh|d|zig)$/

export const isCode = (path: string): boolean => code.test(path)

/**
 * The new text with the tests of the base in it, and without new notes to tools. `was` is null if the file is new. Null if
 * nothing of that differs.
 */
export function withInnerTestsOf(path: string, was: string | null, is: string): string | null {
  if (!isCode(path)) return null
  const known = new Set((was ?? '').split('\n').filter((line) => note.test(line)))
  const silent = is.split('\n').filter((line) => known.has(line) || !note.test(line))
  const text = withTests(path, was, silent.join('\n'))
  return text === is ? null : text
}

function withTests(path: string, was: string | null, is: string): string {
  const kind = kinds.find(({ names }) => names.test(path))
  if (kind === undefined || was === null) return is
  const [before, after] = [kind.split(was), kind.split(is)]
  if (before.tests.every((test) => after.tests.includes(test))) return is
  return `${after.rest.trimEnd()}\n${kind.atEnd(before.tests)}\n`
}
