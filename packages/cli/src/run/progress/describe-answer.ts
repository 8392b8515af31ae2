/** Says what an agent's answer comes to: what it found or changed, and what it cost. Pure. */

import { tokensOf } from '@harness/core/kernel/agent'
import { describeFinding, isBlockingSeverity, severities } from '@harness/core/kernel/finding'
import { phaseOf } from '@harness/core/kernel/ids'
import type { AgentFinished } from '@harness/core/playbooks/every-effect'
import { costText, counted, tokensText } from '../../terminal/amounts.ts'
import type { RunSight } from '../views/run-sight.ts'
import { describeMissionAnswer } from './mission-answer.ts'
import { facts, line, linesOf, oneLine, type ProgressLine } from './progress-line.ts'

export function describeAnswer(event: AgentFinished, took: string | null, sight: RunSight): ProgressLine {
  const { role, output, spending, changedFiles, violation } = event
  const phase = phaseOf(event.commandId)
  const spent = [
    took,
    tokensText(tokensOf(spending.usage)),
    costText({ usd: spending.usd ?? 0, unpricedCalls: spending.usd === null ? 1 : 0 }),
  ]
  if (violation !== null) {
    return line(phase, facts(`the ${role} changed files it may only read; its answer is void`, ...spent), {
      tone: 'bad',
      detail: [...violation.files.map(oneLine), `set aside in ${violation.patch}`],
    })
  }
  const answer = describeMissionAnswer(phase, role, output, spent, sight.verdictsOn?.(event) ?? null)
  if (answer !== null) return answer
  if (output.kind === 'review') return describeReview(phase, output, spent)
  if (output.kind === 'final-critique')
    return describeReview(phase, { findings: output.findings, sentinel: false }, spent)
  if (output.kind === 'pull-text') return line(phase, facts('the pull request is described', ...spent))
  if (output.kind === 'need')
    return line(phase, facts(`the ${role} needs something: ${oneLine(output.need.what)}`, ...spent), {
      tone: 'warn',
    })
  if (changedFiles.length === 0 && sight.readsOnly?.(role) === true)
    return line(phase, facts(`the ${role} has answered`, ...spent))
  if (output.kind === 'prompt-report')
    return line(phase, facts(reportText(role, output.findings.length, changedFiles.length), ...spent), {
      detail: output.findings.map(oneLine),
      tone: output.findings.length + changedFiles.length === 0 ? 'warn' : 'plain',
    })
  const text =
    changedFiles.length === 0
      ? `the ${role} changed nothing`
      : `the ${role} changed ${counted(changedFiles.length, 'file')}`
  return line(phase, facts(text, ...spent), { tone: changedFiles.length === 0 ? 'warn' : 'plain' })
}

const reportText = (role: string, findings: number, files: number): string =>
  `the ${role} reports ${counted(findings, 'finding')} and changed ${files === 0 ? 'nothing' : counted(files, 'file')}`

function describeReview(
  phase: string,
  output: Pick<Extract<AgentFinished['output'], { kind: 'review' }>, 'findings' | 'sentinel'>,
  spent: readonly (string | null)[],
): ProgressLine {
  const counts = severities.flatMap((severity) => {
    const count = output.findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  const blocking = output.findings.some((finding) => isBlockingSeverity(finding.severity))
  const contradiction = blocking && output.sentinel ? ', although it says that nothing blocks' : ''
  return line(
    phase,
    facts(counts.length === 0 ? 'no findings' : `${counts.join(', ')}${contradiction}`, ...spent),
    {
      tone: blocking ? 'warn' : 'good',
      detail: output.findings.flatMap((finding) => linesOf(describeFinding(finding))),
    },
  )
}
