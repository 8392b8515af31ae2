/** Owns how durations, moments, tokens and costs are written for people. */
export { counted } from '@harness/core/kernel/counted'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const two = (value: number): string => String(value).padStart(2, '0')

/** `0.4 s`, `18 s`, `3 m 05 s`, `2 h 07 m`, `3 d 4 h`. */
export function durationText(ms: number): string {
  const whole = Math.max(0, ms)
  if (whole < 9_950) return `${(whole / second).toFixed(1)} s`
  const seconds = Math.round(whole / second)
  if (seconds < 60) return `${seconds} s`
  if (whole < hour) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`
  if (whole < day) return `${Math.floor(whole / hour)} h ${two(Math.floor((whole % hour) / minute))} m`
  return `${Math.floor(whole / day)} d ${Math.floor((whole % day) / hour)} h`
}

/** Local time of day, with the date if it is another day than `now`. */
export function momentText(at: number, now: number): string {
  const moment = new Date(at)
  const time = `${two(moment.getHours())}:${two(moment.getMinutes())}`
  if (moment.toDateString() === new Date(now).toDateString()) return time
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())} ${time}`
}

/** Local time of day with seconds, for the lines of a log. */
export function clockText(at: number): string {
  const moment = new Date(at)
  return `${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

/** `950 tokens`, `12.3k tokens`, `1.2M tokens`. */
export const tokensText = (tokens: number): string => `${shortCount(tokens)} tokens`

/** Null if none was counted: not every agent tells its tokens. */
export const tokensIfAny = (tokens: number): string | null => (tokens === 0 ? null : tokensText(tokens))

/** `05:48 (in 12 s)`. */
export const waitText = (until: number, now: number): string =>
  `${momentText(until, now)} (in ${durationText(until - now)})`

export function shortCount(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 999_950) return `${(count / 1_000).toFixed(1)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

/** An unknown price is never shown as zero. `isGrowing`: a call that has no price yet is under way. */
export function costText(
  spent: { readonly usd: number; readonly unpricedCalls: number },
  isGrowing = false,
): string {
  if (spent.unpricedCalls > 0 && spent.usd === 0) return 'cost unknown'
  if (spent.usd === 0 && !isGrowing) return 'cost nothing'
  if (isGrowing) return `${costText(spent)}+`.replace('cost nothing', '$0.00')
  const cents = spent.usd > 0 && spent.usd < 0.01 ? spent.usd.toFixed(4) : spent.usd.toFixed(2)
  return spent.unpricedCalls > 0 ? `≥ $${cents}` : `$${cents}`
}
