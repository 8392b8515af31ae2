/** Owns what a false quotation does to a finding: the finding stays, and says that its quotation was not found. */
import type { Finding } from '../kernel/finding.ts'
import { type QuotesHeld, quotedLines } from '../kernel/quotation.ts'

const notFound = 'Quote not found: it stands in nothing that the reviewer saw.'

/** What findings quote: lines of their details that begin with `>`. Other marks may stand around a name. */
export const quotesInFindings = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ detail }) => quotedLines(detail))

export function markUnseen(findings: readonly Finding[], held: QuotesHeld | undefined): readonly Finding[] {
  if (held === undefined || held.missing.length === 0) return findings
  return findings.map((finding) =>
    quotedLines(finding.detail).some((quote) => held.missing.includes(quote))
      ? { ...finding, detail: `${finding.detail}\n${notFound}` }
      : finding,
  )
}
