/** Owns how a run says that its agents were denied tool calls, in progress and in its report. It holds for every playbook. */
import { counted } from '../kernel/counted.ts'
import type { AnyEvent } from '../kernel/effect.ts'
import type { RunEnd } from '../kernel/event.ts'
import { type DeniedCalls, isAgentOutcome } from './run-agent.ts'

export const noneDenied: DeniedCalls = { count: 0, first: [] }

/** So many are named; the others are counted. */
const mostNamed = 5

export function oneMoreDenied({ count, first }: DeniedCalls, call: string): DeniedCalls {
  return { count: count + 1, first: first.length < mostNamed ? [...first, call] : first }
}

/** All of the run, each with its role. */
export function deniedAfter(before: DeniedCalls, event: AnyEvent): DeniedCalls {
  if (!isAgentOutcome(event) || event.denied === undefined) return before
  const named = event.denied.first.map((call) => `${event.role}: ${call}`)
  return {
    count: before.count + event.denied.count,
    first: [...before.first, ...named].slice(0, mostNamed),
  }
}

export const deniedText = ({ count, first }: DeniedCalls): string =>
  `${counted(count, 'tool call was', 'tool calls were')} denied: ${named(count, first).join('; ')}`

/** The end as it was if nothing was denied. */
export function withDeniedTold(end: RunEnd, { count, first }: DeniedCalls): RunEnd {
  if (count === 0) return end
  const told = [
    '## Denied tool calls',
    '',
    `Agents of this run were not allowed ${counted(count, 'tool call')}, and answered without the results.`,
    '',
    ...named(count, first).map((call) => `- ${call}`),
  ].join('\n')
  return { ...end, report: [...(end.report === '' ? [] : [end.report.trimEnd()]), told].join('\n\n') }
}

const named = (count: number, first: readonly string[]): readonly string[] =>
  count > first.length ? [...first, `${count - first.length} more`] : first
