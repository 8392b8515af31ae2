/** Keeps what was read of things that never change. Whether they are there (any more) is never kept. */

const keptEntries = 1_000

/** The oldest entry goes first. */
export function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  const oldest = entries.keys().next().value
  if (entries.size >= keptEntries && oldest !== undefined) entries.delete(oldest)
  entries.set(key, value)
}
