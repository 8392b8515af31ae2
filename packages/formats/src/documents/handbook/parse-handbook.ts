/** Turns a handbook into its phases and prompts and says everything that is wrong with it. */
import { HandbookSource } from './handbook-source.ts'
import { walkHandbook } from './walk-handbook.ts'
import type { HandbookProblem, WrittenHandbook } from './written-handbook.ts'

export interface ReadHandbook {
  /** What could be made out, also if there are problems. */
  readonly handbook: WrittenHandbook
  readonly problems: readonly HandbookProblem[]
}

const longest = 50_000_000

export function parseHandbook(text: string, file: string): ReadHandbook {
  if (text.length > longest) {
    const expected = `no more than ${longest} characters`
    const problem = { rule: 'too-large', file, line: null, column: null, field: null, expected } as const
    return {
      handbook: { phases: [], determinismNotes: null },
      problems: [{ ...problem, found: `${text.length}`, hint: null }],
    }
  }
  const source = new HandbookSource(text, file)
  const handbook = walkHandbook(source)
  return { handbook, problems: source.problems }
}
