import { describe, expect, it } from 'vitest'
import type { FailedOnBase, Failures } from '../kernel/check.ts'
import type { Evidence } from '../kernel/evidence.ts'
import { asTreeHash } from '../kernel/ids.ts'
import { newFailures } from './new-failures.ts'

const onBase = (failed: Partial<FailedOnBase>): FailedOnBase => ({
  names: null,
  count: null,
  executed: null,
  outputTail: '',
  ...failed,
})
const red = (failures: Partial<Failures>, more: Partial<Evidence> = {}): Evidence => ({
  check: 'test',
  run: 'npm test',
  tree: asTreeHash('tree'),
  exitCode: 1,
  problem: null,
  outputDigest: '',
  outputTail: '',
  durationMs: 1,
  claims: [],
  failures: { names: null, count: null, ...failures },
  ...more,
})

describe('TR-04 a red base excuses', () => {
  it.each<[string, Evidence, FailedOnBase]>([
    ['the tests that fail there', red({ names: ['shouts'] }), onBase({ names: ['shouts', 'waits'] })],
    ['as many failures as there', red({ count: 2 }), onBase({ count: 2 })],
    [
      'the same lines at other places and times',
      red({}, { outputTail: 'a.ts(4,2): error\ntook 0.7 s' }),
      onBase({ outputTail: 'a.ts(3,1): error\nb.ts(1,1): error\ntook 12 s' }),
    ],
    ['a check of an old journal', { ...red({}), failures: undefined } as never, onBase({})],
  ])('%s', (_what, item, base) =>
    expect(newFailures(item, base)).toEqual({ problem: null, isUnknown: false }),
  )

  it.each<[string, Evidence, FailedOnBase, string]>([
    [
      'another test, although as many fail',
      red({ names: ['greets'], count: 1 }),
      onBase({ names: ['shouts'], count: 1 }),
      'These do not fail on the base: greets',
    ],
    [
      'one failure more',
      red({ count: 2 }),
      onBase({ count: 1 }),
      'More tests fail than on the base (2 and 1)',
    ],
    [
      'fewer tests than there',
      red({ names: ['shouts'] }, { executed: 1 }),
      onBase({ names: ['shouts'], executed: 3 }),
      'It executes 2 tests fewer than on the base, which fails too',
    ],
  ])('not %s', (_what, item, base, problem) =>
    expect(newFailures(item, base)).toEqual({ problem, isUnknown: false }),
  )

  it.each<[string, Evidence, FailedOnBase]>([
    ['another line', red({}, { outputTail: 'b.ts: error' }), onBase({ outputTail: 'a.ts: error' })],
    [
      'a run without its summary',
      red({ names: ['shouts'] }, { outputTail: 'x' }),
      onBase({ names: ['shouts'], executed: 3 }),
    ],
  ])('with a doubt %s', (_what, item, base) =>
    expect(newFailures(item, base)).toEqual({ problem: null, isUnknown: true }),
  )
})
