/** Owns what the evidence of a check says in a few words: `12/12`, `0e/2w`, or why it failed. */
import { type Evidence, failedAsOnBase, passed } from '../kernel/evidence.ts'

/** pytest ends so if it found no tests: a warning. */
const isWithoutTests = ({ run, exitCode, problem }: Evidence): boolean =>
  exitCode === 5 && problem === null && /(^|[\s/])(pytest|py\.test)(\s|$)/.test(run)

export const hasPassed = (evidence: Evidence): boolean => passed(evidence) || isWithoutTests(evidence)

/** What is said of a check that failed on the base too, and that a person let stand. */
export const asOnBase = 'failed, as on the base'

/** `kind` says what is counted: tests, or warnings of a linter. Empty if there is nothing to say. */
export function summaryOf(ran: Evidence, kind: 'tests' | 'warnings' | null): string {
  if (isWithoutTests(ran)) return 'no tests'
  if (failedAsOnBase(ran)) return asOnBase
  if (!hasPassed(ran)) return ran.problem ?? `exit code ${ran.exitCode}${reasonIn(ran.outputTail)}`
  if (kind === 'tests' && typeof ran.executed === 'number') return `${ran.executed}/${ran.executed}`
  return kind === 'warnings' ? lintCounts(ran.outputTail) : ''
}

const mostInLine = 160

/** The first line that looks like the reason, else the last one. */
function reasonIn(output: string): string {
  const lines = output
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const line = lines.find((one) => /error|fail|not ok|expected|cannot|✖|✗/i.test(one)) ?? lines.at(-1) ?? ''
  return line === '' ? '' : ` (${line.slice(0, mostInLine)})`
}

/** `0e/2w`: a passing lint has no errors. */
const lintCounts = (output: string): string => `0e/${/(\d+) warnings?/.exec(output)?.[1] ?? '0'}w`
