/** A line of `tokens-used.json`: what one agent call used. */
import { jsonObjectIn } from '../text/json-value.ts'
import { printMoment, readMoment } from '../text/moment.ts'

export interface TokenRecord {
  readonly phase: string
  readonly model: string
  /** Cached tokens count as input. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null if the price is unknown. */
  readonly costCents: number | null
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Null if the line is none: the last one of a run that is just being written, or one that a person edited. */
export function parseTokenLine(line: string): TokenRecord | null {
  const { phase, model, inputTokens, outputTokens, costCents, at } = jsonObjectIn(line) ?? {}
  const moment = readMoment(at)
  if (!isAmount(inputTokens) || !isAmount(outputTokens) || moment === null) return null
  return {
    phase: typeof phase === 'string' ? phase : '',
    model: typeof model === 'string' ? model : '',
    inputTokens,
    outputTokens,
    costCents: isAmount(costCents) ? costCents : null,
    at: moment,
  }
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

export function printTokenLine({ costCents, at, ...record }: TokenRecord): string {
  return `${JSON.stringify({ ...record, ...(costCents === null ? {} : { costCents }), at: printMoment(at) })}\n`
}
