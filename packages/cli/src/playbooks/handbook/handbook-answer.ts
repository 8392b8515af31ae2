/** Turns the answer of a handbook's role into the line that the operator reads. Pure. */
import { counted } from '@harness/core/kernel/counted'
import { phaseOf } from '@harness/core/kernel/ids'
import type { AgentFinished } from '@harness/core/playbooks/handbook/effects'
import { facts, line, oneLine, type ProgressLine } from '@harness/shell/effects/progress-line'
import { needLine, reviewLine } from '../../run/progress/answer-lines.ts'

/** Null if the answer is told by what changed. */
export function handbookAnswer(
  { commandId, role, answer, changedFiles }: AgentFinished,
  spent: readonly (string | null)[],
): ProgressLine | null {
  const phase = phaseOf(commandId)
  switch (answer.kind) {
    case 'review':
      return reviewLine(phase, answer, spent)
    case 'final-critique':
      return reviewLine(phase, { findings: answer.findings, sentinel: false }, spent)
    case 'prompt-report':
      return line(phase, facts(reportText(role, answer.findings.length, changedFiles.length), ...spent), {
        detail: answer.findings.map(oneLine),
        tone: answer.findings.length + changedFiles.length === 0 ? 'warn' : 'plain',
      })
    case 'need':
      return needLine(phase, role, answer, spent)
    case 'text':
    case 'verdict':
      return null
  }
}

const reportText = (role: string, findings: number, files: number): string =>
  `the ${role} reports ${counted(findings, 'finding')} and changed ${files === 0 ? 'nothing' : counted(files, 'file')}`
