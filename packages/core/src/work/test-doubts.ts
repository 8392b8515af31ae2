/**
 * Owns what makes the tests of a change doubtful although every check passed: with the base's versions of the touched files
 * the check fails, or it executes fewer tests than there or on the base. Unknown is never fewer. Pure.
 */
import { counted } from '../kernel/counted.ts'
import type { Evidence, SecondRun, TestRuling } from '../kernel/evidence.ts'

export interface TestDoubt {
  readonly check: string
  readonly run: string
  /** The touched files; empty if the check passes with the base's versions of them. */
  readonly files: readonly string[]
  readonly fails: SecondRun | null
  /** How many tests fewer than on the base are executed. */
  readonly missing: number
}

/** Null if there is nothing to rule on. */
export function doubtIn({ check, run, tests, executed, executedOnBase }: Evidence): TestDoubt | null {
  const second = tests?.withBase ?? null
  const fails = second !== null && (second.exitCode !== 0 || second.problem !== null) ? second : null
  const onBase = Math.max(executedOnBase ?? 0, second?.executed ?? 0)
  const missing = typeof executed === 'number' ? Math.max(0, onBase - executed) : 0
  if (fails === null && missing === 0) return null
  return { check, run, files: fails === null ? [] : (tests?.files ?? []), fails, missing }
}

/** The same as long as the check, the files and the number of missing tests are. */
export const doubtKey = ({ check, files, missing }: TestDoubt): string =>
  JSON.stringify([check, files, missing])

export const describeDoubt = (doubt: TestDoubt): string =>
  `The check ${doubt.check} (\`${doubt.run}\`) passes, but ${whatShows(doubt)}.`

/** In a clause. */
export const whatShows = ({ fails, files, missing }: TestDoubt): string =>
  [
    ...(fails === null ? [] : [`it fails with the base’s versions of ${named(files)} (${howItEnds(fails)})`]),
    ...(missing === 0 ? [] : [`it executes ${counted(missing, 'test')} fewer than on the base`]),
  ].join(', and ')

const howItEnds = ({ exitCode, problem }: SecondRun): string => problem ?? `exit code ${exitCode}`

const mostNamed = 5

function named(files: readonly string[]): string {
  const more = files.length - mostNamed
  const first = files.slice(0, mostNamed).join(', ')
  return more > 0 ? `${first} and ${counted(more, 'more file')}` : first
}

/** The ruling stands where reports show it, also if only the number of tests was in doubt. */
export const justifiedBy = (item: Evidence, ruling: TestRuling): Evidence => ({
  ...item,
  tests: { ...(item.tests ?? { files: [], withBase: null, failOnBase: null }), ruling },
})

/** What a playbook sees of a doubt that the plan does not call for: a check that failed. */
export function failedFor(item: Evidence, doubt: TestDoubt, why: string): Evidence {
  const { fails } = doubt
  return {
    ...item,
    problem: `${whatShows(doubt)}, and the plan does not call for that`,
    outputTail: [
      why,
      fails === null
        ? `The output:\n${item.outputTail}`
        : `The output with the base’s versions:\n${fails.outputTail}`,
    ].join('\n\n'),
  }
}
