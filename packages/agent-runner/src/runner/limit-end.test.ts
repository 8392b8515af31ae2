import { describe, expect, test } from 'vitest'
import { limitEnd } from './limit-end.ts'

const berlin = 'Europe/Berlin'
const utc = (text: string): number => Date.parse(`${text}Z`)
/** 14:30 in Berlin. */
const now = utc('2026-11-17T13:30:00')
const minute = 60_000

describe('AG-19 the end of a limit is read from its text', () => {
  test.each<[string, number]>([
    ['Rate limit reached. Please try again in 1.898s.', now + 1_898],
    ['Please try again in 1m30s.', now + 90_000],
    ['rate limit exceeded: Please try again in 20m30s. Visit https://example.com', now + 20.5 * minute],
    ['Try again in 6ms', now + 6],
    ['resets in 2 hours and 5 minutes', now + 125 * minute],
    ['Please wait 30 seconds, then continue', now + 30_000],
    ['try again in 3 days, 2 hours', now + 74 * 60 * minute],
    ['429 Too Many Requests, retry-after: 1800', now + 1_800_000],
    ['{"error":"slow","retry_after":"12.5"}', now + 12_500],
    ['retry-after-ms=250', now + 250],
    ['Retry-After: Wed, 18 Nov 2026 07:28:00 GMT', utc('2026-11-18T07:28:00')],
    ['{"type":"usage_limit_reached","resets_in_seconds":1800}', now + 1_800_000],
    ['Claude AI usage limit reached|1794964376', 1_794_964_376_000],
    ['"resets_at": 1794964376', 1_794_964_376_000],
    ['limit resets at 1794964376123', 1_794_964_376_123],
    ['Limit resets at 2026-11-17T15:00:00Z', utc('2026-11-17T15:00:00')],
    ['try again after 2026-11-17 16:00:30.5 +01:00', utc('2026-11-17T15:00:30.500')],
    ['resets at 2026-11-17T16:00 (local)', utc('2026-11-17T15:00:00')],
    ['You’ve hit your usage limit. Try again at 5:48 PM.', utc('2026-11-17T16:48:00')],
    ['purchase more credits or try again at 1:12 AM.', utc('2026-11-18T00:12:00')],
    ['You’ve hit your 5-hour limit · resets 1:12am (UTC)', utc('2026-11-18T01:12:00')],
    ['limit reached ∙ resets 3pm', utc('2026-11-17T14:00:00')],
    ['Your limit will reset at 3pm (America/New_York).', utc('2026-11-17T20:00:00')],
    ['resets at 12am (Nowhere/Nothing)', utc('2026-11-17T23:00:00')],
    ['try again at 17:05', utc('2026-11-17T16:05:00')],
    ['try again at Nov 20th, 2026 5:48 PM.', utc('2026-11-20T16:48:00')],
    ['Weekly limit reached · resets Nov 20, 1pm (Europe/Berlin)', utc('2026-11-20T12:00:00')],
    ['resets Jan 2, 9am', utc('2027-01-02T08:00:00')],
  ])('%s', (text, end) => {
    expect(limitEnd(text, now, berlin)).toBe(end)
  })

  test.each([
    'Too many requests',
    'exceeded retry limit, last status: 429 Too Many Requests',
    'Reconnecting... 1/5',
    'Slow down: the limit is 30 requests in 5 minutes',
    'resets soon, at 25:00',
    'resets at 3',
    'request 1794964376 was refused',
  ])('none is made up: %s', (text) => {
    expect(limitEnd(text, now, berlin)).toBeNull()
  })
})

describe('AG-19 a time of day is the next one', () => {
  const at = (clock: string): number | null => limitEnd(`Try again at ${clock}.`, now, berlin)
  test('today if it is to come, tomorrow if it has passed', () => {
    expect(at('2:31 PM')).toBe(now + minute)
    expect(at('2:20 PM')).toBe(now + 24 * 60 * minute - 10 * minute)
  })
  test('the end of this minute if it is this minute, and no whole day later if it has only just passed', () => {
    expect(limitEnd('Try again at 2:30 PM.', now + 20_000, berlin)).toBe(now + minute)
    expect(at('2:28 PM')).toBe(now - 2 * minute)
  })
  test('also across a change of the clocks', () => {
    const evening = utc('2026-10-24T20:00:00')
    expect(limitEnd('resets 9am', evening, berlin)).toBe(utc('2026-10-25T08:00:00'))
    expect(limitEnd('resets 11pm', evening, berlin)).toBe(utc('2026-10-24T21:00:00'))
  })
})
