/**
 * Reads when a rate limit ends from the text that tells of it. Pure. Providers name the end as a pause, as a header that
 * was copied into the text, as seconds since the epoch, as an ISO time, or as a time of day.
 */
import { knownZone, momentOf, ownZone, wallTimeAt } from './zoned-time.ts'

type Reading = (text: string, now: number, zone: string) => number | null

/** In milliseconds since the epoch; null if the text names no end. Times without a zone are in `zone`, the operator's. */
export function limitEnd(text: string, now: number, zone: string = ownZone()): number | null {
  for (const read of [afterPause, inHeader, atEpoch, atIsoTime, atTimeOfDay]) {
    const end = read(text, now, zone)
    if (end !== null && Number.isFinite(end)) return Math.round(end)
  }
  return null
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const beforePause =
  /\b(?:again|retry|retrying|resets?|wait|available)\s+(?:(?:in|after|for)\s+)?(?:about\s+)?(?=\d)/gi
const amount =
  /\s*(?:,|and)?\s*(\d+(?:\.\d+)?)\s*(?:(milliseconds?|ms)|(seconds?|secs?|s)|(minutes?|mins?|m)|(hours?|hrs?|h)|(days?|d))(?![a-z])/iy
const unitMs = [1, secondMs, minuteMs, hourMs, dayMs]

/** "Please try again in 1m30s", "resets in 2 hours and 5 minutes". */
const afterPause: Reading = (text, now) => {
  for (const { index, 0: lead } of text.matchAll(beforePause)) {
    const ms = durationAt(text, index + lead.length)
    if (ms !== null) return now + ms
  }
  return null
}

function durationAt(text: string, start: number): number | null {
  let total: number | null = null
  amount.lastIndex = start
  for (let found = amount.exec(text); found !== null; found = amount.exec(text)) {
    const [, count, ...units] = found
    const unit = units.findIndex((word) => word !== undefined)
    total = (total ?? 0) + Number(count) * (unitMs[unit] ?? 0)
  }
  return total
}

const named = /\b(retry[-_]after(?:[-_]ms)?|resets?_in(?:_seconds)?)\b["']?\s*[:=]?\s*["']?([^"'\n]+)/i

/** `retry-after: 1800`, `"resets_in_seconds": 1800`, `Retry-After: Wed, 18 Nov 2026 07:28:00 GMT`. */
const inHeader: Reading = (text, now) => {
  const [, name = '', value = ''] = named.exec(text) ?? []
  const count = /^\d+(?:\.\d+)?/.exec(value)?.[0]
  if (count !== undefined) return now + Number(count) * (/ms$/i.test(name) ? 1 : secondMs)
  const date = Date.parse(/^\w{3}, \d+ \w{3} \d{4} [\d:]+ GMT/.exec(value)?.[0] ?? '')
  return Number.isNaN(date) ? null : date
}

/** "usage limit reached|1763420000", `"resets_at":1763420000`. In seconds, or in milliseconds. */
const atEpoch: Reading = (text) => {
  const digits = /(?:\||\bresets?(?:[-_ ]?at)?["']?\s*[:=]?\s*)(\d{10}|\d{13})(?!\d)/i.exec(text)?.[1]
  if (digits === undefined) return null
  return Number(digits) * (digits.length === 10 ? secondMs : 1)
}

/** Stands before every time that is the end of a limit. */
const until = /\b(?:again|retry|resets?|reset|until|available|after)\b/.source

const isoTime = new RegExp(
  `${until}[^\\n]{0,30}?\\b(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d)(:\\d\\d(?:\\.\\d+)?)?\\s?(Z|UTC|[+-]\\d\\d:?\\d\\d)?`,
  'i',
)

const atIsoTime: Reading = (text, _now, zone) => {
  const [, date = '', clock = '', seconds = ':00', offset] = isoTime.exec(text) ?? []
  if (date === '') return null
  if (offset !== undefined)
    return Date.parse(`${date}T${clock}${seconds}${/utc/i.test(offset) ? 'Z' : offset}`)
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return momentOf({ year, month, day, hour, minute }, zone)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const date = `(?:(${months.join('|')})[a-z]*\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?,? (?:at )?)?`
const clock = /(\d{1,2})(?::(\d\d))?(?::\d\d)?\s?([ap])?\.?(?:m\b)?/.source
const timeOfDay = new RegExp(
  `${until}:? (?:at |on )?${date}${clock}(?:\\.?\\s*\\(?([A-Z]\\w*(?:/\\w+)*)\\)?)?`,
  'i',
)

/** "try again at 5:48 PM", "resets 3pm (Europe/Berlin)", "try again at Nov 20th, 2026 5:48 PM". */
const atTimeOfDay: Reading = (text, now, zone) => {
  const found = timeOfDay.exec(text)
  if (found === null) return null
  const [, monthName, dayText, yearText, hourText, minuteText, half, zoneText] = found
  if (minuteText === undefined && half === undefined) return null
  const hour = hourOf(Number(hourText), half)
  const minute = Number(minuteText ?? 0)
  if (hour > 23 || minute > 59) return null
  const there = (zoneText === undefined ? null : knownZone(zoneText)) ?? zone
  const today = wallTimeAt(now, there)
  if (monthName === undefined || dayText === undefined) {
    const at = (day: number): number => momentOf({ ...today, day, hour, minute }, there)
    return soon(at(today.day), now) ?? at(today.day + 1)
  }
  const month = months.indexOf(monthName.toLowerCase()) + 1
  const inYear = (year: number): number =>
    momentOf({ year, month, day: Number(dayText), hour, minute }, there)
  if (yearText !== undefined) return inYear(Number(yearText))
  return soon(inYear(today.year), now) ?? inYear(today.year + 1)
}

const hourOf = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** A program and this machine may disagree by so much about what time it is. */
const skewMs = 5 * minuteMs

/**
 * The time if it is to come or has only just passed; null if a later day is meant. A time of day names a whole minute:
 * if the limit still holds in that minute, it ends with the minute.
 */
function soon(moment: number, now: number): number | null {
  if (moment > now) return moment
  if (now < moment + minuteMs) return moment + minuteMs
  return now - moment < skewMs ? moment : null
}
