/** Finds the file and line that a finding speaks of, and takes them out of its title. */
import { containedPath } from '@harness/core/kernel/contained-path'

export interface FindingPlace {
  readonly title: string
  readonly file: string | null
  readonly line: number | null
}

const path = '([\\w.@+~/-]{1,200}\\.\\w{1,12}|[\\w.@+-]{1,100}(?:/[\\w.@+-]{1,100}){1,20})'
const lines = '(?:[:#]\\s?L?(\\d{1,7})(?:[-–:]L?\\d+)?)'
/** In brackets or backticks anywhere, or bare with a line number. */
const quoted = new RegExp(
  `[(\\[]?\`${path}${lines}?\`[)\\]]?|[(\\[]${path}(?:${lines}|,? lines? (\\d{1,7})[^)\\]]*)?[)\\]]`,
)
const bare = new RegExp(`(?:^|[\\s(])${path}${lines}`)

export function placeOfFinding(title: string, detail: string): FindingPlace {
  const inTitle = find(title)
  if (inTitle !== null) return { title: tidy(title, inTitle.text), file: inTitle.file, line: inTitle.line }
  const inDetail = find(detail.slice(0, 2000))
  return { title: tidy(title, ''), file: inDetail?.file ?? null, line: inDetail?.line ?? null }
}

function find(
  text: string,
): { readonly text: string; readonly file: string; readonly line: number | null } | null {
  for (const pattern of [quoted, bare]) {
    const match = pattern.exec(text)
    const found = match?.[1] ?? match?.[3]
    if (match === null || found === undefined) continue
    const contained = containedPath(found)
    if (!contained.ok) continue
    const line = match[2] ?? match[4] ?? match[5]
    return { text: match[0], file: contained.path, line: line === undefined ? null : Number(line) }
  }
  return null
}

/** The place is removed at either end, if it stands apart; inside a sentence it stays. */
function tidy(title: string, place: string): string {
  const at = place === '' ? -1 : title.indexOf(place)
  const before = title.slice(0, Math.max(at, 0))
  const after = title.slice(at + place.length)
  const isApart = at !== -1 && (/^[\s*_]*$/.test(before) || /^[\s*_.:—–-]*$/.test(after))
  const rest = isApart ? `${before} ${after}` : title
  return rest
    .replaceAll('**', '')
    .replace(/^#?\d{1,4}[.):]\s+/, '')
    .replace(/^[\s:–—|-]+|[\s:–—|-]+$/g, '')
    .replace(/\s+/g, ' ')
}
