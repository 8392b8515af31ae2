/**
 * Reads what an agent needs of a person from the end of its answer:
 *
 *     NEED credential: a key for the payment sandbox
 *     Why: the sandbox refuses anonymous calls, so the acceptance test cannot run
 *     How: put PAYMENT_KEY into .env
 *
 * It counts only if nothing but the need follows: an agent that continued after it has found another way. Code and
 * quotations say nothing. Two at the end are one need, so that neither is lost.
 */
import { type Need, type NeedKind, needKinds } from '@harness/core/kernel/need'
import { type OutlineLine, outline, readableLength } from '../review/outline.ts'

type Field = 'what' | 'why' | 'how'

interface Draft {
  readonly kind: NeedKind | null
  readonly fields: Record<Field, string[]>
  /** The part to which the next line belongs. */
  field: Field
}

/** Null if the answer ends without one. */
export function readNeed(text: string): Need | null {
  let drafts: Draft[] = []
  let isAfterBlank = false
  for (const line of outline(text)) {
    if (line.kind === 'blank') {
      isAfterBlank = true
      continue
    }
    const begun = line.kind === 'quiet' ? null : beginning(line.text)
    const draft = drafts.at(-1)
    if (begun !== null) drafts.push(begun)
    else if (draft !== undefined && !goesOn(draft, line, isAfterBlank)) drafts = []
    isAfterBlank = false
  }
  return together(drafts.flatMap(needOf))
}

const emphasis = /\*\*|__/g
/** Spelled in capitals, any word may follow; in other letters only one of the kinds, for `need more: …` is prose. */
const shouted = /^NEED(?:S|ED)?\s*[:([–—-]?\s*([A-Za-z][\w-]{0,40})[)\]]?\s*[:–—-]\s*(.*)$/
const spoken = new RegExp(
  `^needs?\\s*[:([–—-]?\\s*(${needKinds.join('|')}|judgement)[)\\]]?\\s*[:–—-]\\s*(.*)$`,
  'i',
)

function beginning(line: string): Draft | null {
  const plain = line.replace(emphasis, '').trim()
  const match = shouted.exec(plain) ?? spoken.exec(plain)
  if (match?.[1] === undefined) return null
  return { kind: kindOf(match[1]), fields: { what: [match[2] ?? ''], why: [], how: [] }, field: 'what' }
}

function kindOf(word: string): NeedKind | null {
  const spelled = word.toLowerCase().replace('judgement', 'judgment')
  return needKinds.find((kind) => kind === spelled || `${kind}s` === spelled) ?? null
}

const label = /^(what|why|how)(?: to give it)?\s*[:–—]\s*(.*)$/i

/** Whether the line still speaks of the need; if so, it is taken in. */
function goesOn(draft: Draft, line: OutlineLine, isAfterBlank: boolean): boolean {
  const match = line.kind === 'quiet' ? null : label.exec(line.text.replace(emphasis, '').trim())
  if (match?.[1] !== undefined) {
    draft.field = match[1].toLowerCase() as Field
    draft.fields[draft.field].push(match[2] ?? '')
    return true
  }
  const own = draft.fields[draft.field]
  const isOpen = !isAfterBlank || own.every((part) => part.trim() === '') || isList(own, line)
  if (line.kind === 'heading' || !isOpen) return false
  own.push(line.raw.slice(0, readableLength))
  return true
}

/** The next item of a list that the field holds already, or a block of code that belongs to it. */
const isList = (own: readonly string[], line: OutlineLine): boolean =>
  line.kind === 'quiet' || (line.kind === 'item' && /^\s*(?:[-*+]|\d{1,4}[.)])\s/.test(own.at(-1) ?? ''))

const longest = { what: 500, why: 2000, how: 2000 } as const

function needOf({ kind, fields }: Draft): readonly Need[] {
  const [what, why, how] = (['what', 'why', 'how'] as const).map((field) =>
    cut(fields[field].join('\n').trim(), longest[field]),
  ) as [string, string, string]
  const said = what || why || how
  return said === '' ? [] : [{ kind, what: said.replace(/\s+/g, ' '), why, how }]
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`

function together(needs: readonly Need[]): Need | null {
  const [first] = needs
  if (first === undefined || needs.length === 1) return first ?? null
  const all = (pick: (need: Need) => string): string =>
    needs
      .map(pick)
      .filter((text) => text !== '')
      .join('\n')
  return {
    kind: needs.find((need) => need.kind !== null)?.kind ?? null,
    what: all((need) => need.what).replaceAll('\n', '; '),
    why: all((need) => need.why),
    how: all((need) => need.how),
  }
}
