/**
 * Reads from a check's output how many tests were executed, in the words of common test tools. A skipped test is not
 * executed, nor is one that is expected to fail and does: it asks nothing. Null is unknown: no summary was found.
 */

/** How much of the end of an output is read. */
export const countedChars = 256 * 1024
const mostLineChars = 500
const mayCount = /\d|^(?:not )?ok\b|\bno test/i
const cached =
  /\bcache hit\b|FULL TURBO|read the output from the cache|\[(?:local|remote) cache\]|existing outputs match the cache|\bFROM-CACHE\b|\bUP-TO-DATE$|\(cached\) PASSED/m

/** Whether a build tool says that it answered from its cache: then a summary is one of another time. */
export const saysCached = (output: string): boolean => cached.test(output.slice(-countedChars))

export function countExecuted(output: string): number | null {
  const end = output.slice(-countedChars)
  const isCut = output.length >= countedChars
  const lines = end
    .split('\n')
    .filter((line) => line.length <= mostLineChars && mayCount.test(line))
    .map((line) => line.trimEnd())
  const summaries = readers.flatMap((reader) => reader(lines))
  // More summaries may have stood in the part that is missing.
  if (summaries.length === 0 || (isCut && summaries.length > 1)) return null
  const executed = summaries.reduce((sum, one) => sum + one, 0)
  return Number.isSafeInteger(executed) ? executed : null
}

/** One number for each summary it finds. */
type Reader = (lines: readonly string[]) => readonly number[]

/** A summary on one line. Null if the line is none. */
const perLine =
  (read: (line: string) => number | null): Reader =>
  (lines) =>
    lines.flatMap((line) => read(line) ?? [])

/** Adds up what a line counts: `2 passed, 1 failed`. */
function sumOf(line: string, words: RegExp): number {
  return [...line.matchAll(words)].reduce((sum, [, figure]) => sum + Number(figure), 0)
}

const executedWords = /(\d+) (?:passed|failed|xpassed|flaky)\b/g

