/** Owns what a reviewer's statement is: how grave, about what, and when two statements are the same one. */
export const severities = ['Critical', 'High', 'Medium', 'Low'] as const
export type Severity = (typeof severities)[number]

export interface Finding {
  readonly severity: Severity
  readonly title: string
  readonly detail: string
  readonly file: string | null
  readonly line: number | null
}

export const isBlockingSeverity = (severity: Severity): boolean => severity !== 'Low'

/**
 * Identity over passes: the file and the words of the title. Line numbers move with every fix and severity is a
 * matter of mood, so neither takes part.
 */
export function signatureOf(finding: Finding): string {
  const words = finding.title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `${finding.file ?? '*'}#${words.join(' ')}`
}

export const describeFinding = (finding: Finding): string => {
  const place =
    finding.file === null ? '' : ` (${finding.file}${finding.line === null ? '' : `:${finding.line}`})`
  const detail = finding.detail.trim() === '' ? '' : `\n  ${finding.detail.trim().replaceAll('\n', '\n  ')}`
  return `- [${finding.severity}] ${finding.title}${place}${detail}`
}
