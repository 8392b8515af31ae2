/** Finds the known name nearest to a misspelled one. `mistakes` is how many it may have, by its length. */
export function nearestName(
  name: string,
  known: readonly string[],
  mistakes = (length: number): number => Math.floor(length / 3),
): string | null {
  const wanted = normal(name)
  if (wanted === '' || wanted.length > 100) return null
  let best: { readonly name: string; readonly distance: number } | null = null
  for (const candidate of known) {
    const distance = distanceBetween(wanted, normal(candidate))
    if (best === null || distance < best.distance) best = { name: candidate, distance }
  }
  if (best !== null && best.distance <= Math.max(1, mistakes(wanted.length))) return best.name
  const longer = known.filter((candidate) => extendsName(normal(candidate), wanted))
  return longer.length === 1 ? (longer[0] ?? null) : null
}

/** Case, dashes and underscores are the commonest mistakes and cost nothing. */
const normal = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '')

const extendsName = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a))

/** Damerau-Levenshtein: insertions, deletions, substitutions and swaps of neighbours each count one. */
export function distanceBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? a.length
}

/** A number that differs in a digit is another one; only digits that were swapped are the same one misspelt. */
export function nearestId(id: string, known: readonly string[]): string | null {
  const digits = (text: string): string => [...text].sort().join('')
  return nearestName(id, /^[\d-]+$/.test(id) ? known.filter((one) => digits(one) === digits(id)) : known)
}

/** Near to a known name by chance: it is meant as it is written. */
const otherProducts: ReadonlySet<string> = new Set(['gitlab'])

/** `did you mean "planDir"?`, or null. */
export function didYouMean(name: string, known: readonly string[]): string | null {
  const nearest = otherProducts.has(normal(name)) ? null : nearestName(name, known)
  return nearest === null ? null : `did you mean ${JSON.stringify(nearest)}?`
}
