/**
 * Owns what one line of the journal looks like: `{"n":1,"v":1,"event":{…},"crc":"xxxxxxxx"}`. A record of version 2
 * refers to texts; a record of version 1 holds its whole event.
 */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { type Referring, shortestText, toRefs } from '../texts/text-refs.ts'
import type { KeptTexts } from '../texts/text-store.ts'
import { isSealed, seal, sealLength, standsAt } from './sealed.ts'

/** An older reader refuses a journal with a version that it does not know. */
const plainVersion = 1
const referringVersion = 2

const beforeNumber = Buffer.from('{"n":')
const beforeVersion = Buffer.from(',"v":')
const beforeEvent = Buffer.from(',"event":')

/** The record with the whole event in it. */
export const encodeRecord = (n: number, event: AnyEvent): string =>
  recordOf(n, plainVersion, JSON.stringify(event))

export interface EncodedRecord {
  readonly line: string
  /** Must be durable before the line is written. */
  readonly texts: KeptTexts
}

/** The record with references in the place of long texts. */
export function encodeReferring(n: number, event: AnyEvent): EncodedRecord {
  const json = JSON.stringify(event)
  const { value, texts }: Referring = json.length < shortestText ? noRefs : toRefs(event)
  const line =
    texts.size === 0 ? recordOf(n, plainVersion, json) : recordOf(n, referringVersion, JSON.stringify(value))
  return { line, texts }
}

const noRefs: Referring = { value: null, texts: new Map() }

const recordOf = (n: number, version: number, json: string): string =>
  `${seal(`{"n":${n},"v":${version},"event":${harmless(json)}`)}\n`

/** JSON escapes the other control characters itself; these too would be obeyed by a terminal that shows the file. */
const harmless = (json: string): string =>
  json.replace(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`)

/** How the record of this number can begin, up to the event's own members. */
export const recordHeads = (n: number): readonly Buffer[] =>
  [plainVersion, referringVersion].map((version) => Buffer.from(`{"n":${n},"v":${version},"event":{`))

export type Line =
  | {
      readonly type: 'record'
      readonly eventStart: number
      readonly eventEnd: number
      /** Whether the event refers to texts. */
      readonly refers: boolean
    }
  | { readonly type: 'newer'; readonly version: number }
  | { readonly type: 'damaged'; readonly problem: string }

/** Judges one line without its newline. Nothing in it is believed before its CRC is found right. */
export function examineLine(bytes: Buffer, start: number, end: number, expected: number): Line {
  if (!isSealed(bytes, start, end)) return damaged('its checksum does not match its content')
  const n = fieldAfter(bytes, start, beforeNumber)
  const v = n === null ? null : fieldAfter(bytes, n.end, beforeVersion)
  if (n === null || v === null) return damaged('it does not begin with a record number and a version')
  if (v.value > referringVersion) return { type: 'newer', version: v.value }
  if (v.value < plainVersion) return damaged(`it has version ${v.value}, which never was`)
  if (n.value !== expected) return damaged(`it has number ${n.value} where ${expected} must follow`)
  if (!standsAt(bytes, v.end, beforeEvent)) return damaged('it holds no event')
  const refers = v.value === referringVersion
  return { type: 'record', eventStart: v.end + beforeEvent.length, eventEnd: end - sealLength, refers }
}

const damaged = (problem: string): Line => ({ type: 'damaged', problem })

/** The whole number that stands after `label`. */
function fieldAfter(bytes: Buffer, start: number, label: Buffer): { value: number; end: number } | null {
  if (!standsAt(bytes, start, label)) return null
  let at = start + label.length
  let value = 0
  for (; at < bytes.length; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
  }
  return at === start + label.length ? null : { value, end: at }
}

/** The number a line claims to have; 0 if it claims none. */
export const numberOf = (line: Buffer): number => fieldAfter(line, 0, beforeNumber)?.value ?? 0
