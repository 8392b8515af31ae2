import { isAskHuman } from '@harness/core/effects/ask-human'
import { isRunAgent } from '@harness/core/effects/run-agent'
import type { Event } from '@harness/core/playbooks/spec/effects'
import { questionsInRound } from '@harness/core/playbooks/spec/rounds'
import type { SpecState } from '@harness/core/playbooks/spec/state'
import type { Checker, Complaint } from '../../engine/checker.ts'

const isAnalyst = (role: string): boolean => /^spec\/\w+-analyst$/.test(role)

/**
 * Told from the journal alone. No analyst, and not the critic, is told what an analyst wrote. People are asked in at most
 * three rounds, and never more than a round allows. No critic follows a revision.
 */
export function independent(): Checker<SpecState, Event> {
  const analyses: string[] = []
  const rounds = new Map<string, number>()
  let isRevised = false

  const asked = (name: string, detail: string): Complaint => {
    const [, number = ''] = /^questions-(\d+)$/.exec(name) ?? []
    if (number === '') return null
    const count = [...detail.matchAll(/^\*\*\d+\. /gm)].length
    rounds.set(name, count)
    const most = questionsInRound[Number(number) - 1]
    return most === undefined || count > most ? `round ${number} has ${count} questions` : null
  }
  const called = (role: string, told: string): Complaint => {
    if (role === 'spec/reviser') isRevised = true
    if (role === 'spec/critic' && isRevised) return 'a critic follows the revision'
    const isAlone = isAnalyst(role) || role === 'spec/critic'
    return isAlone && analyses.some((text) => told.includes(text)) ? `the ${role} sees an analysis` : null
  }
  return {
    name: 'independent',
    durable(event) {
      if (event.type === 'CommandIssued') {
        const { command } = event
        if (isAskHuman(command)) return asked(command.gate.name, command.gate.detail)
        if (!isRunAgent(command)) return null
        return called(command.role, command.slices.map(({ text }) => text).join('\n'))
      }
      if (event.type !== 'AgentFinished') return null
      if (isAnalyst(event.role))
        analyses.push(...Object.values(event.artifacts ?? {}).map((text) => text.trim()))
      return null
    },
    settled: () => (rounds.size > questionsInRound.length ? `${rounds.size} rounds of questions` : null),
  }
}
