/** Owns which files of plans are named after a phase. */

/** `C++` and `C#` are words of their own. */
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+[+#]*/gu) ?? []

const nameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.md$/i, '')
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')

/** The paths whose name has all words of the phase in a row: those that say least beside come first, then the newest. */
export function namedAfter(phaseName: string, paths: readonly string[]): readonly string[] {
  const wanted = wordsOf(phaseName)
  if (wanted.length === 0) return []
  return paths
    .map((path) => ({ path, words: wordsOf(nameOf(path)) }))
    .filter(({ words }) =>
      words.some((_, from) => wanted.every((word, index) => words[from + index] === word)),
    )
    .sort((a, b) => a.words.length - b.words.length || (a.path < b.path ? 1 : -1))
    .map(({ path }) => path)
}
