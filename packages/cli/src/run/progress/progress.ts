/**
 * Owns what is seen of a run while it works: a line for every event, printed once and never repainted, and below them,
 * on a terminal only, one live line that says what is under way, since when, what it has cost and what comes next.
 */

import { isWakeAt } from '@harness/core/effects/wake-at'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import { clockText, costText, durationText, momentText, tokensText } from '@harness/formats/text/amounts'
import type { AnyEffects } from '@harness/shell/effects/effect'
import type { ProgressLine } from '@harness/shell/effects/progress-line'
import type { ProgressOptions } from '../../line/face.ts'
import { openLiveLine } from '../../terminal/live-line.ts'
import { describeEvent } from './describe-event.ts'
import type { RunSight } from './run-sight.ts'

export interface Progress {
  onEvent(event: AnyEvent, sight: RunSight): void
  /** The live line goes away and stays away until the next event: somebody else needs the terminal. */
  pause(): void
  close(): void
}

/** One more than the longest phase has letters. */
const phaseColumns = 12
const repaintMs = 1_000

interface UnderWay {
  readonly what: string
  readonly since: number
  readonly until: number | null
}

export function openProgress({ terminal, now, aside }: ProgressOptions): Progress {
  const { colours } = terminal
  const live =
    terminal.canRepaint && !aside ? openLiveLine(terminal.output, terminal.columns, colours.faint) : null
  const print = aside ? terminal.note : terminal.print
  const issuedAt = new Map<string, number>()
  let startedAt: number | null = null
  const inFlight = new Map<string, UnderWay>()
  let underWay: UnderWay | null = null
  let latest: RunSight | null = null
  let warned: readonly string[] = []

  const repaint = (): void => {
    if (underWay !== null && latest !== null)
      live?.show(statusText(underWay, latest, startedAt ?? now(), now()))
  }
  const timer = live === null ? null : setInterval(repaint, repaintMs)
  timer?.unref()

  const put = (at: number, { phase, text, detail, tone }: ProgressLine, follows: string | null): void => {
    const paint = tone === 'plain' ? (it: string) => it : colours[tone]
    const then = follows === null ? '' : colours.faint(` → ${follows}`)
    print(
      `${colours.faint(clockText(at))}  ${colours.strong(phase.padEnd(phaseColumns))}${paint(text)}${then}`,
    )
    for (const each of detail) print(`${' '.repeat(clockText(at).length + 2 + phaseColumns)}${each}`)
  }

  return {
    onEvent(event, sight) {
      startedAt ??= event.at
      latest = sight
      if (isRunEvent(event, 'CommandIssued')) issuedAt.set(event.command.id, event.at)
      const began = isOutcome(event) ? (issuedAt.get(event.commandId) ?? null) : null
      if (isOutcome(event)) issuedAt.delete(event.commandId)
      follow(inFlight, event, sight)
      underWay = together(inFlight)
      const line = describeEvent(event, sight, began)
      live?.clear()
      if (line !== null && !(line.begins && live !== null))
        put(event.at, line, isOutcome(event) ? sight.follows : null)
      for (const warning of sight.warnings.filter((it) => !warned.includes(it))) {
        put(
          event.at,
          { phase: sight.warningsIn ?? 'budget', text: warning, detail: [], tone: 'warn', begins: false },
          null,
        )
      }
      warned = sight.warnings
      repaint()
    },
    pause() {
      underWay = null
      live?.clear()
    },
    close() {
      if (timer !== null) clearInterval(timer)
      live?.clear()
    },
  }
}

/** Keeps what is in flight; taken up again, nothing is issued again. */
function follow(inFlight: Map<string, UnderWay>, event: AnyEvent, sight: RunSight): void {
  if (isRunEvent(event, 'CommandIssued'))
    inFlight.set(event.command.id, begun(event.command, event.at, sight.effects))
  else if (isOutcome(event)) inFlight.delete(event.commandId)
  else if (isRunEvent(event, 'RunEnded') || isRunEvent(event, 'RunInterrupted')) inFlight.clear()
  else if (isRunEvent(event, 'RunResumed')) {
    inFlight.clear()
    for (const command of sight.wanted()) inFlight.set(command.id, begun(command, event.at, sight.effects))
  }
}

function begun(command: AnyCommand, since: number, effects: AnyEffects): UnderWay {
  const what = effects[command.type]?.underWay?.(command) ?? command.type
  return { what, since, until: isWakeAt(command) ? command.at : null }
}

/** One line for all that goes on at once; a wait only where there is nothing else. */
function together(inFlight: ReadonlyMap<string, UnderWay>): UnderWay | null {
  const all = [...inFlight.values()]
  const working = all.filter(({ until }) => until === null)
  const shown = working.length > 0 ? working : all.slice(0, 1)
  const [first] = shown
  if (first === undefined) return null
  return { ...first, what: shown.map(({ what }) => what).join(' + ') }
}

function statusText(underWay: UnderWay, sight: RunSight, startedAt: number, now: number): string {
  const parts =
    underWay.until === null
      ? [sight.follows ?? sight.phase, underWay.what, durationText(now - underWay.since)]
      : [
          `waits until ${momentText(underWay.until, now)}`,
          `${durationText(underWay.until - now)} left`,
          underWay.what,
        ]
  return [
    ...parts,
    `run ${durationText(now - startedAt)}`,
    tokensText(sight.spent.tokens),
    costText(sight.spent),
    ...(sight.next === null ? [] : [`then ${sight.next}`]),
  ].join(' · ')
}
