/** The text of a handbook while it is walked: the places and texts of its lines, and its mistakes. */
import { type SourceLines, sourceLines } from '../../text/source-lines.ts'
import type { HandbookProblem, HandbookRule } from './written-handbook.ts'

/** Files a problem with the place that an offset stands for; `field` is the prompt's id, and what of it is meant. */
export type NoteProblem = (
  rule: HandbookRule,
  offset: number,
  field: string | null,
  expected: string,
  found: string,
  hint?: string | null,
) => void

export const firstInLine = (line: number): string => `the first stands in line ${line}`

const blankLinesBefore = /^(?:[ \t]*(?:\r\n?|\n))+/

export class HandbookSource {
  readonly text: string
  readonly problems: HandbookProblem[] = []
  private readonly file: string
  /** Known as soon as there is a block. */
  lines: SourceLines = sourceLines('')

  constructor(text: string, file: string) {
    this.text = text
    this.file = file
  }

  readonly note: NoteProblem = (rule, offset, field, expected, found, hint = null) => {
    const named = field === null ? null : `prompt ${field}`
    const { file } = this
    this.problems.push({ rule, file, ...this.lines.placeAt(offset), field: named, expected, found, hint })
  }

  /** The text of the lines [first, behind), without the last line break. */
  slice(first: number, behind: number): string {
    return this.text.slice(this.lines.start(first), this.lines.end(behind - 1))
  }

  /** The text of the lines [first, behind) without the blank ones around it. */
  between(first: number, behind: number): string {
    return behind <= first ? '' : this.slice(first, behind).replace(blankLinesBefore, '').trimEnd()
  }
}
