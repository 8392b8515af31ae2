/** Lengths of time as people write them: `200ms`, `90s`, `15m`, `2h`. */
export const durationPattern = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds, or null if the text is no duration. */
export function parseDuration(text: string): number | null {
  const [, number, unit] = durationPattern.exec(text) ?? []
  return number === undefined || unit === undefined ? null : Math.round(Number(number) * (unitMs[unit] ?? 0))
}
