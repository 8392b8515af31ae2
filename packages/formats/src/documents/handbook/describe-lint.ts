/** Owns how a finding of the linter is told in one line. */
import type { LintFinding } from './lint-handbook.ts'

/** `IMPECCABLE_HANDBOOK.md:12 Prompt 2.1: …`. */
export const describeLint = ({ message, ...finding }: LintFinding): string =>
  `${placeOfLint(finding)} ${message}`

export const placeOfLint = ({ file, line, column }: Pick<LintFinding, 'file' | 'line' | 'column'>): string =>
  [file, line, column].filter((part) => part !== null).join(':')
