/**
 * The run port of a replay: what the loop decides is held against what the recorded run did, in the recorded order.
 * Commands that were under way at the same time are played one after the other, in the order in which they ended, so that
 * every replay of a run is the same. If the two differ, the replay stops.
 */

import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import { deniedAfter, noneDenied, withDeniedTold } from '@harness/core/effects/denied-calls'
import type { AnyCommand, AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import {
  type CommandIssued,
  isOutcome,
  isRunEvent,
  type RunEnded,
  type RunStarted,
} from '@harness/core/kernel/event'
import { isGivenUp } from '@harness/core/kernel/given-up'
import type { CommandId } from '@harness/core/kernel/ids'
import { lackedAfter, withLackedTold } from '@harness/core/kernel/lacked'
import { isUnconfinedTold, withSandboxTold } from '@harness/core/kernel/unconfined'
import type { RunPort } from '../loop/run-loop.ts'
import { type Difference, eventComparison } from './compare-events.ts'

export interface ReplayPortOptions {
  /** How the replayed run began. */
  readonly begun: RunStarted
  /** What is to be followed, from `RunStarted` on. */
  readonly recorded: readonly AnyEvent[]
  /** Whether the recording goes on behind that. */
  readonly isCut: boolean
  /** Does a command again that came to `before`. */
  play(command: AnyCommand, before: AnyOutcome): Promise<AnyOutcome>
  append(event: AnyEvent): Promise<void>
  readonly stop: AbortSignal
}

export interface ReplayPort extends RunPort {
  readonly compared: number
  readonly difference: Difference | null
  /** What one of the two wanted and the other did not. */
  readonly diverged: string | null
  /** Whether the two have parted, or nothing is left to follow. */
  isOver(): boolean
  /** What a person did while no process worked on the run: resume or abandon; null if neither. */
  between(): Promise<AnyEvent | null>
}

export function openReplayPort(options: ReplayPortOptions): ReplayPort {
  const { begun, recorded, isCut, play, append, stop } = options
  const wanted = new Map<CommandId, AnyCommand>()
  const issued = new Set(
    recorded.flatMap((event) => (isRunEvent(event, 'CommandIssued') ? [event.command.id] : [])),
  )
  const comparison = eventComparison()
  const [first] = recorded
  let at = 1
  let difference = first === undefined ? null : comparison.compare(first, begun)
  let diverged: string | null = null

  const isOver = (): boolean => difference !== null || diverged !== null || at >= recorded.length

  /** An interrupted run may have wanted commands that it never started. */
  const mayBeUnissued = (): boolean =>
    isCut || recorded.slice(at).some(isInterruption) || !endsItself(recorded)

  const follow = async (before: AnyEvent, replayed: AnyEvent) => {
    difference = comparison.compare(before, replayed)
    const durable = append(replayed)
    await durable
    return difference === null ? { event: replayed, durable } : null
  }

  return {
    get compared() {
      return comparison.compared
    },
    get difference() {
      return difference
    },
    get diverged() {
      return diverged
    },
    isOver,
    async between() {
      const event = recorded[at]
      if (event === undefined || (!isRunEvent(event, 'RunResumed') && !isGivingUp(event))) return null
      at++
      await append(event)
      return event
    },
    async start(command) {
      if (!issued.has(command.id) && !mayBeUnissued())
        diverged ??= `The replayed run wants ${command.type} ${command.id}, which the recorded one never did.`
      wanted.set(command.id, command)
    },
    async next() {
      stop.throwIfAborted()
      const before = isOver() ? undefined : recorded[at]
      if (before === undefined || isGivingUp(before)) return null
      at++
      if (isRunEvent(before, 'RunInterrupted') || isRunEvent(before, 'RunResumed')) {
        const durable = append(before)
        return { event: before, durable }
      }
      if (isRunEvent(before, 'CommandIssued')) {
        const command = wanted.get(before.command.id)
        if (command !== undefined) return follow(before, { ...before, command: asOpened(command, before) })
        diverged = `The recorded run wanted ${before.command.type} ${before.command.id} here, and the replayed one does not.`
        return null
      }
      if (isRunEvent(before, 'RunEnded')) {
        diverged = `The recorded run ended here (${before.end.outcome}), and the replayed one goes on.`
        return null
      }
      const command = isOutcome(before) ? wanted.get(before.commandId) : undefined
      if (!isOutcome(before) || command === undefined) {
        diverged = `The recording has ${before.type} here, which the playbook did not ask for.`
        return null
      }
      wanted.delete(command.id)
      return follow(before, await play(command, before))
    },
    async finish(end) {
      const before = recorded[at]
      // The playbook does not know of the machine: its end is told as it was recorded.
      const unconfined = isRunEvent(before, 'RunEnded') && isUnconfinedTold(before.end)
      const past = recorded.slice(0, at)
      const denied = withDeniedTold(end, past.reduce(deniedAfter, noneDenied))
      const lacked = withLackedTold(denied, past.reduce<readonly string[]>(lackedAfter, []))
      const told = withSandboxTold(lacked, unconfined)
      const event: RunEnded = { type: 'RunEnded', at: before?.at ?? 0, end: told }
      if (isRunEvent(before, 'RunEnded')) {
        at++
        await follow(before, event)
      } else if (!isOver()) {
        diverged = `The replayed run ends here (${end.outcome}), and the recorded one had ${before?.type ?? 'nothing more'}.`
      }
      return { ended: event, before: [] }
    },
  }
}

/** A gate has the mark that it was opened with. */
function asOpened(command: AnyCommand, { command: before }: CommandIssued): AnyCommand {
  if (!isAskHuman(command) || !isAskHuman(before) || before.opening === undefined) return command
  const opened: AskHuman = { ...command, opening: before.opening }
  return opened
}

const isInterruption = ({ type }: AnyEvent): boolean => type === 'RunInterrupted' || type === 'RunResumed'

const isGivingUp = (event: AnyEvent): boolean => isRunEvent(event, 'RunEnded') && isGivenUp(event.end)

/** Whether the playbook had the last word: the run was not killed or abandoned before. */
function endsItself(recorded: readonly AnyEvent[]): boolean {
  const last = recorded.at(-1)
  return isRunEvent(last, 'RunEnded') && !isGivingUp(last)
}
