/** Whether two values are alike in all their parts; a missing member is not the same as one that is undefined. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  for (const key of keys)
    if (!Object.hasOwn(b, key) || !sameValue(memberOf(a, key), memberOf(b, key))) return false
  return true
}

const memberOf = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
