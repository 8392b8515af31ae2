import { isAskHuman } from '@harness/core/effects/ask-human'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent, type RunEnd, type RunEnded } from '@harness/core/kernel/event'
import { type Gate, gateExitCode } from '@harness/core/kernel/gate'
import type { Decision, Playbook } from '@harness/core/kernel/playbook'

/** Everything the loop asks of the outside. Events arrive in the order in which they were appended. */
export interface RunPort {
  /** Journals the command unless that was done before a crash, then begins it: never before that is durable. */
  start(command: AnyCommand): Promise<void>
  /** The next appended event; null when nothing more will come by itself, because only people can answer. */
  next(): Promise<Appended | null>
  /** Journals how the run ended or paused. What is still in flight is cancelled, and no outcome of it is journaled. */
  finish(end: RunEnd): Promise<Finished>
}

export interface Finished {
  readonly ended: RunEnded
  /** What was appended before the end, and the loop has not taken. */
  readonly before: readonly AnyEvent[]
}

/**
 * An event on its way to the disk. It may be folded at once, for folding has no effect; only when it is durable may
 * anything be done or told because of it. So an outcome and the command that follows from it share one sync.
 */
export interface Appended {
  readonly event: AnyEvent
  readonly durable: Promise<void>
}

/** Told of every journaled event and the state it led to: sidecars, terminal, snapshots. */
export type Observe<State> = (event: AnyEvent, state: State) => Promise<void>

/** Why the loop let go of the run. */
export type Rest =
  | { readonly type: 'ended'; readonly end: RunEnd }
  | { readonly type: 'waiting'; readonly gates: readonly Gate[]; readonly exitCode: number }
  | { readonly type: 'interrupted'; readonly reason: 'signal' | 'stopped' | 'frozen' }

/** Decides, performs and folds until the run ends, waits for a person, or is interrupted. */
export async function runLoop<Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  initial: State,
  port: RunPort,
  observe: Observe<State>,
): Promise<Rest> {
  let state = initial
  const started = new Set<string>()
  for (let last: Appended | null = null; ; ) {
    const decision = playbook.decide(state)
    if (decision.type === 'end') {
      const { ended, before } = await port.finish(decision.end)
      if (last !== null) await observe(last.event, state)
      for (const event of [...before, ended]) {
        state = playbook.evolve(state, event)
        await observe(event, state)
      }
      return { type: 'ended', end: ended.end }
    }
    forgetEnded(started, last, decision.commands)
    const wanted = decision.commands.filter((command) => !started.has(command.id))
    for (const command of wanted) started.add(command.id)
    await Promise.all(wanted.map((command) => port.start(command)))
    await last?.durable
    if (last !== null) await observe(last.event, state)
    if (last !== null && isRunEvent(last.event, 'RunInterrupted'))
      return { type: 'interrupted', reason: last.event.reason }

    last = await port.next()
    if (last === null) return waitingAt(decision)
    state = playbook.evolve(state, last.event)
  }
}

/** A run may go on for weeks: nothing is kept of a command that has ended and is not wanted any more. */
function forgetEnded(started: Set<string>, last: Appended | null, wanted: readonly AnyCommand[]): void {
  if (last === null || !isOutcome(last.event)) return
  const { commandId } = last.event
  if (!wanted.some(({ id }) => id === commandId)) started.delete(commandId)
}

function waitingAt(decision: Exclude<Decision<AnyCommand>, { type: 'end' }>): Rest {
  const gates = decision.commands.flatMap((command) => (isAskHuman(command) ? [command.gate] : []))
  return { type: 'waiting', gates, exitCode: gateExitCode(gates) }
}