/** node:test with its reporters spec and tap, and tools that end TAP in the same way. */
const nodeTest: Reader = (lines) => {
  const blocks: Map<string, number>[] = []
  for (const line of lines) {
    const [, word = '', figure] =
      /^(?:# |ℹ )(tests|pass|fail|cancelled|skipped|todo)\s+(\d+)$/.exec(line) ?? []
    if (word === 'tests') blocks.push(new Map())
    if (word !== '') blocks.at(-1)?.set(word, Number(figure))
  }
  return blocks.map((block) => {
    const of = (word: string): number => block.get(word) ?? 0
    return Math.max(0, of('tests') - of('cancelled') - of('skipped') - of('todo'))
  })
}

/** TAP without a summary: what was planned is known, and each result stands on a line of its own. */
const plainTap: Reader = (lines) => {
  if (nodeTest(lines).length > 0 || !lines.some((line) => /^1\.\.\d+/.test(line))) return []
  const results = lines.filter((line) => /^(?:not )?ok\b/.test(line))
  return [results.filter((line) => !/#\s*(?:skip|todo)/i.test(line)).length]
}

const vitest = perLine((line) => {
  if (/^No test files found, exiting with code 0/.test(line)) return 0
  if (/^\s*Tests\s+no tests$/.test(line)) return 0
  return /^\s*Tests\s+\d+ (?:passed|failed|skipped|todo)\b.*\(\d+\)$/.test(line)
    ? sumOf(line, executedWords)
    : null
})

const jest = perLine((line) => {
  if (/^No tests found, exiting with code 0/.test(line)) return 0
  return /^Tests:\s+.*\b\d+ total$/.test(line) ? sumOf(line, executedWords) : null
})

/** A line counts only beside `passing`: `1 failing` alone may be a sentence. */
const mocha: Reader = (lines) =>
  lines.flatMap((line, at) => {
    const [, passing] = /^\s*(\d+) passing \(/.exec(line) ?? []
    if (passing === undefined) return []
    const failing = lines.slice(at + 1, at + 4).map((next) => /^\s*(\d+) failing$/.exec(next)?.[1])
    return [Number(passing) + Number(failing.find((one) => one !== undefined) ?? 0)]
  })

const pytest = perLine((line) => {
  const plain = line.replace(/^=+ | =+$/g, '')
  if (/^no tests ran in [\d.]+s/.test(plain)) return 0
  return /^\d+ [a-z]+(?:, \d+ [a-z]+)* in [\d.]+s\b/.test(plain) ? sumOf(plain, executedWords) : null
})

const unittest: Reader = (lines) =>
  lines.flatMap((line, at) => {
    const [, ran] = /^Ran (\d+) tests? in [\d.]+s$/.exec(line) ?? []
    if (ran === undefined) return []
    const verdict = lines.slice(at + 1, at + 4).find((next) => /^(?:OK|FAILED)\b/.test(next)) ?? ''
    return [Math.max(0, Number(ran) - sumOf(verdict, /\b(?:skipped|expected failures)=(\d+)/g))]
  })

/** Only `-v` tells: a line `ok package` says nothing about how many. */
const go: Reader = (lines) => {
  const results = lines.filter((line) => /^\s*--- (?:PASS|FAIL|SKIP): \S+ \([\d.]+s\)$/.test(line))
  return results.length === 0 ? [] : [results.filter((line) => !line.includes('--- SKIP')).length]
}

const cargo = perLine((line) =>
  /^test result: (?:ok|FAILED)\. \d+ passed; \d+ failed;/.test(line) ? sumOf(line, executedWords) : null,
)

/** JUnit as Maven tells it: the lines of single classes also say how long they took. */
const junit = perLine((line) => {
  const [, run, skipped] = /Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: (\d+)$/.exec(line) ?? []
  return run === undefined ? null : Math.max(0, Number(run) - Number(skipped))
})

/** JUnit's XML: the outermost element has the sum of the others. */
const junitXml: Reader = (lines) => {
  const all = elements(lines, 'testsuites')
  return all.length > 0 ? all : elements(lines, 'testsuite')
}

const elements = (lines: readonly string[], name: string): readonly number[] =>
  lines.flatMap((line) => {
    const tag = new RegExp(`^\\s*<${name} ([^>]*)>`).exec(line)?.[1]
    const figure = (attribute: string): string | undefined =>
      new RegExp(`(?:^|\\s)${attribute}="(\\d+)"`).exec(tag ?? '')?.[1]
    const tests = figure('tests')
    return tests === undefined
      ? []
      : [Math.max(0, Number(tests) - Number(figure('skipped') ?? 0) - Number(figure('disabled') ?? 0))]
  })

const dotnet = perLine((line) => {
  const [, failed, passed] =
    /^\s*(?:Passed|Failed)!\s+- Failed:\s*(\d+), Passed:\s*(\d+), Skipped:/.exec(line) ?? []
  return failed === undefined ? null : Number(failed) + Number(passed)
})

const rspec = perLine((line) => {
  const [, examples, pending] = /^(\d+) examples?, \d+ failures?(?:, (\d+) pending)?/.exec(line) ?? []
  return examples === undefined ? null : Math.max(0, Number(examples) - Number(pending ?? 0))
})

const phpunit = perLine((line) => {
  const [, ok] = /^OK \((\d+) tests?, \d+ assertions?\)$/.exec(line) ?? []
  if (ok !== undefined) return Number(ok)
  const [, tests] = /^Tests: (\d+), Assertions: \d+/.exec(line) ?? []
  if (tests === undefined) return null
  return Math.max(0, Number(tests) - sumOf(line, /(?:Skipped|Incomplete): (\d+)/g))
})

const deno = perLine((line) =>
  /^(?:ok|FAILED) \| \d+ passed\b.* \| \d+ failed\b/.test(line) ? sumOf(line, executedWords) : null,
)

/** Bun and Playwright end in a few lines, each with one figure. */
const summedUp =
  (pattern: RegExp): Reader =>
  (lines) => {
    const figures = lines.flatMap((line) => pattern.exec(line)?.[1] ?? [])
    return figures.length === 0 ? [] : [figures.reduce((sum, figure) => sum + Number(figure), 0)]
  }

const bun = summedUp(/^\s(\d+) (?:pass|fail)$/)
const playwright = summedUp(/^\s+(\d+) (?:passed \([\d.]+m?s?\)|flaky)$/)

const readers: readonly Reader[] = [
  nodeTest,
  plainTap,
  vitest,
  jest,
  mocha,
  pytest,
  unittest,
  go,
  cargo,
  junit,
  junitXml,
  dotnet,
  rspec,
  phpunit,
  deno,
  bun,
  playwright,
]
