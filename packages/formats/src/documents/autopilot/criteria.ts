/** Owns the criteria of a document: the items of a section such as `Success Criteria`, a line each. */
import { itemText, leadOf } from './item-text.ts'
import { blocksIn, headingKey, type Outline, sectionOf } from './markdown-outline.ts'
import { tableIn } from './table-rows.ts'

/** Best first. */
const titles = [
  /^observable truths?\b/,
  /^(?:success|acceptance) criteria\b/,
  /^(?:success|acceptance) (?:metrics|tests|conditions)\b/,
]
const most = 500

export function criteriaOf(outline: Outline): readonly string[] {
  for (const title of titles)
    for (const heading of outline.headings
      .filter(({ words }) => title.test(headingKey(words)))
      .slice(0, 20)) {
      const found = criteriaIn(outline, sectionOf(outline, heading))
      if (found.length > 0) return found.slice(0, most)
    }
  return []
}

function criteriaIn(outline: Outline, section: ReturnType<typeof sectionOf>): readonly string[] {
  const blocks = blocksIn(outline, section)
  const listed = blocks.flatMap(({ kind, line, end, ...block }) => {
    if ('items' in block)
      return block.items.map((item) => criterion(itemText(outline.linesIn(item.line, item.end))))
    return kind === 'paragraph' ? rowsOf(outline.linesIn(line, end), line) : []
  })
  const told = blocks.filter(({ kind }) => kind === 'paragraph')
  const found = listed.length > 0 ? listed : told.map(({ line, end }) => oneLine(outline.linesIn(line, end)))
  return found.filter((text) => text !== '')
}

/** Items below count only if the criterion announces them. */
function criterion(text: string): string {
  const { lead, below } = leadOf(text)
  if (!lead.endsWith(':')) return oneLine(lead)
  const items = below
    .split('\n')
    .flatMap((line) => /^\s{0,16}(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1] ?? [])
  return oneLine(`${lead} ${items.join('; ')}`)
}

const about =
  /^(?:criteri(?:on|a)|truths?|requirements?|description|what|behaviou?rs?|success criteri(?:on|a)|statement)$/
const numbering = /^(?:#|id|no\.?|nr\.?|sc|ac|ot)$/

function rowsOf(text: string, line: number): readonly string[] {
  const table = tableIn(text.split('\n'), line)
  if (table === null) return []
  const header = table.header.map((cell) => oneLine(cell).toLowerCase())
  const named = header.findIndex((cell) => about.test(cell))
  const column = named !== -1 ? named : header.findIndex((cell) => !numbering.test(cell))
  return table.rows.map(({ cells }) => oneLine(cells[column] ?? ''))
}

const oneLine = (text: string): string =>
  text
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/\*\*|__(?=\s|$)|(?<=^|\s)__/g, '')
    .replace(/\s+/g, ' ')
    .trim()
