/**
 * Reads from a check's output which tests failed, in the words of common test tools, and how many. Null is unknown. Names
 * count only if there are as many as the summary says: a list that was cut short would hide one.
 */
import type { Failures } from '@harness/core/kernel/check'
import { countedChars } from './test-count.ts'

const mostNames = 500
const mostNameChars = 300
const mostLineChars = 1_000

/** What a line says of one test. The first group is its name. */
const nameLines: readonly RegExp[] = [
  // TAP: what is to do or to skip may fail.
  /^\s*not ok \d+ (?:- )?(?!.*#\s*(?:todo|skip)\b)(.+)$/i,
  // node:test with the reporter spec; its summary repeats the names.
  /^\s*✖ (?!failing tests:)(.+?) \([\d.]+ms\)$/,
  // pytest
  /^(?:FAILED|ERROR) (\S+\.py(?:::\S.*?)?)(?: - .*)?$/,
  // unittest
  /^(?:FAIL|ERROR): (\w.*\(.+\).*)$/,
  // cargo, go
  /^test (\S.*) \.\.\. FAILED$/,
  /^\s*--- FAIL: (\S+) \([\d.]+s\)$/,
  // vitest, jest, bun
  /^\s*FAIL\s+(\S.* > .+)$/,
  /^\s+● (.+ › .+)$/,
  /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/,
  // rspec
  /^rspec \S+ # (.+)$/,
]

/** What a summary says of all of them. The groups are added up. */
const countLines: readonly RegExp[] = [
  /^(?:# |ℹ )fail (\d+)$/,
  /^\s*(?:Tests:?|test result: FAILED\.|FAILED \|)\s.*?\b(\d+) failed\b/,
  /^(?:=+ )?(?:.*, )?(\d+) failed\b.* in [\d.]+s\b/,
  /^\s*(\d+) failing$/,
  /^FAILED \((?:failures=(\d+))?(?:, )?(?:errors=(\d+))?/,
  /Tests run: \d+, Failures: (\d+), Errors: (\d+), Skipped: \d+$/,
  /^\s*Failed!\s+- Failed:\s*(\d+)/,
  /^\d+ examples?, (\d+) failures?/,
  /^Tests: \d+, Assertions: \d+(?:, Errors: (\d+))?(?:, Failures: (\d+))?/,
  /^\s(\d+) fail$/,
]

export function failedTests(output: string): Failures {
  const lines = output
    .slice(-countedChars)
    .split('\n')
    .filter((line) => line.length <= mostLineChars)
    .map((line) => line.trimEnd())
  const names = [...new Set(lines.flatMap((line) => nameIn(line) ?? []))]
  const count = countIn(lines)
  const isWhole = names.length > 0 && names.length >= (count ?? 0) && names.length <= mostNames
  return { names: isWhole ? names : null, count }
}

function nameIn(line: string): string | null {
  for (const pattern of nameLines) {
    const name = pattern.exec(line)?.[1]
    // The folder of a room is another each time.
    if (name !== undefined) return name.replace(/\/\S*\/room-\d+\//g, '').slice(0, mostNameChars)
  }
  return null
}

function countIn(lines: readonly string[]): number | null {
  const found = lines.flatMap((line) => {
    const match = countLines.map((pattern) => pattern.exec(line)).find((one) => one !== null)
    return match == null ? [] : [match.slice(1).reduce((sum, figure) => sum + Number(figure ?? 0), 0)]
  })
  return found.length === 0 ? null : found.reduce((sum, one) => sum + one, 0)
}
