/**
 * Owns which failures a red base excuses: only those that it has itself. Names of failing tests are compared, else their
 * number, else the lines of the output. Pure.
 */
import type { FailedOnBase } from '../kernel/check.ts'
import { counted } from '../kernel/counted.ts'
import type { Evidence } from '../kernel/evidence.ts'

export interface NewFailures {
  /** What fails that does not fail on the base; null if nothing is known to. */
  readonly problem: string | null
  /** Whether it cannot be told. */
  readonly isUnknown: boolean
}

const none: NewFailures = { problem: null, isUnknown: false }
const unknown: NewFailures = { problem: null, isUnknown: true }
const failsNew = (what: string): NewFailures => ({ problem: what, isUnknown: false })
const mostNamed = 5

export function newFailures(item: Evidence, onBase: FailedOnBase): NewFailures {
  if (item.exitCode === 0 || item.exitCode === null || item.failures === undefined) return none
  const { names, count } = item.failures
  const missing = typeof onBase.executed === 'number' ? onBase.executed - (item.executed ?? 0) : 0
  if (item.executed != null && missing > 0)
    return failsNew(`It executes ${counted(missing, 'test')} fewer than on the base, which fails too`)
  if (names !== null && onBase.names !== null && missing <= 0) {
    const fresh = names.filter((name) => !onBase.names?.includes(name))
    return fresh.length === 0 ? none : failsNew(`These do not fail on the base: ${listed(fresh)}`)
  }
  if (count !== null && onBase.count !== null && missing <= 0)
    return count > onBase.count
      ? failsNew(`More tests fail than on the base (${count} and ${onBase.count})`)
      : none
  const known = new Set(linesOf(onBase.outputTail))
  return linesOf(item.outputTail).every((line) => known.has(line)) ? none : unknown
}

const listed = (names: readonly string[]): string =>
  [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', ')

/** Times, line numbers and numbers of rooms are others in each run. */
const linesOf = (text: string): readonly string[] =>
  text.split('\n').map((line) => line.trim().replaceAll(/\d+(?:[.,]\d+)*/g, '0'))
