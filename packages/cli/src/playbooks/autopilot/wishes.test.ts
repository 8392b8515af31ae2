import { describe, expect, test } from 'vitest'
import { objectionTo } from './wishes.ts'

describe('AP-15 wishes that cannot be met', () => {
  const statuses = ['complete', 'in-progress', 'pending', 'skipped'] as const
  const mixed = statuses.map((status, index) => ({ status, number: index + 1 }))

  test.each([
    [{ skip: [3] }, null],
    [{ order: [3] }, null],
    [{ skip: [9] }, 'There is no phase 9: the session has 4.'],
    [{ order: [1] }, 'Phase 1 is complete. A complete phase never runs again.'],
    [{ skip: [1] }, 'Phase 1 is complete. A complete phase never runs again.'],
    [{ skip: [2] }, 'Phase 2 is under way. Skip it at its next gate, or stop the run first.'],
  ])('%o: %s', (wish, why) => expect(objectionTo(mixed, { skip: [], order: [], ...wish })).toBe(why))
})
