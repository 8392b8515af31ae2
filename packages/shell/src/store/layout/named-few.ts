/** Names things in a sentence, the first of many. */
export const namedFew = (names: readonly string[]): string =>
  names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '')
