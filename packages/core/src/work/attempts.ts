/** Owns what stops an attempt, and what a stop or an answer gives back: retries start again, hurdles are gone. */
import type { CommandFailed } from '../effects/command-failed.ts'
import type { ForgeFailed } from '../effects/forge-failed.ts'
import type { AgentFailed, ContractBroken } from '../effects/run-agent.ts'
import type { TimerFired, WakeAt } from '../effects/wake-at.ts'
import type { AnyCommand, AnyOutcome } from '../kernel/effect.ts'
import { exitCode } from '../kernel/exit-code.ts'
import { forgeRole, type Hurdle } from '../kernel/hurdle.ts'
import { type CommandId, showCommand } from '../kernel/ids.ts'
import { type Decision, end, perform } from '../kernel/playbook.ts'
import { type RetryBudget, refill } from '../kernel/retry-budget.ts'
import { failed, halt, type Retrying, recovered } from '../kernel/retrying.ts'
import { unattended } from '../kernel/unattended.ts'
import { type Hindered, wakeAt } from './wakes.ts'

export type Stop = Extract<Hurdle, { type: 'stop' }>

/** The first stop in the list; null if nothing is stopped. */
export const firstStop = (all: readonly Hindered[]): Stop | null =>
  all.map(({ hurdle }) => hurdle).find((hurdle) => hurdle?.type === 'stop') ?? null

/** A run stops when the work under way has ended. */
export function afterWork(commands: readonly AnyCommand[], stop: Decision): Decision {
  const work = commands.filter(({ type }) => type !== 'AskHuman' && type !== 'WakeAt')
  return work.length === 0 ? stop : perform(...work)
}

/** What a run with a hurdle wants: to sleep, or to end. Null if nothing is in its way that it waits for by itself. */
export const waitOrStop = (hurdle: Hurdle | null, id: CommandId): Decision<WakeAt> | null => {
  if (hurdle?.type === 'sleep') return perform(wakeAt(id, hurdle))
  return hurdle?.type === 'stop' ? end(hurdle.end) : null
}

/** Stops with what the outcome says, and says what to do. */
export const haltWith = <State extends Retrying>(
  state: State,
  { detail, next }: { readonly detail: string; readonly next: string },
): State => halt(state, { exitCode: exitCode.halted, reason: detail, next })

/** What failed outcomes and waits make of a run that asks no person about them; null if the outcome is another one. */
export function hinderedBy<State extends Retrying>(state: State, outcome: AnyOutcome): State | null {
  const event = outcome as AgentFailed | ForgeFailed | CommandFailed | TimerFired
  switch (event.type) {
    case 'AgentFailed':
      return unattended(failed(state, event))
    case 'ForgeFailed':
      return unattended(failed(state, { ...event, role: forgeRole }))
    case 'CommandFailed':
      return haltWith(state, event)
    case 'TimerFired':
      return { ...state, hurdle: null }
    default:
      return null
  }
}

/** `run` is the name under which `harness show` finds the run. */
export const haltOnContract = <State extends Retrying>(
  state: State,
  { role, contract, problems, commandId }: ContractBroken,
  run: string,
): State =>
  halt(state, {
    exitCode: exitCode.contractBroken,
    reason: `The ${role} broke its output contract “${contract}”: ${problems.join('; ')}`,
    next: `See its answer: ${showCommand(run, commandId)}; then: harness resume`,
  })

/** A person resumed the run: a stop is lifted, and what agents had spent on failures is given back. */
export const liftStop = <State extends Retrying>(
  state: State,
  ...kinds: readonly (keyof State['retries'] & string)[]
): State => (state.hurdle?.type === 'stop' ? { ...recovered(state, ...kinds), hurdle: null } : state)

/** A person granted more: every budget is full again. */
export const refillAll = <Retries extends Readonly<Record<string, RetryBudget>>>(retries: Retries): Retries =>
  Object.fromEntries(
    Object.entries(retries).map(([kind, budget]) => [kind, refill(budget)]),
  ) as unknown as Retries
