/** Owns how words of agents and people stand in a pull request: they mention no account and close no issue. */

const nothing = '\u200b'

/** A forge calls who is named by `@`, and closes what is said to be fixed: an invisible space keeps it from both. */
export const quiet = (text = ''): string =>
  text
    .replace(/&(?=#?\w+;)/g, `&${nothing}`)
    .replace(/(?<!\w)@(?=[a-z\d])/gi, `@${nothing}`)
    .replace(/#(?=\d)/g, `#${nothing}`)
    .replace(/\bGH-(?=\d)/gi, (word) => `${word}${nothing}`)
    .replace(
      /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=\s*:?\s+(?:<|\[|\()?https?:)/gi,
      (word) => `${word.slice(0, 1)}${nothing}${word.slice(1)}`,
    )
