/** Shows how one text became another, line by line: what both begin and end with is left out. */
const contextLines = 2

export function lineDifference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++
  const from = Math.max(0, head - contextLines)
  const marked = (mark: string, lines: readonly string[]): readonly string[] =>
    lines.map((line) => `${mark}${line}`)
  return [
    `@@ line ${from + 1} @@`,
    ...marked(' ', now.slice(from, head)),
    ...marked('-', old.slice(head, old.length - tail)),
    ...marked('+', now.slice(head, now.length - tail)),
    ...marked(' ', now.slice(now.length - tail, now.length - tail + contextLines)),
  ].join('\n')
}
