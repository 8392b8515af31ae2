/**
 * Owns what follows an answer that cannot be used: it goes back to the role that gave it, with the reason. A void answer
 * is never an issue for a worker. If a role gives two of them, a person reads the last one; other features continue.
 * Without a plan nothing can continue: the run stops, and a resume asks again.
 */

import type { ContractBroken } from '../../../effects/run-agent.ts'
import { exitCode } from '../../../kernel/exit-code.ts'
import { showCommand } from '../../../kernel/ids.ts'
import { isExhausted } from '../../../kernel/retry-budget.ts'
import { halt, recovered, spend } from '../../../kernel/retrying.ts'
import { boundedAnswer } from '../../../work/bounded-answer.ts'
import type { Answer } from '../state/answers.ts'
import type { AgentFinished } from '../state/effects.ts'
import { type Flight, subjectOf } from '../state/flight.ts'
import { type MissionState, mainSubject, noted, withFlight } from '../state/state.ts'
import { stuckWith } from './outcomes.ts'

type VoidAnswer = Pick<AgentFinished, 'role' | 'commandId' | 'text'>

/** Why an answer is void that changed files, or that has another form than was asked for. */
export function whyVoid(event: AgentFinished | ContractBroken): readonly string[] {
  if (event.type === 'ContractBroken') return event.problems
  const changed = event.violation?.files ?? []
  return changed.length === 0
    ? ['The answer does not have the form that was asked for.']
    : [`${changed.join(', ')} changed during the turn, and this role only reads.`]
}

/** What was said in the form that was asked for; null if the answer cannot be used. */
export const usableAnswer = <Kind extends Answer['kind']>(
  event: AgentFinished | ContractBroken,
  kind: Kind,
): Extract<Answer, { kind: Kind }> | null =>
  event.type === 'AgentFinished' && event.violation === null && event.answer.kind === kind
    ? (event.answer as Extract<Answer, { kind: Kind }>)
    : null

/** The role has given an answer that can be used. */
export const heard = <Asked extends Flight | MissionState>(asked: Asked): Asked => ({
  ...recovered(asked, 'voidAnswer'),
  voided: null,
})

/** The same of a role that looks: what another one was told about its own answer stays. */
export const heardLook = (flight: Flight, role: string): Flight =>
  flight.voided === null || flight.voided.role === role
    ? heard(flight)
    : { ...heard(flight), voided: flight.voided }

const asksAgain = (role: string, about: string, why: readonly string[]): string =>
  `The ${role}${about} gave a void answer, and is asked again: ${why.join(' ')}`

const looking: ReadonlySet<string> = new Set(['validator', 'ui-qa', 'crosscheck'])

export function answerVoid(
  state: MissionState,
  flight: Flight,
  event: VoidAnswer,
  why: readonly string[],
): MissionState {
  const { role, commandId } = event
  const id = subjectOf(flight.task)
  const voided = { role, why }
  if (!isExhausted(flight.retries.voidAnswer))
    return withFlight(
      noted(state, asksAgain(role, ` of ${id}`, why)),
      spend({ ...flight, voided }, 'voidAnswer'),
    )
  const said = event.text.trim() === '' ? '' : `\n${boundedAnswer(mainSubject, event)}`
  return stuckWith(
    state,
    {
      ...recovered(flight, 'voidAnswer'),
      voided,
      verdicts: [],
      found: [],
      tried: [...flight.tried, `The ${role} gave no usable answer twice (${why.join(' ')}).${said}`],
    },
    `The ${role} gives no usable answer about ${id} (${showCommand(mainSubject, commandId)}). What should it know? Answer, or give the role another model, and grant.`,
    // A role that only looks is asked again: a worker could do nothing about its answer.
    looking.has(role) ? 'worked' : 'ruled',
  )
}

export const mainVoid = (state: MissionState, event: VoidAnswer, why: readonly string[]): MissionState => {
  const { role, commandId } = event
  const voided = { ...state, voided: { role, why } }
  return isExhausted(state.retries.voidAnswer)
    ? halt(voided, {
        exitCode: exitCode.contractBroken,
        reason: `The ${role} gave no usable answer twice: ${why.join(' ')}`,
        next: `See its answer: ${showCommand(mainSubject, commandId)}; then: harness resume`,
      })
    : spend(noted(voided, asksAgain(role, '', why)), 'voidAnswer')
}
