/** Owns what the words of a text are: marks and case do not count. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
