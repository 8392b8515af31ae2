/** Redacts every text inside a value, names of fields excepted. */
import type { Redactor } from './redactor.ts'

export function redactValue<Value>(value: Value, redact: Redactor): Value {
  return redacted(value, redact) as Value
}

function redacted(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, redacted(field, redact)]))
}
