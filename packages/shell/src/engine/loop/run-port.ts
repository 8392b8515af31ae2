import type { Spending } from '@harness/core/kernel/agent'
import type { RunEnd, RunInterrupted } from '@harness/core/kernel/event'
import { type GateAnswer, objectionTo } from '@harness/core/kernel/gate-answer'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Command, Event, Outcome } from '@harness/core/playbooks/every-effect'
import type { Clock } from '../../machine/clock/clock.ts'
import type { JournalStore } from '../../store/journal/journal-store.ts'
import type { Adapters } from './adapters.ts'
import { interpret } from './interpret.ts'
import type { Appended, RunPort } from './run-loop.ts'

export interface RunPortOptions {
  readonly store: JournalStore
  readonly adapters: Adapters
  readonly clock: Clock
  /** Commands that were issued before this process began and have no outcome yet. */
  readonly pending: ReadonlyMap<CommandId, Command>
  /** Whether somebody sits here who can be asked; otherwise gates stay open for another process to answer. */
  readonly attended: boolean
  isFrozen(): boolean | Promise<boolean>
  /** Keeps secrets and control sequences out of what people said from outside. */
  sanitise?(text: string): string
}

/** Thrown by `askHuman` when the person wants to decide later: the gate stays open and the run lets go. */
export class GateLeftOpen extends Error {
  constructor() {
    super('the gate was left open')
    this.name = 'GateLeftOpen'
  }
}

/** What became of a person's answer. */
export type AnswerFate =
  | { readonly type: 'taken' }
  /** No open gate has this id: the gate was answered before, or the run asks something else by now. */
  | { readonly type: 'closed' }
  /** The gate stays open for another answer. */
  | { readonly type: 'refused'; readonly why: string }

/** A run port over a journal: every event is durable before the loop sees it, and each command gets one outcome. */
export interface JournalPort extends RunPort {
  /** Brings a person's answer from outside this process. */
  answer(gate: CommandId, answer: GateAnswer): Promise<AnswerFate>
  /** Lets go of the run: what is in flight is cancelled and taken up again on resume. */
  interrupt(reason: RunInterrupted['reason']): Promise<void>
  /** Ends what is in flight without a word in the journal: this process can no longer keep it. */
  abandon(): Promise<void>
}

export function openRunPort(options: RunPortOptions): JournalPort {
  const { store, adapters, clock, pending, sanitise = (text: string) => text } = options
  const inFlight = new Map<CommandId, Promise<void>>()
  /** Gates that a person is still to be asked about. */
  const unasked = new Map<CommandId, Command>()
  const openGates = new Map(
    [...pending.values()].flatMap((command) =>
      command.type === 'AskHuman' ? [[command.id, command.gate] as const] : [],
    ),
  )
  const concluded = new Set<CommandId>()
  const spent: { commandId: CommandId; spending: Spending }[] = []
  const cancel = new AbortController()
  const inbox = orderedInbox()
  let interrupting: Promise<void> | null = null
  let finished = false

  const journal = (event: Event): Promise<void> => {
    const durable = store.append(event)
    durable.catch((error) => inbox.fail(error))
    inbox.push({ event, durable })
    return durable
  }

  const conclude = async (outcome: Outcome): Promise<boolean> => {
    if (concluded.has(outcome.commandId)) return false
    concluded.add(outcome.commandId)
    openGates.delete(outcome.commandId)
    await journal(outcome)
    return true
  }

  const carryOut = async (command: Command): Promise<void> => {
    try {
      const attempt = { signal: cancel.signal, repeated: pending.has(command.id) }
      const outcome = await interpret(command, adapters, attempt)
      if (cancel.signal.aborted && outcome.type === 'AgentFailed' && outcome.error.kind === 'aborted')
        spent.push({ commandId: command.id, spending: outcome.spending })
      else await conclude(outcome)
    } catch (error) {
      if (!cancel.signal.aborted && !(error instanceof GateLeftOpen)) inbox.fail(error)
    } finally {
      inFlight.delete(command.id)
      inbox.nudge()
    }
  }

  /** Only when everything that led to the gate was told: a person reads that first. */
  const askPeople = (): void => {
    for (const [id, command] of unasked)
      if (interrupting === null && !concluded.has(id)) inFlight.set(id, carryOut(command))
    unasked.clear()
  }

  const letGo = async (reason: RunInterrupted['reason']): Promise<void> => {
    cancel.abort()
    await Promise.all(inFlight.values())
    await journal({ type: 'RunInterrupted', at: clock.now(), reason, spent })
  }
  const interrupt = async (reason: RunInterrupted['reason']): Promise<void> => {
    if (finished) return
    interrupting ??= letGo(reason)
    await interrupting
  }

  return {
    async start(command) {
      if (interrupting !== null || concluded.has(command.id)) return
      if (await options.isFrozen()) return interrupt('frozen')
      if (interrupting !== null) return
      // Open from here on: an answer that comes before the sync is done is journaled behind the gate.
      if (command.type === 'AskHuman') openGates.set(command.id, command.gate)
      if (!pending.has(command.id)) await journal({ type: 'CommandIssued', at: clock.now(), command })
      if (interrupting !== null || concluded.has(command.id)) return
      if (command.type !== 'AskHuman') inFlight.set(command.id, carryOut(command))
      else if (options.attended) unasked.set(command.id, command)
    },
    next() {
      if (inbox.isEmpty()) askPeople()
      return inbox.next(() => inFlight.size > 0 || interrupting !== null)
    },
    async finish(end: RunEnd) {
      finished = true
      await interrupting
      const event: Event = { type: 'RunEnded', at: clock.now(), end }
      await store.append(event)
      return event
    },
    answer: async (id, said) => {
      const gate = openGates.get(id)
      if (gate === undefined) return { type: 'closed' }
      const objection = objectionTo(gate, said)
      if (objection !== null) return { type: 'refused', why: objection.why }
      const answer = { ...said, reason: sanitise(said.reason), by: sanitise(said.by) }
      const isTaken = await conclude({ type: 'GateAnswered', at: clock.now(), commandId: id, answer })
      return { type: isTaken ? 'taken' : 'closed' }
    },
    interrupt,
    async abandon() {
      cancel.abort()
      await Promise.all(inFlight.values())
    },
  }
}

/** Events in the order of their appends; a failure is handed to whoever waits next. */
function orderedInbox() {
  const events: Appended[] = []
  const failures: unknown[] = []
  let wake: () => void = () => {}
  return {
    push(appended: Appended): void {
      events.push(appended)
      wake()
    },
    fail(error: unknown): void {
      failures.push(error)
      wake()
    },
    isEmpty: (): boolean => events.length === 0,
    nudge: (): void => wake(),
    async next(moreMayCome: () => boolean): Promise<Appended | null> {
      for (;;) {
        if (failures.length > 0) throw failures[0]
        const appended = events.shift()
        if (appended !== undefined) return appended
        if (!moreMayCome()) return null
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
