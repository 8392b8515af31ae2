/**
 * Owns the lines that end a review, and the one that ends a merge check. A line counts only if it stands by itself,
 * spelled exactly so; emphasis or backticks around the whole of it are forgiven. A list item does not count (it may
 * speak of one part only), nor does a heading, a quotation or code.
 */
export const reviewSentinels = ['No findings.', 'No blocking findings.'] as const
export const mergeSentinel = 'No findings. Ready to enable auto-merge.'

export function isSentinelLine(line: string, sentinels: readonly string[]): boolean {
  if (/^(?: {4}|\t)/.test(line)) return false
  return sentinels.includes(line.trim().replace(/^(\*\*|__|\*|_|`)(.*)\1$/, '$2'))
}
