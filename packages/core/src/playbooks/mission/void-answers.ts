/**
 * Owns what follows an answer that cannot be used: it goes back to the role that gave it, with the reason. A void answer
 * is never an issue for a worker. A role that gives two of them stops the run; after another two a person is asked.
 */

import type { ContractBroken } from '../../effects/run-agent.ts'
import { fenced, type Slice } from '../../kernel/envelope.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { showCommand } from '../../kernel/ids.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { halt, recovered, spend } from '../../kernel/retrying.ts'
import { bulleted } from '../../work/report-sections.ts'
import { say } from './catalogue.ts'
import type { AgentFinished } from './effects.ts'
import { escalate } from './escalating.ts'
import { type Flight, subjectOf, type Voided } from './flight.ts'
import { stuckWith } from './outcomes.ts'
import { type MissionState, mainSubject, noted, withFlight } from './state.ts'

type VoidAnswer = Pick<AgentFinished, 'role' | 'commandId'>

/** Why an answer is void that changed files, or that has another form than was asked for. */
export function whyVoid(event: AgentFinished | ContractBroken): readonly string[] {
  if (event.type === 'ContractBroken') return event.problems
  const changed = event.violation?.files ?? []
  return changed.length === 0
    ? ['The answer does not have the form that was asked for.']
    : [`${changed.join(', ')} changed during the turn, and this role only reads.`]
}

/** The role has given an answer that can be used. */
export const heard = <Asked extends Flight | MissionState>(asked: Asked): Asked => ({
  ...recovered(asked, 'voidAnswer'),
  voided: null,
})

const nextVoid = (
  before: Voided | null,
  { role }: VoidAnswer,
  why: readonly string[],
  found: NonNullable<Voided['found']> = [],
): Voided => ({
  role,
  why,
  ...(found.length === 0 ? {} : { found }),
  rounds: before?.role === role ? before.rounds : 0,
})

const another = (voided: Voided): Voided => ({ ...voided, rounds: voided.rounds + 1 })

/** Told at the end of the envelope, so that the prefix stays. */
export const voidSlice = (voided: Voided | null, role: string): readonly Slice[] =>
  voided === null || voided.role !== role
    ? []
    : say(
        'call',
        'Your answer before was void',
        `Nothing of it counts. Give the whole answer again, and settle each point:\n${bulleted(voided.why)}${foundText(voided)}`,
      )

const foundText = ({ found = [] }: Voided): string =>
  found.length === 0
    ? ''
    : `\n\n${fenced(
        'issues that your answer named',
        bulleted(found.map(({ severity, title, detail }) => `[${severity}] ${title}: ${detail}`)),
        'Report each of them again if it is still there.',
      )}`

const asksAgain = (role: string, about: string, why: readonly string[]): string =>
  `The ${role}${about} gave a void answer, and is asked again: ${why.join(' ')}`

const looking: ReadonlySet<string> = new Set(['validator', 'ui-qa', 'crosscheck'])

export function answerVoid(
  state: MissionState,
  flight: Flight,
  event: VoidAnswer,
  why: readonly string[],
  found: NonNullable<Voided['found']> = [],
): MissionState {
  const { role, commandId } = event
  const id = subjectOf(flight.task)
  const voided = nextVoid(flight.voided, event, why, found)
  if (!isExhausted(flight.retries.voidAnswer))
    return withFlight(
      noted(state, asksAgain(role, ` of ${id}`, why)),
      spend({ ...flight, voided }, 'voidAnswer'),
    )
  if (voided.rounds > 0)
    return stuckWith(
      state,
      {
        ...recovered({ ...flight, voided }, 'voidAnswer'),
        verdicts: [],
        found: [],
        // A role that only looks is asked again: a worker could do nothing about its answer.
        onAnswer: looking.has(role) ? 'worked' : 'ruled',
        tried: [...flight.tried, `The ${role} was asked four times and gave no usable answer.`],
      },
      `The ${role} gives no usable answer about ${id}, also after a fresh start (${showCommand(mainSubject, commandId)}). What should it know? Answer, or give the role another model, and grant.`,
    )
  return withFlight(
    state,
    halt(
      { ...flight, voided: another(voided) },
      {
        exitCode: exitCode.contractBroken,
        reason: `The ${role} gave no usable answer about ${id} twice: ${why.join(' ')}`,
        next: nextStep(commandId),
      },
    ),
  )
}

const nextStep = (commandId: VoidAnswer['commandId']): string =>
  `See its answer: ${showCommand(mainSubject, commandId)}; then: harness resume`

export function mainVoid(state: MissionState, event: VoidAnswer, why: readonly string[]): MissionState {
  const { role, commandId } = event
  const voided = nextVoid(state.voided, event, why)
  if (!isExhausted(state.retries.voidAnswer))
    return spend(noted({ ...state, voided }, asksAgain(role, '', why)), 'voidAnswer')
  if (voided.rounds > 0)
    return escalate(
      { ...recovered(state, 'voidAnswer'), voided: { ...voided, rounds: 0 } },
      {
        why: `The ${role} was asked four times and gave no usable answer.`,
        question: `What should the ${role} know? Answer, or give the role another model, and grant.`,
        feature: null,
        isCap: false,
        back: state.main,
      },
    )
  return halt(
    { ...state, voided: another(voided) },
    {
      exitCode: exitCode.contractBroken,
      reason: `The ${role} gave no usable answer twice: ${why.join(' ')}`,
      next: nextStep(commandId),
    },
  )
}
