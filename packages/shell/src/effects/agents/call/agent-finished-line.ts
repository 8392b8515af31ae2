/** Says what an agent's call came to: what it changed, and what it cost. What it answered is its playbook's to tell. Pure. */
import type { AgentFinished } from '@harness/core/effects/run-agent'
import { tokensOf } from '@harness/core/kernel/agent'
import { counted } from '@harness/core/kernel/counted'
import { phaseOf } from '@harness/core/kernel/ids'
import { costText, tokensIfAny } from '@harness/formats/text/amounts'
import { facts, line, oneLine, type ProgressLine, type Told } from '../../progress-line.ts'

export function agentFinishedLine(event: AgentFinished, { took, sight }: Told): ProgressLine {
  const { role, spending, changedFiles, violation } = event
  const phase = phaseOf(event.commandId)
  const spent = [
    took,
    tokensIfAny(tokensOf(spending.usage)),
    costText({ usd: spending.usd ?? 0, unpricedCalls: spending.usd === null ? 1 : 0 }),
  ]
  if (violation !== null)
    return line(phase, facts(`the ${role} changed files it may only read; its answer is void`, ...spent), {
      tone: 'bad',
      detail: [...violation.files.map(oneLine), `set aside in ${violation.patch}`],
    })
  const answer = sight.answerLine?.(event, spent) ?? null
  if (answer !== null) return answer
  if (changedFiles.length === 0 && sight.readsOnly?.(role) === true)
    return line(phase, facts(`the ${role} has answered`, ...spent))
  const text =
    changedFiles.length === 0
      ? `the ${role} changed nothing`
      : `the ${role} changed ${counted(changedFiles.length, 'file')}`
  return line(phase, facts(text, ...spent), { tone: changedFiles.length === 0 ? 'warn' : 'plain' })
}
