/** Reads fields of GitHub's answers; an answer of another shape is a failure of the forge, not of ours. */
import { ForgeError } from '../../failure/forge-error.ts'

export type Answer = Readonly<Record<string, unknown>>

const wrong = (what: string): ForgeError =>
  new ForgeError({ kind: 'unknown', message: `GitHub's answer has no ${what}.` })

export function asAnswer(value: unknown, what: string): Answer {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Answer
  throw wrong(what)
}

const isText = (value: unknown): value is string => typeof value === 'string'

export const textOr = (value: unknown, otherwise: string): string => (isText(value) ? value : otherwise)

export function textIn(answer: Answer, field: string): string {
  const value = answer[field]
  if (isText(value)) return value
  throw wrong(field)
}

export function numberIn(answer: Answer, field: string): number {
  const value = answer[field]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw wrong(field)
}

/** A commit's hash: it is handed to git, so it must be nothing else. */
export function hashIn(answer: Answer, field: string): string {
  const value = textIn(answer, field)
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value)) return value
  throw wrong(`${field} that names a commit`)
}
