/**
 * Reads and writes the folder of fidelity reports: a report for programs and one for people, by day and spec, and what a
 * person accepted of a spec. A report that says the same as the latest one of its spec is not written.
 */
import { isoTime } from '@harness/core/kernel/iso-time'
import {
  acceptedName,
  type FidelityReport,
  type FiledEdit,
  reportName,
} from '@harness/core/playbooks/fidelity/documents'
import type { Filed } from '@harness/core/playbooks/fidelity/facts'
import { parsed } from '../../text/format-problem.ts'
import type { DocumentCodec, WrittenText } from '../codec/document-codec.ts'
import { type FolderFiles, filesOf } from '../codec/folder-text.ts'
import { readAccepted, readFidelityReport } from './filed-report.ts'
import { reportJson, reportPage } from './print-report.ts'

export const filedCodec: DocumentCodec<Filed, FiledEdit> = {
  format: 'acceptance',
  inPlace: null,
  isOptional: true,
  walk: (text) => text,
  parse: (text) => parsed(filedIn(text === '' ? {} : filesOf(text))),
  rewrite([folder = null], edits) {
    const files = filesOf(folder)
    return { texts: edits.flatMap((edit) => written(edit, files)), refused: [] }
  },
}

function written(edit: FiledEdit, files: FolderFiles): readonly WrittenText[] {
  if (edit.type === 'report') return reportTexts(edit.report, files)
  const { at, ...accepted } = edit.accepted
  const text = json({ ...accepted, at: isoTime(at) })
  return [{ file: 0, name: acceptedName(accepted.specPath), text }]
}

function reportTexts(report: FidelityReport, files: FolderFiles): readonly WrittenText[] {
  const text = reportJson(report)
  const latest = files[`${latestOf(files, report.specPath) ?? ''}.json`]
  // The very same text is one that this edit wrote before.
  if (latest !== undefined && latest !== text && saysTheSame(latest, text)) return []
  const name = reportName(report)
  // People are pointed to the page, so it comes last.
  return [
    { file: 0, name: `${name}.json`, text },
    { file: 0, name: `${name}.md`, text: reportPage(report) },
  ]
}

/** But for the moment and the commit of the product. */
const saysTheSame = (one: string, other: string): boolean => sayingOf(one) === sayingOf(other)

function sayingOf(text: string): string {
  const { generatedAt: _, commit: __, ...saying } = JSON.parse(text) as Readonly<Record<string, unknown>>
  return JSON.stringify(saying)
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** By the moment in them: names have only the day. */
function filedIn(files: FolderFiles): Filed {
  const paths = new Set<string>()
  const accepted: Record<string, Filed['accepted'][string]> = {}
  for (const text of Object.values(files)) {
    const report = readFidelityReport(text)
    if (report !== null) paths.add(report.specPath)
    const word = readAccepted(text)
    if (word !== null) accepted[word.specPath] = word
  }
  const latest = [...paths].flatMap((path) => {
    const name = latestOf(files, path)
    return name === null ? [] : [[path, name] as const]
  })
  return { latest: Object.fromEntries(latest), accepted }
}

export function latestOf(files: FolderFiles, specPath: string): string | null {
  const reports = Object.entries(files).flatMap(([name, text]) => {
    const report = name.endsWith('.json') ? readFidelityReport(text) : null
    return report?.specPath === specPath
      ? [{ name: name.replace(/\.json$/, ''), at: report.generatedAt }]
      : []
  })
  return reports.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)?.name ?? null
}
