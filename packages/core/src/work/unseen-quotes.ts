/** Owns what a false quotation does to a finding: the finding stays, and says that its quotation was not found. */
import type { Finding } from '../kernel/finding.ts'
import { type QuotesHeld, quotedLines } from '../kernel/quotation.ts'

const notFound = 'Quote not found: it stands in nothing that the reviewer saw.'
const notFoundBefore = 'Quote not found in an earlier pass, and no other one was given since.'
const marks: readonly string[] = [notFound, notFoundBefore]

/** What findings quote: lines of their details that begin with `>`. Other marks may stand around a name. */
export const quotesInFindings = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ detail }) => quotedLines(detail))

export function markUnseen(findings: readonly Finding[], held: QuotesHeld | undefined): readonly Finding[] {
  if (held === undefined) return findings
  return findings.map((raised) => {
    const finding = withoutMarks(raised)
    return quotedLines(finding.detail).some((quote) => held.missing.includes(quote))
      ? marked(finding, notFound)
      : finding
  })
}

/** A finding that is raised again without any quotation is as little shown as it was before. */
export const stillUnseen = (before: Finding, raised: Finding): Finding =>
  isMarked(before) && !isMarked(raised) && quotedLines(raised.detail).length === 0
    ? marked(raised, notFoundBefore)
    : raised

const marked = (finding: Finding, mark: string): Finding => ({
  ...finding,
  detail: `${finding.detail}\n${mark}`,
})

const isMarked = ({ detail }: Finding): boolean => marks.some((mark) => detail.endsWith(`\n${mark}`))

/** A reviewer may copy the mark from the open findings that it was told. */
const withoutMarks = (finding: Finding): Finding => ({
  ...finding,
  detail: finding.detail
    .split('\n')
    .filter((line) => !marks.includes(line.trim()))
    .join('\n'),
})
