import { expect, test } from 'vitest'
import { retryPatience } from './retry-patience.ts'

/** Tries at these seconds; answers with the second at which it was enough, null if it never was. */
function endedAt(seconds: readonly number[], progressAt: readonly number[] = []): number | null {
  let now = 0
  const patience = retryPatience(() => now)
  for (const second of [...seconds, ...progressAt].sort((a, b) => a - b)) {
    now = second * 1000
    if (progressAt.includes(second)) patience.progress()
    else if (patience.retry()) return second
  }
  return null
}

test('AG-05 tries in a row end after a minute, however the last one came', () => {
  expect(endedAt([4, 12, 25, 48, 91, 170])).toBe(91)
  expect(endedAt([0, 30, 60, 61])).toBe(61)
})

test('AG-05 the sixth try without progress is one too many', () => {
  expect(endedAt([1, 2, 3, 4, 5])).toBeNull()
  expect(endedAt([1, 2, 3, 4, 5, 6])).toBe(6)
})

test('AG-05 an agent that got on in between begins anew', () => {
  expect(endedAt([1, 2, 3, 4, 5, 7, 8, 9, 70], [6])).toBe(70)
  expect(endedAt([1, 2, 3, 70, 71], [60])).toBeNull()
})

test('AG-05 a try long after the last one is no try in a row', () => {
  expect(endedAt([4, 300, 310])).toBeNull()
})
