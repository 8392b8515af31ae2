/** Keeps absurdly large texts away from the parsers. */
import type { FormatProblem } from './format-problem.ts'

const textLimit = 1_000_000

export const oversize = (text: string, file: string, limit: number = textLimit): FormatProblem | null =>
  text.length <= limit
    ? null
    : {
        file,
        line: null,
        column: null,
        field: null,
        expected: `no more than ${limit} characters`,
        found: `${text.length}`,
        hint: null,
      }
