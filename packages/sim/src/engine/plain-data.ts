/**
 * Owns what survives a snapshot: text, numbers, booleans, null, and lists and records of these. Values that were looked
 * at once are frozen and not looked at again, because successive states share most of their parts.
 */
const known = new WeakSet<object>()

/** The path of something in the value that JSON would lose or change, as `.a.b`; null if there is none. */
export function lostInJson(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return null
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? null : ''
  if (typeof value !== 'object' || !isPlain(value)) return ''
  if (known.has(value)) return null
  for (const key of Object.keys(value)) {
    const lost = lostInJson((value as Record<string, unknown>)[key])
    if (lost !== null) return `.${key}${lost}`
  }
  known.add(Object.freeze(value))
  return null
}

const isPlain = (value: object): boolean =>
  Array.isArray(value) ? !hasHoles(value) : Object.getPrototypeOf(value) === Object.prototype

const hasHoles = (list: readonly unknown[]): boolean => Object.keys(list).length !== list.length
