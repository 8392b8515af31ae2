/**
 * Owns what is seen of a handbook's run while it works. Standard output has one line for each prompt that starts, each
 * dispatch and each completion, after the lines about the start of the run; all else goes to standard error, and on a
 * terminal one live line of it says what is under way.
 */

import { isOutcome } from '@harness/core/kernel/event'
import type { Event } from '@harness/core/playbooks/handbook/effects'
import { nextWake } from '@harness/core/playbooks/handbook/evolve'
import { progressLines } from '@harness/core/playbooks/handbook/progress'
import { openingNotes, resumingNotes } from '@harness/core/playbooks/handbook/reading'
import { type HandbookState, subjectOf } from '@harness/core/playbooks/handbook/state'
import { costText, durationText, tokensIfAny, waitText } from '@harness/formats/text/amounts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { ProgressOptions, SeenProgress } from '../../line/face.ts'
import { type AgentView, leastRepaintMs, openAgentView } from '../../run/progress/agent-view.ts'
import { deniedIn } from '../../run/progress/describe-event.ts'
import { fittedLine, type LinePart } from '../../terminal/fitted-line.ts'
import { openLiveLine } from '../../terminal/live-line.ts'

const repaintMs = 1_000

export function handbookProgress(options: ProgressOptions): SeenProgress<HandbookState> {
  const { terminal, now, aside } = options
  const oneLine = (text: string): string => stripControl(text).replace(/\s+/g, ' ').trim()
  const live =
    terminal.canRepaintErrors && !aside
      ? openLiveLine(terminal.errors, terminal.errorColumns, terminal.colours.faint)
      : null
  const say = (text: string): void => (aside ? terminal.note : terminal.print)(oneLine(text))
  let before: HandbookState | null = null
  let startedAt = now()
  let isPaused = false
  let isResuming = false
  let paintedAt = Number.NEGATIVE_INFINITY
  const view = openAgentView(options, (text) => {
    live?.clear()
    terminal.note(text)
  })
  const repaint = (): void => {
    if (before === null || isPaused) return
    paintedAt = now()
    const parts = statusParts(before, view.activity, startedAt, now())
    live?.show(fittedLine(parts, terminal.columns() - 1))
  }
  const timer = live === null ? null : setInterval(repaint, repaintMs)
  timer?.unref()
  return {
    onAgent(call, event) {
      view.onAgent(call, event)
      if (now() - paintedAt >= leastRepaintMs) repaint()
    },
    onEvent(event, state) {
      view.onEvent(event)
      if (before === null) startedAt = event.at
      const known = before ?? state
      before = state
      isPaused = event.type === 'RunEnded' || event.type === 'RunInterrupted'
      live?.clear()
      // The next prompt is known once the handbook is read again.
      if (event.type === 'RunResumed') isResuming = state.documents !== null
      const goesOn = isResuming && event.type === 'DocumentsRead'
      if (goesOn) isResuming = false
      const opening = goesOn
        ? resumingNotes(state)
        : known.documents === null && state.documents !== null
          ? openingNotes(known, state.documents.handbook)
          : []
      for (const line of opening) say(line)
      for (const note of state.notes.slice(known.notes.length))
        if (!opening.includes(note)) terminal.note(oneLine(note))
      for (const line of progressLines(event as Event, known, state)) say(line)
      const wait = waitIn(event as Event, now())
      if (wait !== null) terminal.note(oneLine(wait))
      for (const note of 'notes' in event ? (event.notes ?? []) : []) terminal.note(oneLine(note))
      for (const note of isOutcome(event) ? deniedIn(event) : []) terminal.note(oneLine(note))
      repaint()
    },
    pause() {
      isPaused = true
      live?.clear()
    },
    close() {
      view.close()
      if (timer !== null) clearInterval(timer)
      isPaused = true
      live?.clear()
    },
  }
}

/** A waiting run must not look like one that hangs; null if it does not start to wait. */
function waitIn(event: Event, now: number): string | null {
  if (event.type === 'AgentFailed') return `the ${event.role} failed: ${event.error.message}`
  if (event.type !== 'CommandIssued' || event.command.type !== 'WakeAt') return null
  const { at, why } = event.command
  return at <= now ? null : `waits until ${waitText(at, now)}: ${why}`
}

function statusParts(
  state: HandbookState,
  activity: AgentView['activity'],
  startedAt: number,
  now: number,
): readonly LinePart[] {
  const wake = nextWake(state)
  const under = state.flights.map(
    ({ task, step }) => `${subjectOf(task)} ${'part' in step ? step.part : step.type}`,
  )
  const { iteration, maxIterations } = state.iteration
  const tokens = tokensIfAny(state.spent.tokens + activity.tokens())
  const doing = wake === null ? activity.latest() : null
  const what = wake === null ? under.join(' · ') : `waits until ${waitText(wake.until, now)}: ${wake.why}`
  return [
    { text: what, rank: 0, shrinks: true },
    ...(doing === null
      ? []
      : [
          { text: doing.what, rank: 0, shrinks: true },
          { text: durationText(now - doing.since), rank: 1 },
        ]),
    { text: `iter ${iteration}/${maxIterations}`, rank: 4 },
    { text: `run ${durationText(now - startedAt)}`, rank: 5 },
    ...(tokens === null ? [] : [{ text: tokens, rank: 3 }]),
    // The price of a call is known when it has ended.
    { text: costText(state.spent, activity.tokens() > 0), rank: 2 },
  ]
}
