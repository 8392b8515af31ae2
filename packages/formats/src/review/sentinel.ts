/**
 * Owns the two lines that end a review: `No findings.` and `No blocking findings.` A line counts only where it stands
 * by itself, spelled exactly so; emphasis or backticks around the whole of it are forgiven. A list item does not count
 * (it may speak of one part only), nor does a heading, a quotation or code.
 */
const sentinels = ['No findings.', 'No blocking findings.']

export function isSentinelLine(line: string): boolean {
  if (/^(?: {4}|\t)/.test(line)) return false
  return sentinels.includes(line.trim().replace(/^(\*\*|__|\*|_|`)(.*)\1$/, '$2'))
}
