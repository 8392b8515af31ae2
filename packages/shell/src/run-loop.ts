import type { Command } from '@harness/core/command'
import type { Event, RunEnd } from '@harness/core/event'
import { type Gate, gateExitCode } from '@harness/core/gate'
import type { Decision, Playbook } from '@harness/core/playbook'

/** Everything the loop asks of the outside. Events arrive in the order in which they were made durable. */
export interface RunPort {
  /** Journals the command unless that was done before a crash, then begins it. */
  start(command: Command): Promise<void>
  /** The next journaled event; null when nothing more will come by itself, because only people can answer. */
  next(): Promise<Event | null>
  /** Journals how the run ended or paused. */
  finish(end: RunEnd): Promise<Event>
}

/** Told of every journaled event and the state it led to: sidecars, terminal, snapshots. */
export type Observe<State> = (event: Event, state: State) => Promise<void>

/** Why the loop let go of the run. */
export type Rest =
  | { readonly type: 'ended'; readonly end: RunEnd }
  | { readonly type: 'waiting'; readonly gates: readonly Gate[]; readonly exitCode: number }
  | { readonly type: 'interrupted'; readonly reason: 'signal' | 'stopped' | 'frozen' }

/** Decides, performs and folds until the run ends, waits for a person, or is interrupted. */
export async function runLoop<Input, State>(
  playbook: Playbook<Input, State>,
  initial: State,
  port: RunPort,
  observe: Observe<State>,
): Promise<Rest> {
  let state = initial
  const started = new Set<string>()
  for (;;) {
    const decision = playbook.decide(state)
    if (decision.type === 'end') {
      const event = await port.finish(decision.end)
      await observe(event, playbook.evolve(state, event))
      return { type: 'ended', end: decision.end }
    }
    for (const command of decision.commands) {
      if (started.has(command.id)) continue
      started.add(command.id)
      await port.start(command)
    }
    const event = await port.next()
    if (event === null) return waitingAt(decision)
    state = playbook.evolve(state, event)
    await observe(event, state)
    if (event.type === 'RunInterrupted') return { type: 'interrupted', reason: event.reason }
  }
}

function waitingAt(decision: Exclude<Decision, { type: 'end' }>): Rest {
  const gates = decision.commands.flatMap((command) => (command.type === 'AskHuman' ? [command.gate] : []))
  return { type: 'waiting', gates, exitCode: gateExitCode(gates) }
}
