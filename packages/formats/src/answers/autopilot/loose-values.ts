/** Owns how single values are read that agents and other tools wrote: what can be understood is taken. */
import type { DecisionMade, Learning } from '@harness/core/playbooks/autopilot/documents'
import { isObject } from '../../text/is-object.ts'

type Fields = Readonly<Record<string, unknown>>

/** A text that says something, or a number as a text; null for anything else. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The first of these fields that has a text. */
export function textOf(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textIn(fields[name])
    if (text !== null) return text
  }
  return null
}

/** A whole number from 0, or a text that is one; null for anything else. */
export function countIn(value: unknown): number | null {
  const count = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Lower case, with `_` for dashes and spaces; empty if the value is no text. */
export const wordIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/[\s_-]+/g, '_')
    : ''

/** True, false, or a word for one of them; null for anything else. */
export function truthIn(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const word = wordIn(value)
  if (/^(?:true|yes|pass|passed|holds|ok)$/.test(word)) return true
  return /^(?:false|no|fail|failed|fails)$/.test(word) ? false : null
}

const textNames = [
  'text',
  'description',
  'what',
  'concern',
  'title',
  'task',
  'learning',
  'message',
  'summary',
  'name',
  'reason',
]

const longestUnknown = 2_000

/** `none`, `n/a`: the words for a list that is empty. */
export const saysNothing = (text: string): boolean =>
  /^(?:none|nothing|null|n\/?a|no|-)?\.?$/i.test(text.trim())

/** The texts of a list, or of a single value. An object without a known field stays as JSON, so that no text is lost. */
export function textsIn(value: unknown): readonly string[] {
  return listIn(value).flatMap((one) => {
    const text = isObject(one) ? textOf(one, textNames) : textIn(one === true ? 'true' : one)
    if (text !== null) return saysNothing(text) ? [] : [text.trim()]
    const isEmpty = typeof one !== 'object' || one === null || Object.keys(one).length === 0
    return isEmpty ? [] : [JSON.stringify(one).slice(0, longestUnknown)]
  })
}

const whatNames = ['what', 'decision', 'text', 'description', 'title', 'summary', 'action']
const whyNames = ['why', 'rationale', 'reason', 'context']

/** Null if the value names no decision. A plain text is a decision without its reason. */
export function decisionIn(value: unknown): DecisionMade | null {
  const what = isObject(value) ? textOf(value, whatNames) : textIn(value)
  if (what === null) return null
  return { what, why: (isObject(value) ? textOf(value, whyNames) : null) ?? '' }
}

export const decisionsIn = (value: unknown): readonly DecisionMade[] =>
  listIn(value).flatMap((one) => decisionIn(one) ?? [])

/** `[outcome:gotcha]` in a plain text names the outcome; a text without it is an observation. */
export function learningsIn(value: unknown): readonly Learning[] {
  return listIn(value).flatMap((one): readonly Learning[] => {
    const text = textsIn(one)[0]
    if (text === undefined) return []
    const tagged = /^(?:- )?((?:\[\w+:[^\]]*\]\s*)+)(\S.*)$/s.exec(text)
    const outcome = isObject(one)
      ? textOf(one, ['outcome', 'type', 'kind'])
      : /\[outcome:\s*([^\]]*\S)\s*\]/.exec(tagged?.[1] ?? '')?.[1]
    return [{ outcome: outcome ?? 'observation', text: tagged?.[2] ?? text }]
  })
}

/** A single value is a list of one. */
export const listIn = (value: unknown): readonly unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
