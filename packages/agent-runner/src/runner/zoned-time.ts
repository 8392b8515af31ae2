/** Converts between moments and the clock on the wall of a time zone. Pure. */

export interface WallTime {
  readonly year: number
  /** From 1. */
  readonly month: number
  /** May lie beyond the end of the month: the day after the last is the first of the next. */
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/** A zone that this machine does not know is null. */
export function knownZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export function wallTimeAt(moment: number, zone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment)
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value)
  return {
    year: numberOf('year'),
    month: numberOf('month'),
    day: numberOf('day'),
    hour: numberOf('hour'),
    minute: numberOf('minute'),
  }
}

export function momentOf(wall: WallTime, zone: string): number {
  const asUtc = utcOf(wall)
  const guess = asUtc - offsetAt(asUtc, zone)
  // The clocks may change between the first guess and the moment itself.
  return asUtc - offsetAt(guess, zone)
}

const minuteMs = 60_000

const offsetAt = (moment: number, zone: string): number =>
  utcOf(wallTimeAt(moment, zone)) - Math.floor(moment / minuteMs) * minuteMs

const utcOf = ({ year, month, day, hour, minute }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute)
