/** Finds texts that can only be real keys: a known shape, and not what people write as an example. */
import { alone, keyShapes, privateKeyFrame } from './key-shapes.ts'

export interface FoundToken {
  /** The name of its shape. */
  readonly name: string
  readonly start: number
  /** What tells it from other tokens. */
  readonly text: string
}

/** Shapes that begin with a mark of their own; a setting or a password in a URL may be anything. */
const shapes = keyShapes.filter(({ lead }) => lead === alone)
const tokens = new RegExp(shapes.map(({ begin, rest }) => `${alone}(${begin}(?:${rest})*)`).join('|'), 'g')
const privateKeys = new RegExp(`${privateKeyFrame('BEGIN')}[\\s"'\\\\nr+,]*((?:[A-Za-z0-9+/=]{40,}))`, 'g')

export const findTokens = (text: string): readonly FoundToken[] => [
  ...[...text.matchAll(tokens)].flatMap((match) => {
    const at = match.findIndex((group, index) => index > 0 && group !== undefined)
    const token = { name: shapes[at - 1]?.name ?? '', start: match.index, text: match[0] }
    return isMadeUp(token) ? [] : [token]
  }),
  ...[...text.matchAll(privateKeys)].map((match) => ({
    name: 'private-key',
    start: match.index,
    text: match[1] ?? '',
  })),
]

/** Words and rows that people put into examples; the last is `1234567890` inside a JSON web token. */
const example =
  /example|sample|placeholder|your|dummy|fake|mock|redacted|test|invalid|xxxx|0000|1111|1234567|abcdef|IxMjM0NTY3ODkw/i

/** Real tokens are random: of many characters, with digits among them. */
function isMadeUp({ name, text }: FoundToken): boolean {
  if (example.test(text) || new Set(text).size < 12 || !/\d/.test(text)) return true
  // `sk-` also begins names of styles.
  return name === 'openai-key' && !(/[A-Z]/.test(text) && /[a-z]/.test(text.slice(3)))
}
