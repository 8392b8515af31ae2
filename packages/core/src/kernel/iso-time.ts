/** Owns how a moment is spelled where core has to: it has no clock and no calendar of its own. */

const dayMs = 86_400_000

/** `2026-11-16T12:00:00.000Z`. */
export function isoTime(at: number): string {
  const days = Math.floor(at / dayMs)
  const ms = at - days * dayMs
  const { year, month, day } = civilDate(days)
  const time = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T${time.map((part) => padded(part, 2)).join(':')}.${padded(Math.floor(ms) % 1000, 3)}Z`
}

/** `20261116-120000`, as in the names of runs and worktrees. */
export function timestampOf(at: number): string {
  const [date = '', time = ''] = isoTime(at).split('T')
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}`
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** Days since 1970 to a date, by eras of 400 years that begin in March: leap days then come last. */
function civilDate(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}
