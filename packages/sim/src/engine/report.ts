/** Owns what is printed about simulated runs: a failure one can replay, and a summary of what was exercised. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import type { SimResult } from './simulate.ts'
import type { Tally } from './tally.ts'

const eventsShown = 25

export function describeFailure<State>(
  seed: number,
  scenario: string,
  { violation, ending, events, crashes, processes }: SimResult<State>,
  options = '',
): string {
  const first = Math.max(0, events.length - eventsShown)
  return [
    `Seed ${seed} (${scenario}) broke “${violation?.checker}”: ${violation?.problem}`,
    `${events.length} events, ${processes} processes, ${crashes} crashes, ending: ${ending}. The last events:`,
    ...events.slice(first).map((event, index) => `  ${first + index} ${describeEvent(event)}`),
    `Replay it: npm run sim -- --seeds 1 --from ${seed}${options === '' ? '' : ` ${options}`}`,
  ].join('\n')
}

/** One line: when, what, about which command. */
export function describeEvent(event: AnyEvent): string {
  const at = new Date(event.at).toISOString()
  if (isRunEvent(event, 'CommandIssued'))
    return `${at} CommandIssued ${event.command.type} ${event.command.id}`
  const about = isOutcome(event) ? ` ${event.commandId}` : ''
  const { type, ...rest } = {
    ...event,
    at: undefined,
    commandId: undefined,
    input: undefined,
    spending: undefined,
  }
  const text = JSON.stringify(rest)
  return `${at} ${type}${about} ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`
}

export interface Totals {
  readonly seeds: number
  readonly runs: number
  readonly crashes: number
  readonly events: number
  readonly violations: number
}

export const describeTotals = ({ seeds, runs, crashes, events, violations }: Totals): string =>
  `${seeds} seeds, ${runs === seeds ? '' : `${runs} runs, `}${crashes} crashes, ${events} events, ${violations} violations`

/** What happened how often, by name. */
export const describeTally = (tally: Tally): string =>
  [...tally.entries()].map(([what, times]) => `${String(times).padStart(9)}  ${what}`).join('\n')
