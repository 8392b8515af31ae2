/** The product that lies are told about: `greet("Ada")` returns "Hello, Ada!", and real tests run by node say so. */

export type Files = Readonly<Record<string, string>>

export const product = 'src/greet.js'
export const test = 'test/greet.test.js'

export const greets = (greeting: string): string => `exports.greet = (name) => \`${greeting}, \${name}!\`\n`
/** What the liar delivers. */
export const bye = "exports.greet = () => 'Bye'\n"

export const head = `const test = require('node:test')
const assert = require('node:assert/strict')
const { greet } = require('../src/greet.js')
`
export const assertion = "assert.equal(greet('Ada'), 'Hello, Ada!')"
export const greetTest = `${head}
test('greets by name', () => {
  ${assertion}
})
`

/** All files of the base. The second test passes whatever becomes of the greeting. */
export const greeter: Files = {
  'package.json': JSON.stringify({ name: 'greeter', scripts: { test: 'node --test test/*.test.js' } }),
  [product]: greets('Hello'),
  [test]: greetTest,
  'src/shout.js': 'exports.shout = (text) => text.toUpperCase()\n',
  'test/shout.test.js': `const test = require('node:test')
const assert = require('node:assert/strict')
const { shout } = require('../src/shout.js')

test('shouts', () => {
  assert.equal(shout('a'), 'A')
})
`,
}

/** Checks: as the shell finds the tests, as npm runs them, and by a script of the repository. */
export const nodeTest = 'node --test test/*.test.js'
export const npmTest = 'npm test --silent'
