/**
 * Owns the seal: JSON text whose last member is the CRC-32 of all its bytes before that member. A reader of JSON sees
 * an ordinary object; we see every byte that changed.
 */
import { crc32 } from './crc32.ts'

const before = Buffer.from(',"crc":"')
const after = Buffer.from('"}')
const hexDigits = 8

/** Length of `,"crc":"xxxxxxxx"}`. */
export const sealLength = before.length + hexDigits + after.length

export const hexOf = (crc: number): string => crc.toString(16).padStart(hexDigits, '0')

/** `open` is a JSON object without its closing brace. */
export const seal = (open: string): string => `${open},"crc":"${hexOf(crc32(open))}"}`

/** Whether the bytes from start to end are a sealed text, unchanged. */
export function isSealed(bytes: Buffer, start: number, end: number): boolean {
  const sealed = end - sealLength
  return (
    sealed > start &&
    standsAt(bytes, sealed, before) &&
    standsAt(bytes, end - after.length, after) &&
    crcAt(bytes, sealed + before.length) === crc32(bytes.subarray(start, sealed))
  )
}

/** The end of the sealed text that starts at the first byte; null if none does. */
export function sealedPrefixEnd(bytes: Buffer): number | null {
  for (let at = bytes.indexOf(before); at !== -1; at = bytes.indexOf(before, at + 1)) {
    const end = at + sealLength
    if (end <= bytes.length && isSealed(bytes, 0, end)) return end
  }
  return null
}

/** For a few bytes a loop is several times faster than `Buffer.compare`. */
export function standsAt(bytes: Buffer, start: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false
  return true
}

/** Eight lower-case hexadecimal digits, or -1: another spelling of the same number is a changed byte. */
function crcAt(bytes: Buffer, start: number): number {
  let value = 0
  for (let i = start; i < start + hexDigits; i++) {
    const byte = bytes[i] ?? 0
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1
    if (digit === -1) return -1
    value = value * 16 + digit
  }
  return value
}
