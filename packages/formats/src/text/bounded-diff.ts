/** Shortens a diff so that every file keeps as much as the limit allows: small files stay whole, long ones are cut. */

export interface BoundedDiff {
  readonly text: string
  readonly isCut: boolean
}

/** Less of a file says nothing. */
const leastChars = 1_000

export function boundDiff(diff: string, limit: number): BoundedDiff {
  if (diff.length <= limit) return { text: diff, isCut: false }
  const sections = diff.split(/^(?=diff --git )/m)
  const room = roomFor(sections, limit)
  const shown = sections.flatMap((section, index) => shortened(section, room[index] ?? 0))
  const missing = room.filter((chars) => chars === 0).length
  if (missing > 0) shown.push(`… (${missing} more of the ${sections.length} files are not shown here)\n`)
  return { text: shown.join(''), isCut: true }
}

/** The smallest files first: what they do not need is left for the others. */
function roomFor(sections: readonly string[], limit: number): readonly number[] {
  const room = sections.map(() => 0)
  const smallestFirst = sections.map((_, index) => index).sort((a, b) => lengthAt(a) - lengthAt(b))
  function lengthAt(index: number): number {
    return sections[index]?.length ?? 0
  }
  let left = limit
  smallestFirst.forEach((index, done) => {
    const share = Math.max(leastChars, Math.floor(left / (sections.length - done)))
    const needed = Math.min(lengthAt(index), share)
    if (needed > left) return
    room[index] = needed
    left -= needed
  })
  return room
}

function shortened(section: string, chars: number): readonly string[] {
  if (chars === 0) return []
  if (section.length <= chars) return [section]
  const end = section.lastIndexOf('\n', chars) + 1
  const head = section.slice(0, end === 0 ? chars : end)
  const left = section.slice(head.length).split('\n').length - 1
  return [`${head}${head.endsWith('\n') ? '' : '\n'}… (${left} more lines of this file)\n`]
}
