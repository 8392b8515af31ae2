/** Owns what is wrong with the body of a plan file. Loads no YAML parser: `harness next` asks it too. */
import type { FormatProblem } from '../format-problem.ts'
import { placeAt } from '../located-value.ts'
import { splitFrontMatter } from './front-matter.ts'
import { checkBody } from './plan-body.ts'
import { quoted } from './quoted.ts'

export function bodyProblems(text: string, path: string, id: string): readonly FormatProblem[] {
  const problems: FormatProblem[] = []
  checkBody(text, splitFrontMatter(text)?.bodyStart ?? 0, id, (offset, expected, found) => {
    problems.push({ file: path, ...placeAt(text, offset), field: null, expected, found, hint: null })
  })
  return quoted(text, problems)
}
