/** How much of what an agent says and sees is kept: whole if it is ordinary, its two ends if it is far too long. */

/** Of one text: an answer, a command or what a tool printed. */
const textChars = 256 * 1024

/** Of a call that has filled its recording. */
const briefChars = 2 * 1024

const fullBytes = 16 * 1024 * 1024
const mostBytes = 20 * 1024 * 1024

/** A secret that is cut here is not in what is kept: that is much closer to the ends. */
const redactedChars = 4 * textChars

/** How much room the next event has: `none` leaves out everything that only tells what the agent did. */
export type Room = 'full' | 'brief' | 'none'

export const roomAfter = (bytes: number): Room =>
  bytes < fullBytes ? 'full' : bytes < mostBytes ? 'brief' : 'none'

/** Spares a search through hundreds of megabytes for the sake of two ends. */
export const beforeRedaction = (text: string): string => twoEnds(text, redactedChars)

export const kept = (text: string, room: Room): string =>
  twoEnds(text, room === 'full' ? textChars : briefChars)

function twoEnds(text: string, chars: number): string {
  if (text.length <= chars) return text
  const half = chars / 2
  const cut = text.length - chars
  return `${text.slice(0, half)}\n[harness: ${cut} characters are left out here]\n${text.slice(-half)}`
}
