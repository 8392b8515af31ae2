/** Owns what is wrong with the body of a plan file. Loads no YAML parser: `harness next` asks it too. */
import type { FormatProblem } from '../../text/format-problem.ts'
import { splitFrontMatter } from '../../text/front-matter.ts'
import { placeAt } from '../../text/located-value.ts'
import { checkBody } from './plan-body.ts'
import { quoted } from './quoted.ts'

export function bodyProblems(text: string, path: string, id: string): readonly FormatProblem[] {
  const problems: FormatProblem[] = []
  checkBody(text, splitFrontMatter(text)?.bodyStart ?? 0, id, (offset, expected, found) => {
    problems.push({ file: path, ...placeAt(text, offset), field: null, expected, found, hint: null })
  })
  return quoted(text, problems)
}
