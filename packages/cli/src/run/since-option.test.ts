import { expect, test } from 'vitest'
import { sinceOption } from './since-option.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

test.each([
  [null, Number.NEGATIVE_INFINITY],
  ['90s', now - 90_000],
  ['2h', now - 7_200_000],
  ['2026-11-16T11:00:00Z', Date.parse('2026-11-16T11:00:00Z')],
  ['2026-11-15', Date.parse('2026-11-15')],
])('QA-23 logs since %s', (text, moment) => expect(sinceOption(text, now)).toBe(moment))

test.each(['yesterday', '12', '2 hours', ''])(
  'QA-23 logs since %j is refused with how it is written',
  (text) => expect(() => sinceOption(text, now)).toThrow(expect.objectContaining({ code: 'usage' })),
)
