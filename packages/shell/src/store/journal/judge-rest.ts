/**
 * Owns the verdict on the bytes after a journal's last newline. Only what a write that was cut short leaves behind
 * (the beginning of the record that was due, perhaps followed by NUL bytes) may be set aside; the rest is damage.
 */
import { examineLine, type Line, recordHeads } from './record.ts'
import { sealedPrefixEnd, standsAt } from './sealed.ts'

export type RestVerdict =
  | { readonly type: 'nothing' }
  | { readonly type: 'torn' }
  /** A line of `length` bytes that lacks its newline; NUL bytes may follow. */
  | { readonly type: 'line'; readonly line: Line; readonly length: number }

export function judgeRest(rest: Buffer, expected: number): RestVerdict {
  if (rest.length === 0) return { type: 'nothing' }
  const content = withoutTrailingNuls(rest)
  const damaged = (problem: string): RestVerdict => ({
    type: 'line',
    line: { type: 'damaged', problem },
    length: content.length,
  })
  if (content.length === 0) return { type: 'torn' }
  const sealedEnd = sealedPrefixEnd(content)
  if (sealedEnd === content.length) {
    return { type: 'line', line: examineLine(content, 0, sealedEnd, expected), length: sealedEnd }
  }
  if (sealedEnd !== null) return damaged('a whole record is followed by something other than a newline')
  if (!recordHeads(expected).some((head) => standsAt(content, 0, head.subarray(0, content.length)))) {
    return damaged(`it is not the beginning of record ${expected}`)
  }
  if (content.some((byte) => byte < 0x20)) return damaged('it holds bytes that no record has')
  if (isJson(content)) return damaged('its checksum does not match its content')
  return { type: 'torn' }
}

function withoutTrailingNuls(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return bytes.subarray(0, end)
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}
