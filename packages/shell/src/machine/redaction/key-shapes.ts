/** Owns the shapes of unnamed keys: how each starts, and which characters follow. */

export interface KeyShape {
  readonly name: string
  /** What may stay in sight before the key: the name in `NAME=…`. */
  readonly lead: string
  /** The beginning of the key itself; bounded, so that it is certain after a few characters. */
  readonly begin: string
  /** The characters the rest of the key consists of. */
  readonly rest: string
}

/** The first or the last line of a private key. */
export const privateKeyFrame = (word: 'BEGIN' | 'END'): string =>
  `-----${word} [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`

const word = '[A-Za-z0-9_-]'
/** Before a key that is known by its own beginning alone. */
export const alone = '(?<![A-Za-z0-9_-])'
const token = '[A-Za-z0-9._~+/=-]'
const value = '[^\\s"\'`,;&<>()]'
/** A value and not a reference to one, a mark of ours, or a piece of code. */
const valueBegin = '[^\\s"\'`,;&<>()$%*[{\\\\]'

const prefixed = (name: string, begin: string, atLeast: number, rest = word): KeyShape => ({
  name,
  lead: alone,
  begin: `${begin}${rest}{${atLeast}}`,
  rest,
})

/** The first that fits counts. */
export const keyShapes: readonly KeyShape[] = [
  prefixed('anthropic-key', 'sk-ant-', 16),
  prefixed('openrouter-key', 'sk-or-', 16),
  prefixed('openai-key', 'sk-(?:proj-|svcacct-|admin-)?', 20),
  prefixed('github-token', 'gh[pousr]_', 20),
  prefixed('github-token', 'github_pat_', 20),
  prefixed('gitlab-token', 'glpat-', 16),
  prefixed('slack-token', 'xox[abeoprs]-', 10),
  prefixed('slack-token', 'xapp-', 10),
  prefixed('aws-key-id', '(?:AKIA|ASIA|ABIA|ACCA)', 16, '[A-Z0-9]'),
  prefixed('google-key', 'AIza', 30),
  prefixed('stripe-key', '[rsp]k_(?:live|test)_', 16),
  prefixed('npm-token', 'npm_', 30),
  prefixed('huggingface-token', 'hf_', 24),
  prefixed('sendgrid-key', 'SG\\.', 16, '[A-Za-z0-9_.-]'),
  prefixed('pypi-token', 'pypi-', 30),
  prefixed('digitalocean-token', 'do[opr]_v1_', 30),
  prefixed('shopify-token', 'shp(?:at|ca|pa|ss)_', 24),
  prefixed('age-key', 'AGE-SECRET-KEY-1', 30, '[A-Z0-9]'),
  prefixed('telegram-token', '[0-9]{8,10}:AA', 30),
  {
    name: 'jwt',
    lead: alone,
    begin: 'eyJ[A-Za-z0-9_-]{8,200}\\.eyJ[A-Za-z0-9_-]{4}',
    rest: '[A-Za-z0-9_.=-]',
  },
  { name: 'bearer', lead: '[Bb]earer[ \\t]{1,4}', begin: `${token}{16}`, rest: token },
  { name: 'basic', lead: '[Bb]asic[ \\t]{1,4}', begin: '[A-Za-z0-9+/]{16}', rest: '[A-Za-z0-9+/=]' },
  { name: 'url-password', lead: '://[^\\s/:@]{1,64}:', begin: '[^\\s/@]{1,128}(?=@)', rest: '(?!)' },
  {
    name: 'setting',
    lead: `[A-Z0-9]_(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)["']?[ \\t]{0,2}[=:][ \\t]{0,2}["'\`]?`,
    begin: `${valueBegin}${value}{7}`,
    rest: value,
  },
  {
    name: 'setting',
    lead: '(?:api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|secret[_-]?key|private[_-]?key|password|passwd)(?:["\']?[ \\t]{0,2}:[ \\t]{0,2}["\']|=["\']?)',
    begin: `${valueBegin}${value}{7}`,
    rest: value,
  },
]
