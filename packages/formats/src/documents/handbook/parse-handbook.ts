/** Turns a handbook into its phases and prompts and says everything that is wrong with it. */
import { unplaced } from '../../text/format-problem.ts'
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
    const problem = unplaced(file, `no more than ${longest} characters`, `${text.length}`)
    return {
      handbook: { phases: [], determinismNotes: null },
      problems: [{ rule: 'too-large', ...problem }],
    }
  }
  const source = new HandbookSource(text, file)
  const handbook = walkHandbook(source)
  return { handbook, problems: source.problems }
}
