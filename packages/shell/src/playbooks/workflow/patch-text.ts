/** Reads and repairs the text of a proposed patch. It never changes a line that a hunk adds or removes. */

const isHeader = (lines: readonly string[], at: number): boolean =>
  lines[at]?.startsWith('--- ') === true &&
  lines[at + 1]?.startsWith('+++ ') === true &&
  lines[at + 2]?.startsWith('@@ ') === true

/** The paths that it names, without the prefix that git takes away. */
export function pathsIn(diff: string): readonly string[] {
  const named = [...diff.matchAll(/^(?:---|\+\+\+) (?:[^/\s]+\/)([^\t\n]+)/gm)].map(([, path = '']) => path)
  return [...new Set(named.filter((path) => path !== 'null'))]
}

/** A header of git that says nothing of a new or deleted file contradicts `/dev/null` below it: without it, that counts. */
export const withoutBareHeaders = (diff: string): string =>
  `${diff.replace(/^diff --git [^\n]*\n(?:index [^\n]*\n)?(?=--- )/gm, 'diff -u\n').replace(/\n$/, '')}\n`

/**
 * The same patch for `git apply --recount`, which finds the end of a hunk by itself: only at a line that starts with
 * `diff`, and every empty line before that is context to it.
 */
export function separated(diff: string): string {
  const lines = diff.trimEnd().split('\n')
  const parted: string[] = []
  for (const [at, line] of lines.entries()) {
    const follows = /^(?:[ +\\-]|$)/.test(lines[at - 1] ?? 'diff')
    const isNext = line.startsWith('diff ') || (isHeader(lines, at) && follows)
    while (isNext && parted.at(-1) === '') parted.pop()
    if (isNext && !line.startsWith('diff ')) parted.push('diff -u')
    parted.push(line)
  }
  return `${parted.join('\n')}\n`
}
