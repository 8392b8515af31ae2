/** Owns the report of a mechanical verification: computed from exit codes and the real diff, never from an agent's word. */
import type { ChangedFile } from '../effects/measure-change.ts'
import type { FilesScanned, Mark } from '../effects/scan-files.ts'
import { fenced } from '../kernel/envelope.ts'
import type { Evidence } from '../kernel/evidence.ts'
import { asOnBase } from './check-summary.ts'
import { type CheckedSection, checkedSections, type ProjectCommands } from './project-checks.ts'
import { scopeFilter } from './scope.ts'

export interface VerifyReport {
  readonly at: number
  readonly result: 'PASS' | 'FAIL'
  /** `PASS — build ✓, test 12/12 ✓, lint 0e/2w, scan 0 TODO` or `FAIL — {step}: {summary}`. */
  readonly line: string
  readonly sections: readonly CheckedSection[]
  readonly scan: { readonly count: number; readonly marks: readonly Mark[]; readonly isBlocking: boolean }
  /** What the real diff breaks of scope and number of files; empty if nothing. */
  readonly limits: readonly string[]
  /** The words of an agent that looked at it; null if it gave none. */
  readonly words: string | null
}

/** What a change has to keep to. */
export interface ChangeRules {
  readonly commands: ProjectCommands
  /** A glob; null for no limit. */
  readonly scope: string | null
  readonly maxFiles: number
  /** True if a mark of unfinished work fails. */
  readonly todoBlocking: boolean
}

export function verifyReport(
  rules: ChangeRules,
  evidence: readonly Evidence[],
  changed: readonly ChangedFile[],
  { at, count, marks }: Pick<FilesScanned, 'at' | 'count' | 'marks'>,
): VerifyReport {
  const sections = checkedSections(rules.commands, evidence)
  const limits = brokenLimits(rules, changed)
  const failed = sections.find(({ result }) => result === 'FAIL')
  const isBlocking = rules.todoBlocking && count > 0
  const result = failed !== undefined || limits.length > 0 || isBlocking ? 'FAIL' : 'PASS'
  const line =
    result === 'PASS'
      ? `PASS — ${[...sections.slice(0, 3).map(inWords), `scan ${count} TODO`].join(', ')}`
      : `FAIL — ${failed !== undefined ? `${failed.name.toLowerCase()}: ${failed.summary}` : (limits[0] ?? `scan: ${count} TODO`)}`
  return { at, result, line, sections, scan: { count, marks, isBlocking }, limits, words: null }
}

function inWords({ name, result, summary }: CheckedSection): string {
  const called = name.toLowerCase()
  if (result === 'SKIPPED') return `${called} SKIPPED`
  if (name === 'Lint' || summary === asOnBase) return `${called} ${summary}`
  return summary === '' ? `${called} ✓` : `${called} ${summary} ✓`
}

function brokenLimits({ maxFiles, scope }: ChangeRules, changed: readonly ChangedFile[]): readonly string[] {
  const inScope = scopeFilter(scope)
  const outside = changed.filter(({ path }) => !inScope(path)).map(({ path }) => path)
  return [
    ...(changed.length === 0 ? ['change: no file was changed'] : []),
    ...(outside.length === 0 ? [] : [`scope: outside ${scope}: ${outside.slice(0, 5).join(', ')}`]),
    ...(changed.length > maxFiles ? [`max_files: ${changed.length} files changed, at most ${maxFiles}`] : []),
  ]
}

export const failedSections = (report: VerifyReport | null): readonly CheckedSection[] =>
  report?.sections.filter(({ result }) => result === 'FAIL') ?? []

/** What the checks showed, as an agent reads it that judges the change: data in fences. */
export function describeFacts(report: VerifyReport): string {
  const lines = report.sections.map(
    ({ name, command, result, summary }) =>
      `${name}: ${result}${summary === '' ? '' : ` (${summary})`} ${command ?? ''}`,
  )
  const facts = [report.line, ...lines, `Scan: ${report.scan.count} marks`, ...report.limits].join('\n')
  const outputs = failedSections(report).map(({ name, output }) => fenced(`the output of ${name}`, output))
  return [fenced('what the checks showed', facts), ...outputs].join('\n')
}

/** What failed, as the one reads it who fixes it. */
export function describeFailures(report: VerifyReport): string {
  const { line, limits, scan, words } = report
  return [
    line,
    ...limits,
    ...failedSections(report).map(({ name, command, output }) => `## ${name}: ${command}\n${output}`),
    ...(scan.isBlocking ? scan.marks.map(({ file, line: at, mark }) => `${file}:${at} ${mark}`) : []),
    ...(words === null ? [] : [words]),
  ].join('\n\n')
}
