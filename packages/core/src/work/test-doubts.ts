/**
 * Owns what makes the tests of a change doubtful although every check passed: with the base's versions of the touched files
 * the check fails, or one of both runs executes fewer tests than the base did. A number that was known and is unknown now
 * is in doubt too, unless a build tool answered from its cache. Pure.
 */
import { counted } from '../kernel/counted.ts'
import type { Evidence, SecondRun, TestRuling } from '../kernel/evidence.ts'

/**
 * How many tests fewer than on the base were executed; `unknown` if only the base's number is known. `failures` if the check
 * fails as on the base, and it cannot be told whether the same fails.
 */
export type Shortfall = number | 'unknown' | 'failures'

export interface TestDoubt {
  readonly check: string
  readonly run: string
  /** The touched files; empty if the run with the base's versions of them is in no doubt. */
  readonly files: readonly string[]
  /** Of the contents of all touched files, whichever run is in doubt; null if it is not known, or if there are none. */
  readonly contents: string | null
  /** The run with the base's versions if it is in doubt. */
  readonly second: (SecondRun & { readonly fails: boolean; readonly missing: Shortfall }) | null
  readonly missing: Shortfall
}

/** Null if there is nothing to rule on. */
export function doubtIn(item: Evidence): TestDoubt | null {
  const { check, run, tests } = item
  // A ruling on it covers no other output.
  if (item.mayFailElse === true)
    return { check, run, files: [], contents: item.outputDigest, second: null, missing: 'failures' }
  const withBase = tests?.withBase ?? null
  const known = item.executedOnBase ?? null
  const fails = withBase !== null && (withBase.exitCode !== 0 || withBase.problem !== null)
  const short = withBase === null || fails ? 0 : shortfall(withBase, known)
  const second = withBase !== null && (fails || short !== 0) ? { ...withBase, fails, missing: short } : null
  // A test that moved runs twice among the base's versions of its files: the base's own number counts if it is known.
  const missing = shortfall(item, known ?? withBase?.executed ?? null)
  if (second === null && missing === 0) return null
  const files = second === null ? [] : (tests?.files ?? [])
  return { check, run, files, contents: tests?.contents ?? null, second, missing }
}

/** Evidence of old journals has no number at all. */
function shortfall(
  { executed, cached }: Pick<Evidence, 'executed' | 'cached'>,
  known: number | null,
): Shortfall {
  if (known === null || known === 0 || executed === undefined) return 0
  if (executed === null) return cached === true ? 0 : 'unknown'
  return Math.max(0, known - executed)
}

/** The same as long as the check, the files and the number of missing tests are: it is counted how often it comes. */
export const doubtSubject = ({ check, files, missing }: TestDoubt): string =>
  JSON.stringify([check, files, missing])

/** The same as long as also the contents of the touched files are: a ruling covers no later version of them. */
export const doubtKey = ({ check, files, missing, contents }: TestDoubt): string =>
  JSON.stringify([check, files, missing, ...(contents === null ? [] : [contents])])

export const describeDoubt = (doubt: TestDoubt): string =>
  `The check ${doubt.check} (\`${doubt.run}\`) ${howItWent(doubt)}, but ${whatShows(doubt)}.`

export const howItWent = ({ missing }: Pick<TestDoubt, 'missing'>): string =>
  missing === 'failures' ? 'fails as on the base' : 'passes'

/** In a clause. */
export const whatShows = ({ second, files, missing }: TestDoubt): string =>
  [
    ...(second === null
      ? []
      : [`${secondShows(second)} with the base’s versions of ${named(files)}${howItEnds(second)}`]),
    ...(missing === 0 ? [] : [shortfallText(missing)]),
  ].join(', and ')

type Second = NonNullable<TestDoubt['second']>

const secondShows = ({ fails, missing }: Second): string => (fails ? 'it fails' : shortfallText(missing))

function shortfallText(missing: Shortfall): string {
  if (missing === 'failures') return 'its output is another, and does not tell which tests fail'
  return missing === 'unknown'
    ? 'it does not tell any more how many tests it executes'
    : `it executes ${counted(missing, 'test')} fewer than on the base`
}

const howItEnds = ({ fails, exitCode, problem }: Second): string =>
  fails ? ` (${problem ?? `exit code ${exitCode}`})` : ''

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
  const { second } = doubt
  return {
    ...item,
    problem: `${whatShows(doubt)}, and the plan does not call for that`,
    outputTail: [
      why,
      second === null
        ? `The output:\n${item.outputTail}`
        : `The output with the base’s versions:\n${second.outputTail}`,
    ].join('\n\n'),
  }
}
