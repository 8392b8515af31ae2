import { randomUUID } from 'node:crypto'
import { type AskHuman, type GateAnswered, isAskHuman } from '@harness/core/effects/ask-human'
import { deniedAfter, noneDenied, withDeniedTold } from '@harness/core/effects/denied-calls'
import { type DeniedCalls, isAgentFailed } from '@harness/core/effects/run-agent'
import type { Spending } from '@harness/core/kernel/agent'
import type { AnyCommand, AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import type { RunEnd, RunEnded, RunInterrupted } from '@harness/core/kernel/event'
import { type GateAnswer, objectionTo } from '@harness/core/kernel/gate-answer'
import type { CommandId } from '@harness/core/kernel/ids'
import { lackedAfter, withLackedTold } from '@harness/core/kernel/lacked'
import { withSandboxTold } from '@harness/core/kernel/unconfined'
import { GateLeftOpen } from '../../effects/people/gate-left-open.ts'
import { type AnyPerformers, performerOf } from '../../effects/performer.ts'
import type { Clock } from '../../machine/clock/clock.ts'
import type { JournalStore } from '../../store/port/run-store.ts'
import type { Appended, RunPort } from './run-loop.ts'

export interface RunPortOptions {
  readonly store: JournalStore
  readonly performers: AnyPerformers
  readonly clock: Clock
  /** Commands that were issued before this process began and have no outcome yet. */
  readonly pending: ReadonlyMap<CommandId, AnyCommand>
  /** If the run was ever driven without a sandbox. */
  readonly unconfined: boolean
  /** Tool calls that its agents were not allowed before this process began; none if absent. */
  readonly denied?: DeniedCalls
  /** What its agents could not do before this process began; absent if they could do all. */
  readonly lacked?: readonly string[]
  /** True if a person at this terminal can be asked; otherwise gates stay open for another process to answer. */
  readonly attended: boolean
  isFrozen(): boolean | Promise<boolean>
  /** Keeps secrets and control sequences out of what people said from outside. */
  sanitise?(text: string): string
  /** Makes the mark of a gate that opens: no process can know it before. */
  newOpening?(): string
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
  /** Brings a person's answer from outside this process; `opening` is the mark that the answer carries. */
  answer(gate: CommandId, answer: GateAnswer, opening?: string): Promise<AnswerFate>
  /** Lets go of the run: what is in flight is cancelled and taken up again on resume. */
  interrupt(reason: RunInterrupted['reason']): Promise<void>
  /** Ends what is in flight without a word in the journal: this process can no longer keep it. */
  abandon(): Promise<void>
}

export function openRunPort(options: RunPortOptions): JournalPort {
  const { store, performers, clock, pending } = options
  const { sanitise = (text: string) => text, newOpening = randomUUID } = options
  const inFlight = new Map<CommandId, Promise<void>>()
  /** Gates that a person is still to be asked about. */
  const unasked = new Map<CommandId, AnyCommand>()
  const openGates = new Map<CommandId, AskHuman>(
    [...pending.values()].filter(isAskHuman).map((asked) => [asked.id, asked]),
  )
  /** Gates that were answered. Only they can be answered twice. */
  const concluded = new Set<CommandId>()
  const spent: { commandId: CommandId; spending: Spending }[] = []
  const cancel = new AbortController()
  const inbox = orderedInbox()
  let interrupting: Promise<void> | null = null
  let finished = false
  let latest: Promise<void> = Promise.resolve()
  let denied = options.denied ?? noneDenied
  let { lacked = [] } = options

  const journal = (event: AnyEvent): Promise<void> => {
    lacked = lackedAfter(lacked, event)
    const durable = store.append(event)
    latest = durable
    durable.catch((error) => inbox.fail(error))
    inbox.push({ event, durable })
    return durable
  }

  const conclude = async (outcome: AnyOutcome): Promise<boolean> => {
    if (concluded.has(outcome.commandId)) return false
    if (openGates.delete(outcome.commandId)) concluded.add(outcome.commandId)
    denied = deniedAfter(denied, outcome)
    await journal(outcome)
    return true
  }

  const issue = (command: AnyCommand): Promise<void> => {
    if (!isAskHuman(command)) return journal({ type: 'CommandIssued', at: clock.now(), command })
    const asked: AskHuman = { ...command, opening: newOpening() }
    // Open from here on: an answer that comes before the sync is done is journaled behind the gate.
    openGates.set(command.id, asked)
    return journal({ type: 'CommandIssued', at: clock.now(), command: asked })
  }

  const carryOut = async (command: AnyCommand): Promise<void> => {
    try {
      const attempt = { signal: cancel.signal, repeated: pending.has(command.id) }
      const outcome = await performerOf(command, performers).perform(command, attempt)
      if (cancel.signal.aborted && isAgentFailed(outcome) && outcome.error.kind === 'aborted')
        spent.push({ commandId: command.id, spending: outcome.spending })
      else if (!finished) await conclude(outcome)
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
      performerOf(command, performers)
      // A command that was issued before a crash has nothing to be written now, but what led to it may have.
      await (pending.has(command.id) ? latest : issue(command))
      if (interrupting !== null || concluded.has(command.id)) return
      if (!isAskHuman(command)) inFlight.set(command.id, carryOut(command))
      else if (options.attended) unasked.set(command.id, command)
    },
    next() {
      if (inbox.isEmpty()) askPeople()
      return inbox.next(() => inFlight.size > 0 || interrupting !== null)
    },
    async finish(end: RunEnd) {
      finished = true
      await interrupting
      cancel.abort()
      const ended: RunEnded = {
        type: 'RunEnded',
        at: clock.now(),
        end: withSandboxTold(withLackedTold(withDeniedTold(end, denied), lacked), options.unconfined),
      }
      await store.append(ended)
      await Promise.all(inFlight.values())
      return { ended, before: inbox.takeAll() }
    },
    answer: async (id, said, opening) => {
      const asked = openGates.get(id)
      if (asked === undefined) return { type: 'closed' }
      if (asked.opening !== opening) return { type: 'refused', why: notForThisOpening }
      const objection = objectionTo(asked.gate, said)
      if (objection !== null) return { type: 'refused', why: objection.why }
      const answer = { ...said, reason: sanitise(said.reason), by: sanitise(said.by) }
      const answered: GateAnswered = { type: 'GateAnswered', at: clock.now(), commandId: id, answer }
      return { type: (await conclude(answered)) ? 'taken' : 'closed' }
    },
    interrupt,
    async abandon() {
      cancel.abort()
      await Promise.all(inFlight.values())
    },
  }
}

const notForThisOpening =
  'The answer was filed before the gate opened, or does not carry the mark of the open gate.'

/** Events in the order of their appends; the next waiter gets a failure. */
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
    takeAll: (): readonly AnyEvent[] => events.splice(0).map(({ event }) => event),
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
