/** Prints `verify_report.md`: what the mechanical checks showed. Its facts are the harness's, its words the verifier's. */
import { fenceFor } from '@harness/core/kernel/envelope'
import { isoTime } from '@harness/core/kernel/iso-time'
import type { CheckedSection } from '@harness/core/work/project-checks'
import type { VerifyReport } from '@harness/core/work/verify-report'
import { visible } from '../../text/visible.ts'

export function printVerifyReport(report: VerifyReport): string {
  const { at, result, line, sections, limits, words } = report
  return `${[
    `---\ntimestamp: ${isoTime(at)}\nresult: ${result}\nphase: layer1_mechanical\n---`,
    '# Verify Report',
    visible(line),
    ...sections.map(printSection),
    printScan(report),
    ...(limits.length === 0 ? [] : [`## Limits\n\n${listed(limits)}`]),
    ...(words === null ? [] : [`## Summary\n\n${visible(words).trim()}`]),
  ].join('\n\n')}\n`
}

const printSection = ({ name, command, result, summary, output, inPlace }: CheckedSection): string =>
  [
    `## ${name}`,
    listed([
      `result: ${result}`,
      ...(command === null ? [] : [`command: ${visible(command)}`]),
      ...(summary === '' ? [] : [`summary: ${visible(summary)}`]),
      ...(inPlace === true ? ['evidence: in place'] : []),
    ]),
    ...(output === '' ? [] : [fencedOutput(output)]),
  ].join('\n\n')

function printScan({ scan: { count, marks, isBlocking } }: VerifyReport): string {
  const weight = count === 0 ? '' : isBlocking ? ' (blocking)' : ' (warning)'
  const unshown = count - marks.length
  return `## Completeness Scan\n\n${listed([
    `marks: ${count}${weight}`,
    ...marks.map(({ file, line, mark }) => `${visible(file)}:${line} ${mark}`),
    ...(unshown > 0 ? [`and ${unshown} more`] : []),
  ])}`
}

const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

function fencedOutput(output: string): string {
  const fence = fenceFor(output)
  return `${fence}text\n${visible(output).trimEnd()}\n${fence}`
}
