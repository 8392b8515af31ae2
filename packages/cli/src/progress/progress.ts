/**
 * Owns what is seen of a run while it works: a line for every event, printed once and never repainted, and below them,
 * on a terminal only, one live line that says what is under way, since when, what it has cost and what comes next.
 */
import type { Event } from '@harness/core/event'
import { isOutcome } from '@harness/core/event'
import { stripControl } from '@harness/shell/redaction/strip-control'
import { clockText, costText, durationText, momentText, tokensText } from '../terminal/amounts.ts'
import { openLiveLine } from '../terminal/live-line.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { RunSight } from '../views/run-sight.ts'
import { describeEvent, type ProgressLine } from './describe-event.ts'
import { underWayAgain } from './under-way-again.ts'

export interface Progress {
  onEvent(event: Event, sight: RunSight): void
  /** The live line goes away and stays away until the next event: somebody else needs the terminal. */
  pause(): void
  close(): void
}

export interface ProgressOptions {
  readonly terminal: Terminal
  now(): number
  /** Where the answer on standard output is for a program, progress goes to standard error. */
  readonly aside: boolean
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
      if (event.type === 'CommandIssued') issuedAt.set(event.command.id, event.at)
      const began = isOutcome(event) ? (issuedAt.get(event.commandId) ?? null) : null
      underWay = nextUnderWay(event, underWay, sight)
      const line = describeEvent(event, sight, began)
      live?.clear()
      if (line !== null && !(line.begins && live !== null))
        put(event.at, line, isOutcome(event) ? sight.follows : null)
      for (const warning of sight.warnings.filter((it) => !warned.includes(it))) {
        put(event.at, { phase: 'budget', text: warning, detail: [], tone: 'warn', begins: false }, null)
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

function nextUnderWay(event: Event, before: UnderWay | null, sight: RunSight): UnderWay | null {
  const { sleep } = sight
  if (event.type === 'CommandIssued') {
    const { command } = event
    switch (command.type) {
      case 'RunAgent':
        return { what: command.role, since: event.at, until: null }
      case 'WakeAt':
        return { what: stripControl(command.why).replace(/\s+/g, ' '), since: event.at, until: command.at }
      case 'AskHuman':
        return { what: 'waits for you', since: event.at, until: null }
      default:
        return { what: command.type, since: event.at, until: null }
    }
  }
  // What was under way before is taken up again without being issued again.
  if (event.type === 'RunResumed')
    return sleep === null
      ? { what: underWayAgain(sight).what ?? 'taken up again', since: event.at, until: null }
      : { what: stripControl(sleep.why).replace(/\s+/g, ' '), since: event.at, until: sleep.until }
  if (isOutcome(event) || event.type === 'RunEnded' || event.type === 'RunInterrupted') return null
  return before
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
