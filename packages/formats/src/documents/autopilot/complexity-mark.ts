/** Owns the mark in a spec that says how complex a phase is, and what its words mean. */
import { type Complexity, complexities } from '@harness/core/playbooks/autopilot/documents'

/** A mark as found. `value` is null if the word is none of the three. */
export interface ComplexityMark {
  readonly value: Complexity | null
  readonly word: string
}

const markOf = (word: string): ComplexityMark => {
  const plain = word.toLowerCase()
  return { word, value: complexities.find((one) => one === plain) ?? null }
}

const comment = /<!--\s{0,20}complexity\s{0,20}[:=]\s{0,20}([\w-]{0,40}?)(?=\s|-->|[^\w-])[^>]{0,300}?-->/i
const bracketed = /\s{0,20}[([]\s{0,4}complexity\s{0,4}[:=]\s{0,4}([\w-]{1,40})\s{0,4}[)\]]/i
const bracketedWord = /\s{0,20}[([]\s{0,4}(low|medium|high)\s{1,4}complexity\s{0,4}[)\]]/i
const field =
  /(?:^\s{0,8}(?:[-*+]\s{1,4})?|\*\*|__)complexity(?::(?:\*\*|__)?|(?:\*\*|__):)\s{0,8}[`*_]{0,3}([\w-]{1,40})/i

/** The comment in a line, and the line without it. */
export function readComment(line: string): { readonly mark: ComplexityMark; readonly line: string } | null {
  if (!line.includes('<!--')) return null
  const found = comment.exec(line)
  return found === null
    ? null
    : {
        mark: markOf(found[1] ?? ''),
        line: line.slice(0, found.index) + line.slice(found.index + found[0].length),
      }
}

/** A comment or a bracket in a heading or a name, and the words without it. */
export function readHeadComplexity(words: string): {
  readonly mark: ComplexityMark | null
  readonly words: string
} {
  const commented = readComment(words)
  if (commented !== null) return { mark: commented.mark, words: commented.line.trim() }
  const found = bracketed.exec(words) ?? bracketedWord.exec(words)
  if (found === null) return { mark: null, words }
  const left = words.slice(0, found.index) + words.slice(found.index + found[0].length)
  return { mark: markOf(found[1] ?? ''), words: left.trim() }
}

/** A word that stands alone, such as `low`; null if it is none of the three. */
export const readComplexityWord = (word: string): ComplexityMark | null => {
  const mark = markOf(word.trim())
  return mark.value === null ? null : mark
}

/** A field such as `**Complexity:** low`. */
export function readComplexityField(line: string): ComplexityMark | null {
  const found = field.exec(line.slice(0, 2000))
  return found === null ? null : markOf(found[1] ?? '')
}

/** A cell of a column `Complexity`; null if it is empty. */
export function readComplexityCell(cell: string): ComplexityMark | null {
  const [word] = /[\w-]{1,40}/.exec(cell.replace(/[*_`]/g, '')) ?? []
  return word === undefined || /^-+$/.test(word) ? null : markOf(word)
}
