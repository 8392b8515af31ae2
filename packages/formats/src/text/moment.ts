/** Moments as sidecars write them: ISO 8601 in UTC. Other tools write milliseconds since the epoch as well. */
export function readMoment(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : value
  return typeof ms === 'number' && Math.abs(ms) <= 8.64e15 ? ms : null
}

export const printMoment = (ms: number): string => new Date(ms).toISOString()
