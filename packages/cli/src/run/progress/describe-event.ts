/** Turns an event of a run into the line that the operator reads. Pure. Each effect says the lines of its command. */
import { deniedText } from '@harness/core/effects/denied-calls'
import { isAgentOutcome } from '@harness/core/effects/run-agent'
import type { AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent, type RunEvent } from '@harness/core/kernel/event'
import { durationText, momentText } from '@harness/formats/text/amounts'
import { endingOf } from '@harness/shell/effects/effect'
import { line, oneLine, type ProgressLine } from '@harness/shell/effects/progress-line'
import type { RunSight } from './run-sight.ts'
import { underWayAgain } from './under-way-again.ts'

/** `startedAt` is when the command that the event ends was issued, as far as known. */
export function describeEvent(
  event: AnyEvent,
  sight: RunSight,
  startedAt: number | null,
): ProgressLine | null {
  const own = isOutcome(event) ? outcomeLine(event, sight, startedAt) : runLine(event, sight)
  const said = own === null ? null : { ...own, text: `${partText(event, sight)}${own.text}` }
  const notes = isOutcome(event)
    ? [...(event.notes ?? []), ...contextLeftOut(event), ...deniedIn(event)].map(oneLine)
    : []
  const [first, ...others] = notes
  if (first === undefined) return said
  // An outcome that has no line of its own may still have something to tell.
  if (said === null) return line('note', first, { detail: others })
  return { ...said, detail: [...said.detail, ...notes.map((note) => `note: ${note}`)] }
}

/** If several things go on at once, each line says which one it is about. */
function partText(event: AnyEvent, sight: RunSight): string {
  const command = isOutcome(event)
    ? event.commandId
    : isRunEvent(event, 'CommandIssued')
      ? event.command.id
      : null
  const part = command === null ? null : sight.partOf?.(command)
  return part == null ? '' : `${oneLine(part)}: `
}

/** Context that people had left for the agent, and that it was not told. */
const contextLeftOut = (event: AnyOutcome): readonly string[] =>
  (isAgentOutcome(event) ? (event.context ?? []) : []).flatMap(({ path, leftOut }) =>
    leftOut === null ? [] : [`the context ${path} was left out: ${leftOut}`],
  )

/** A playbook's own line for an answer cannot forget it. */
export const deniedIn = (event: AnyOutcome): readonly string[] =>
  isAgentOutcome(event) && event.denied !== undefined ? [deniedText(event.denied)] : []

function outcomeLine(event: AnyOutcome, sight: RunSight, startedAt: number | null): ProgressLine | null {
  const took = startedAt === null ? null : durationText(event.at - startedAt)
  return endingOf(sight.effects, event)?.line(event, { sight, took }) ?? null
}

function runLine(event: RunEvent, sight: RunSight): ProgressLine | null {
  switch (event.type) {
    case 'RunStarted':
      return line('run', `${oneLine(sight.about)} · run ${sight.subject}-${event.runId}`)
    case 'RunResumed':
      return describeResumption(sight, event.at)
    case 'RunInterrupted':
      return line('run', interruptions[event.reason], { tone: 'warn' })
    case 'RunEnded':
      return null
    case 'CommandIssued':
      return sight.effects[event.command.type]?.started?.(event.command, sight, event.at) ?? null
  }
}

/** A wait that was issued before is not issued again: only this says until when it is. */
const waitText = ({ sleep }: RunSight, now: number): string =>
  sleep === null ? '' : `; waits until ${momentText(sleep.until, now)}: ${oneLine(sleep.why)}`

const interruptions = {
  signal: 'stopped; resume continues what was under way',
  stopped: 'stopped from outside; resume continues what was under way',
  frozen: 'halted: the repository is frozen',
} as const

/** Work that a crash cut short starts again without being issued again: only this says what it is. */
function describeResumption(sight: RunSight, at: number): ProgressLine {
  const { what, asks } = underWayAgain(sight)
  const text = `resumed at ${sight.phase}${what === null ? '' : `, with ${what}`}${waitText(sight, at)}`
  return line('run', text, { detail: asks.map((question) => `needs you: ${oneLine(question)}`) })
}
