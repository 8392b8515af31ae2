/** Owns the one spelling of a path that a prompt is anchored to, so that one place is always the same string. */

/** `./src//pages/` → `src/pages`; the repository itself is `.`. */
export function plainAnchor(path: string): string {
  const plain = path
    .trim()
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/\.?$/, '')
  if (plain !== '') return plain
  return path.startsWith('/') ? '/' : '.'
}

/** Each place once, in the order in which it is first named. */
export const plainAnchors = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map(plainAnchor)),
]

/** What is known by anchor path, with the paths in their one spelling. */
export function byPlainAnchor(
  known: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  const merged = new Map<string, readonly string[]>()
  for (const [path, texts] of Object.entries(known)) {
    const plain = plainAnchor(path)
    merged.set(plain, [...(merged.get(plain) ?? []), ...texts])
  }
  return Object.fromEntries(merged)
}
