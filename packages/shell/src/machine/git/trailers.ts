/** Owns how a commit message carries facts for machines: `Key: value` lines in its last paragraph. */
import { invariant } from '@harness/core/kernel/invariant'

export interface Trailer {
  readonly key: string
  readonly value: string
}

export function trailerText({ key, value }: Trailer): string {
  invariant(/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(key), `a trailer is called ${JSON.stringify(key)}`)
  invariant(
    value !== '' && value === value.trim() && !/[\r\n\0]/.test(value),
    `trailer ${key} is not one line`,
  )
  return `${key}: ${value}`
}

/** `message` with `trailers` in the paragraph where git looks for them, after those it already has. */
export function withTrailers(message: string, trailers: readonly Trailer[]): string {
  const text = message.replaceAll('\0', '').trimEnd()
  if (trailers.length === 0) return `${text}\n`
  const lines = trailers.map(trailerText).join('\n')
  return `${text}${endsInTrailers(text) ? '\n' : '\n\n'}${lines}\n`
}

function endsInTrailers(text: string): boolean {
  const paragraphs = text.split(/\n\s*\n/)
  const last = paragraphs.at(-1) ?? ''
  return paragraphs.length > 1 && last.split('\n').every((line) => /^[A-Za-z0-9][A-Za-z0-9-]*: \S/.test(line))
}
