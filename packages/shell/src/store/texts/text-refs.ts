/**
 * Owns how a journal record refers to a long text: `{"$text":"<sha-256>","bytes":n}` stands in the place of the string.
 * Deciders and performers never see a reference: it is made when an event is appended and resolved when it is read.
 */
import { digestOf, type KeptTexts, type TextStore } from './text-store.ts'

/** A reference takes about 100 bytes, so that a text of this size is worth one. */
export const shortestText = 512

const textKey = '$text'

export interface Referring {
  readonly value: unknown
  readonly texts: KeptTexts
}

/** Replaces every long string in a JSON value by a reference. */
export function toRefs(value: unknown): Referring {
  const texts = new Map<string, string>()
  return { value: referring(value, texts), texts }
}

function referring(value: unknown, texts: Map<string, string>): unknown {
  if (typeof value === 'string') return value.length < shortestText ? value : refTo(value, texts)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => referring(item, texts))
  return mapped(value, (key) => (isEscaped(key) ? `$${key}` : key), texts)
}

/** A string that UTF-8 cannot express, such as half a surrogate pair, stays in its record. */
function refTo(text: string, texts: Map<string, string>): unknown {
  const bytes = Buffer.from(text)
  if (bytes.toString() !== text) return text
  const digest = digestOf(bytes)
  texts.set(digest, text)
  return { [textKey]: digest, bytes: bytes.length }
}

/** An object of an agent's own may have a key `$text` too: such keys get another `$` in the record. */
const isEscaped = (key: string): boolean => /^\$+text$/.test(key)

function mapped(value: object, name: (key: string) => string, texts: Map<string, string>): unknown {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [name(key), referring(item, texts)]))
}

/** Resolves every reference in a parsed record, in place: copies take longer than the parser, and a journal has many. */
export function fromRefs(value: unknown, texts: Pick<TextStore, 'read'>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const parts = value as Record<string, unknown>
  const digest = parts[textKey]
  if (typeof digest === 'string') return texts.read(digest)
  let hasEscaped = false
  for (const key of Object.keys(parts)) {
    const part = parts[key]
    if (typeof part === 'object') parts[key] = fromRefs(part, texts)
    hasEscaped ||= key.startsWith('$') && isEscaped(key)
  }
  if (!hasEscaped) return parts
  return Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [isEscaped(key) ? key.slice(1) : key, part]),
  )
}
