/** Owns how a format says what is wrong with a text: where, what was expected, what was found, what may be meant. */
export interface FormatProblem {
  readonly file: string
  /** Counted from 1; null if the value did not come from a text. */
  readonly line: number | null
  readonly column: number | null
  /** Path in the file, such as `checks[0].run`; null if the text as a whole is meant. */
  readonly field: string | null
  readonly expected: string
  readonly found: string
  readonly hint: string | null
  /** The line as it is written in the file, if showing it helps. */
  readonly quote?: string
}

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly FormatProblem[] }

export const parsed = <Value>(value: Value): Parsed<Value> => ({ ok: true, value })
export const refused = (problems: readonly FormatProblem[]): Parsed<never> => ({ ok: false, problems })

/** A problem of a text as a whole, or of a value that did not come from a text. */
export const unplaced = (
  file: string,
  expected: string,
  found: string,
  field: string | null = null,
): FormatProblem => ({ file, line: null, column: null, field, expected, found, hint: null })

/** One line for people: `harness.config.json:4:3 agent.provider: expected …, found …; did you mean …?` */
export function describeProblem(problem: FormatProblem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(':')
  const field = problem.field === null ? '' : ` ${problem.field}`
  const hint = problem.hint === null ? '' : `; ${problem.hint}`
  const quote = problem.quote === undefined ? '' : ` (line: “${problem.quote}”)`
  return `${place}${field}: expected ${problem.expected}, found ${problem.found}${hint}${quote}`
}
