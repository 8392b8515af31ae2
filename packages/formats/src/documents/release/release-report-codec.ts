/**
 * Writes what a release gate came to: a report for programs, one for people, and the mark `RELEASE_READY`. The mark is only
 * there if the latest gate said yes.
 */

import { isoTime } from '@harness/core/kernel/iso-time'
import { type ReleaseReport, reportName } from '@harness/core/playbooks/release/documents'
import { describe, environmentNotes, missingIn } from '@harness/core/playbooks/release/endings'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { textCodec } from '../codec/text-codec.ts'

export const releaseReportCodec: DocumentCodec<string, ReleaseReport> = {
  ...textCodec('acceptance'),
  rewrite(_found, edits) {
    const report = edits.at(-1)
    if (report === undefined) return { texts: [], refused: [] }
    // The mark comes last: if it is there, its report is too.
    return {
      texts: [reportJson(report), reportPage(report), mark(report)].map((text, file) => ({ file, text })),
      refused: [],
    }
  },
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const reportJson = ({ at, acceptancePath, isReady, ...rest }: ReleaseReport): string =>
  json({ generatedAt: isoTime(at), specPath: acceptancePath, ready: isReady, ...rest })

const mark = (report: ReleaseReport): string | null =>
  report.isReady
    ? json({
        specPath: report.acceptancePath,
        at: isoTime(report.at),
        reportPath: `${reportName(report)}.json`,
      })
    : null

function reportPage(report: ReleaseReport): string {
  const { at, acceptancePath, commit, isReady, criteria, checks, notes } = report
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Missing', missingIn(report)],
    ['Criteria', criteria.map(describe)],
    [
      'Checks',
      checks.map(({ check, run, passed }) => `${passed ? 'passed' : 'failed'}: ${check} (\`${run}\`)`),
    ],
    ['Notes', [...notes, ...environmentNotes(report)]],
  ]
  return [
    `# Release gate of ${acceptancePath}`,
    '',
    `${isReady ? 'Ready' : 'Not ready'}: commit ${commit}, ${isoTime(at)}.`,
    ...lists.flatMap(([title, items]) =>
      items.length === 0
        ? []
        : ['', `## ${title}`, '', ...items.map((item) => `- ${item.replace(/\s+/g, ' ')}`)],
    ),
    '',
  ].join('\n')
}
