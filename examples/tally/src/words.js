/** The words of a text, in their order. */
export const wordsIn = (text) => text.match(/\p{L}+/gu) ?? []
