/**
 * Owns what is seen of a run while it works: a line for every event, printed once and never repainted, and below them,
 * on a terminal only, one live line that says what is under way, since when, what it has cost and what comes next.
 */

import { isWakeAt } from '@harness/core/effects/wake-at'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import { clockText, costText, durationText, momentText, tokensIfAny } from '@harness/formats/text/amounts'
import type { OnAgentEvent } from '@harness/shell/effects/agents/port/agent-ports'
import type { AnyEffects } from '@harness/shell/effects/effect'
import type { ProgressLine } from '@harness/shell/effects/progress-line'
import type { ProgressOptions } from '../../line/face.ts'
import { fittedLine, type LinePart } from '../../terminal/fitted-line.ts'
import { openLiveLine } from '../../terminal/live-line.ts'
import type { Doing } from './agent-activity.ts'
import { type AgentView, leastRepaintMs, openAgentView } from './agent-view.ts'
import { describeEvent } from './describe-event.ts'
import type { RunSight } from './run-sight.ts'

export interface Progress {
  onEvent(event: AnyEvent, sight: RunSight): void
  onAgent: OnAgentEvent
  /** The live line goes away and stays away until the next event: another program needs the terminal. */
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

export function openProgress(options: ProgressOptions): Progress {
  const { terminal, now, aside } = options
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
  let paintedAt = Number.NEGATIVE_INFINITY
  const view = openAgentView(options, (text) => {
    live?.clear()
    print(text)
  })

  const repaint = (): void => {
    if (underWay === null || latest === null) return
    paintedAt = now()
    const parts = statusParts(underWay, latest, view.activity, { startedAt: startedAt ?? now(), now: now() })
    live?.show(fittedLine(parts, terminal.columns() - 1))
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
      view.onEvent(event)
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
    onAgent(call, event) {
      view.onAgent(call, event)
      if (now() - paintedAt >= leastRepaintMs) repaint()
    },
    pause() {
      underWay = null
      live?.clear()
    },
    close() {
      view.close()
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

/** One line for all that goes on at once; a wait only if there is nothing else. */
function together(inFlight: ReadonlyMap<string, UnderWay>): UnderWay | null {
  const all = [...inFlight.values()]
  const working = all.filter(({ until }) => until === null)
  const shown = working.length > 0 ? working : all.slice(0, 1)
  const [first] = shown
  if (first === undefined) return null
  return { ...first, what: shown.map(({ what }) => what).join(' + ') }
}

/** An agent that was heard says what it does; its seconds are those of that one thing. */
function statusParts(
  underWay: UnderWay,
  sight: RunSight,
  activity: AgentView['activity'],
  { startedAt, now }: { readonly startedAt: number; readonly now: number },
): readonly LinePart[] {
  const doing = underWay.until === null ? activity.latest() : null
  const tokens = tokensIfAny(sight.spent.tokens + activity.tokens())
  return [
    ...(underWay.until === null
      ? workParts(underWay, sight.follows ?? sight.phase, doing, activity.count(), now)
      : waitParts(underWay.until, underWay.what, now)),
    { text: `run ${durationText(now - startedAt)}`, rank: 5 },
    ...(tokens === null ? [] : [{ text: tokens, rank: 3 }]),
    // The price of a call is known when it has ended.
    { text: costText(sight.spent, activity.tokens() > 0), rank: 2 },
    ...(sight.next === null ? [] : [{ text: `then ${sight.next}`, rank: 6 }]),
  ]
}

function workParts(
  { what, since }: UnderWay,
  phase: string,
  doing: Doing | null,
  agents: number,
  now: number,
): readonly LinePart[] {
  if (doing === null)
    return [
      { text: phase, rank: 4 },
      { text: what, rank: 0, shrinks: true },
      { text: durationText(now - since), rank: 1 },
    ]
  return [
    { text: phase, rank: 4 },
    { text: agents > 1 ? `${doing.role} (1 of ${agents} agents)` : doing.role, rank: 0 },
    { text: doing.what, rank: 0, shrinks: true },
    { text: durationText(now - doing.since), rank: 1 },
  ]
}

const waitParts = (until: number, what: string, now: number): readonly LinePart[] => [
  { text: `waits until ${momentText(until, now)}`, rank: 0 },
  { text: `${durationText(until - now)} left`, rank: 1 },
  { text: what, rank: 0, shrinks: true },
]
