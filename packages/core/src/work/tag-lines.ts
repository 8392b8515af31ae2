/** Owns how the output of a test runner names an acceptance tag, and what a line of it says of a test. */

/** If the text has the tag as a whole: `a/b` is not in `a/b-c`, `x/a/b` or `a/b.js`. */
export function namesTag(text: string, tag: string): boolean {
  for (let at = text.indexOf(tag); at !== -1; at = text.indexOf(tag, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at)
    const after = text.slice(at + tag.length, at + tag.length + 2)
    if (!/[\w-]$|[\w.-]\/$/.test(before) && !/^[\w-]|^[./]\w/.test(after)) return true
  }
  return false
}

/** Marks of node, vitest, jest, mocha, playwright, bun, deno, TAP, pytest, go, cargo and gtest. */
const passing =
  /^\s*(?:[✔✓√]|ok\s+\d+\b|\(pass\)|--- PASS:|\[\s+OK \]|PASSED\s)|\sPASSED\s*(?:\[|$)|\s\.\.\. ok\s*(?:\(|$)/
const failing =
  /^\s*(?:[✖✗✘×]|not ok\s+\d+\b|\(fail\)|--- FAIL:|\[\s+FAILED\s+\]|FAILED\s|ERROR\s)|\s(?:FAILED|ERROR)\s*(?:\[|$)|\s\.\.\. FAILED\s*(?:\(|$)/
const notRun = /\s#\s*(?:SKIP|TODO)\b/i

/** Null if it does not say that a test passed or failed. A skipped test did neither. */
export function verdictOfLine(line: string): 'passed' | 'failed' | null {
  if (failing.test(line)) return notRun.test(line) ? null : 'failed'
  return passing.test(line) && !notRun.test(line) ? 'passed' : null
}
