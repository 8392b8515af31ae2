/** Fits the parts of one line into a terminal: the least important parts are dropped first, and one part may shrink. Pure. */
import { clipped, textWidth } from './text.ts'

export interface LinePart {
  readonly text: string
  /** The part with the highest number is dropped first; 0 is never dropped. */
  readonly rank: number
  /** True if it may be cut instead of dropped. */
  readonly shrinks?: boolean
}

const between = ' · '

/** A part that shrinks is still worth reading at this width. */
const leastColumns = 12

/** Parts of this rank and above are dropped before another part shrinks for them. */
const spareRank = 4

/** At most `columns` wide. */
export function fittedLine(parts: readonly LinePart[], columns: number): string {
  const roomy = dropped(parts, spareRank, (kept) => widthOf(kept, ({ text }) => textWidth(text)) <= columns)
  const kept = dropped(roomy, 1, (some) => leastWidth(some) <= columns)
  let spare = columns - leastWidth(kept)
  const text = kept.map((part) => {
    const given = Math.min(spare, textWidth(part.text) - leastOf(part))
    spare -= given
    return part.shrinks === true ? clipped(part.text, leastOf(part) + given) : part.text
  })
  return clipped(text.join(between), columns)
}

const leastOf = ({ text, shrinks }: LinePart): number =>
  shrinks === true ? Math.min(leastColumns, textWidth(text)) : textWidth(text)

const leastWidth = (parts: readonly LinePart[]): number => widthOf(parts, leastOf)

const widthOf = (parts: readonly LinePart[], of: (part: LinePart) => number): number =>
  parts.reduce((width, part) => width + of(part), between.length * Math.max(0, parts.length - 1))

/** Without the parts of the highest ranks, down to `lowest`, until the rest fits. */
function dropped(
  parts: readonly LinePart[],
  lowest: number,
  fits: (parts: readonly LinePart[]) => boolean,
): readonly LinePart[] {
  const rank = Math.max(0, ...parts.map((part) => part.rank))
  if (rank < lowest || fits(parts)) return parts
  return dropped(
    parts.filter((part) => part.rank !== rank),
    lowest,
    fits,
  )
}
