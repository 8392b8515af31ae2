/**
 * Owns names of files as text: git and the disk know them as bytes, which need not be UTF-8. A byte that is none stands as
 * a lone half of a surrogate pair, which no real text has, so that the name can be handed back as it came.
 */
import { isUtf8 } from 'node:buffer'

const firstOdd = 0xdc00
const oddBytes = /([\uDC80-\uDCFF])/u

/** What git printed, names and all. */
export function pathText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const sequence = bytes.subarray(at, at + lengthFrom(bytes[at] ?? 0))
    const whole = isUtf8(sequence)
    text += whole ? sequence.toString('utf8') : String.fromCharCode(firstOdd + (bytes[at] ?? 0))
    at += whole ? sequence.length : 1
  }
  return text
}

const lengthFrom = (lead: number): number => (lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

/** The bytes that such a text came from, for git's standard input and for the disk. */
export function pathBytes(text: string): Buffer {
  if (!oddBytes.test(text)) return Buffer.from(text)
  const parts = text.split(oddBytes)
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) - firstOdd),
    ),
  )
}

/** Whether it names something that only bytes can name. */
export const isOdd = (path: string): boolean => oddBytes.test(path)

/** For people to read. */
export const shownPath = (path: string): string => path.replace(new RegExp(oddBytes, 'gu'), '\uFFFD')

/** For a file of ours that is called after it: two different names stay two. */
export const plainPath = (path: string): string =>
  path.replace(new RegExp(oddBytes, 'gu'), (odd) => `%${(odd.charCodeAt(0) - firstOdd).toString(16)}`)
