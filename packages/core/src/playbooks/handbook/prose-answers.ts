/** Owns how reports show answers that were to list findings and are prose. */
import { section } from '../../work/report-sections.ts'
import type { HandbookState } from './state.ts'

const shownChars = 4_000

/** Nothing if every answer was parsed. */
export function proseAnswers({
  records,
  input,
}: Pick<HandbookState, 'records' | 'input'>): readonly string[] {
  const answers = records.filter(({ findingsUnparsed }) => findingsUnparsed === true)
  return section(
    'Answers in free prose',
    answers
      .map(({ promptId, anchorPath, summary }) => {
        const place = anchorPath === null ? '' : ` (${anchorPath})`
        const shown =
          summary.length <= shownChars
            ? summary
            : `${summary.slice(0, shownChars)}\n… (all of it is in ${input.sidecarPath})`
        return `- ${promptId}${place}: its findings are not parsed. It says:\n${indented(shown)}`
      })
      .join('\n'),
  )
}

/** What is said of Phase 1 if its list of issues is empty. */
export const noIssuesIn = ({ records }: Pick<HandbookState, 'records'>): string =>
  records.some(({ promptId, findingsUnparsed }) => findingsUnparsed === true && promptId.startsWith('1.'))
    ? 'None were parsed: see the answers in free prose.'
    : 'None were found.'

const indented = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
