/** Keeps absurdly large texts away from the parsers. */
import { type FormatProblem, unplaced } from './format-problem.ts'

const textLimit = 1_000_000

export const oversize = (text: string, file: string, limit: number = textLimit): FormatProblem | null =>
  text.length <= limit ? null : unplaced(file, `no more than ${limit} characters`, `${text.length}`)
