/** Says what a run starts, if that is worth a line of its own. Pure. */

import { phaseOf } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/every-effect'
import type { JournaledDecision } from '@harness/core/playbooks/mission/write-documents'
import { momentText } from '../../terminal/amounts.ts'
import type { RunSight } from '../views/run-sight.ts'
import { line, linesOf, oneLine, type ProgressLine } from './progress-line.ts'

export function describeBegin(
  { command, at }: Extract<Event, { type: 'CommandIssued' }>,
  sight: RunSight,
): ProgressLine | null {
  switch (command.type) {
    case 'RunAgent': {
      const aside = sight.aside(command)
      const begins = `the ${command.role} begins${aside === null ? '' : `, ${oneLine(aside)}`}`
      return line(phaseOf(command.id), begins, { begins: true })
    }
    case 'RunChecks':
      return line(
        'checks',
        `${command.checks.map((check) => check.name).join(', ')} ${command.checks.length === 1 ? 'begins' : 'begin'}`,
        { begins: true },
      )
    case 'CaptureUi':
      return line('review-ui', 'the product is started and looked at', { begins: true })
    case 'WriteDocuments':
      return command.decision === null ? null : describeDecision(command.decision)
    case 'SmokeTest':
      return line('smoke', 'the product is started and asked', { begins: true })
    case 'RunHook':
      return line('hook', `${oneLine(command.hook)} begins`, { begins: true })
    case 'AwaitCi':
      return line('ci', `waiting for the forge until ${momentText(command.deadline, at)}`, { begins: true })
    case 'MergePull':
      return command.how === 'direct'
        ? null
        : line(
            'merge',
            `labelled ${oneLine(command.label)}; the forge is to merge it by ${momentText(command.deadline, at)}`,
            { begins: true },
          )
    case 'WakeAt':
      return line('wait', `until ${momentText(command.at, at)}: ${oneLine(command.why)}`, { tone: 'warn' })
    case 'AskHuman':
      return line('gate', `needs you: ${oneLine(command.gate.question)}`, {
        tone: 'warn',
        detail: linesOf(command.gate.detail),
      })
    default:
      return null
  }
}

function describeDecision({ decision, subject, reason, by }: JournaledDecision): ProgressLine {
  const what = subject === null ? decision : `${decision} ${subject}`
  const who = by === 'agent' ? ' (by the orchestrator)' : ''
  return line('decide', `${oneLine(what)}${who}: ${oneLine(reason)}`)
}
