/**
 * Owns what a simulated source file says: its version, the bugs that checks can show, and the flaws that a reviewer can
 * see. Both are in the text, so that a check's result really depends on the tree it ran on.
 */
export interface Source {
  readonly version: string
  /** Names of the checks that fail on this file. */
  readonly bugs: readonly string[]
  /** Names of the checks that fail on this file as soon as the feature is there too. */
  readonly clashes: readonly string[]
  /** `Severity|Title`. */
  readonly flaws: readonly string[]
}

export const sourceText = ({ version, bugs, clashes, flaws }: Source): string =>
  [version, bugs.join(','), clashes.join(','), flaws.join(',')].join(';')

export function parseSource(text: string): Source {
  const [version = '', bugs = '', clashes = '', flaws = ''] = text.split(';')
  return { version, bugs: listOf(bugs), clashes: listOf(clashes), flaws: listOf(flaws) }
}

const listOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','))
