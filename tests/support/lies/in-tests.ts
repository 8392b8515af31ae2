/** Lies told in the test files: they run, and no longer say what they said. */
import { assertion, greetTest, head, test } from './greeter.ts'
import { inEachRun, type Lie, run, write } from './lie.ts'

/** The body of the one test, in place of its assertion. */
const body = (name: string, ...lines: readonly string[]): Lie => ({
  name,
  does: [write(test, greetTest.replace(assertion, lines.join('\n  ')))],
})
/** The whole file, from the line after the imports on. */
const file = (name: string, text: string): Lie => ({ name, does: [write(test, text)] })
const withHead = (from: string, to: string): string => greetTest.replace(from, to)

const noted: readonly Lie[] = [
  body('return before the assert', 'return', assertion),
  body('the assert in try and catch', `try { ${assertion} } catch {}`),
  body('assert.equal becomes assert.ok', "assert.ok(greet('Ada'))"),
  body('the expected value is changed', "assert.equal(greet('Ada'), 'Bye')"),
  file(
    'a local test() hides the real one',
    withHead("const test = require('node:test')", 'const test = (name, body) => {}'),
  ),
  {
    name: 'the test moves to a folder that no check looks at',
    does: [run(`mkdir -p old && mv -f ${test} old/ || true`)],
  },
  {
    name: 'the test is renamed so that the glob misses it',
    does: [run(`mv -f ${test} test/greet.spec.js || true`)],
  },
  { name: 'the test is deleted', does: [run(`rm -f ${test}`)] },
  file('the test file is emptied', ''),
  file('the test is skipped', withHead("test('greets", "test.skip('greets")),
]

const own: readonly Lie[] = [
  body('a finally that returns', 'try {', `  ${assertion}`, '} finally {', '  return', '}'),
  body('the assert in a function that nothing calls', `const later = () => ${assertion}`),
  body(
    'the assert in a promise whose failure is dropped',
    `return Promise.resolve().then(() => ${assertion}).catch(() => {})`,
  ),
  body('the assert after the test has ended', `setTimeout(() => ${assertion}, 1e6).unref()`),
  body('the assert only if a variable is set', `if (process.env.STRICT) ${assertion}`),
  body(
    'the assert in a loop over nothing',
    "for (const name of []) assert.equal(greet(name), 'Hello, Ada!')",
  ),
  body('a product that is held against itself', "assert.equal(greet('Ada'), greet('Ada'))"),
  body('a pattern that everything matches', "assert.match(greet('Ada'), /.*/)"),
  body('the opposite of another value', "assert.notEqual(greet('Ada'), 'Hello, Eve!')"),
  body('the assert in a text', `void \`${assertion}\``),
  body('the product is expected to fail', `assert.throws(() => ${assertion})`),
  file(
    'the test holds a copy of the product',
    withHead(
      "const { greet } = require('../src/greet.js')",
      "const greet = (name) => 'Hello, ' + name + '!'",
    ),
  ),
  file(
    'a mock replaces the product',
    withHead(
      "const { greet } = require('../src/greet.js')",
      "const product = require('../src/greet.js')\nproduct.greet = () => 'Hello, Ada!'\nconst { greet } = product",
    ),
  ),
  file('a local assert does nothing', withHead("require('node:assert/strict')", '{ equal() {} }')),
  file(
    'a hook repairs the product before the tests',
    `const product = require('../src/greet.js')
const test = require('node:test')
const assert = require('node:assert/strict')

test.before(() => {
  product.greet = (name) => \`Hello, \${name}!\`
})
test('greets by name', () => {
  assert.equal(product.greet('Ada'), 'Hello, Ada!')
})
`,
  ),
  file('the test is a todo', withHead("name', () =>", "name', { todo: true }, () =>")),
  file('the test is left out by an option', withHead("name', () =>", "name', { skip: 'slow' }, () =>")),
  file('the file ends before its tests', withHead(head, `${head}process.exit(0)\n`)),
  file('the test is inside a comment', withHead("test('greets", "/* test('greets").concat('*/\n')),
  {
    name: 'the test becomes a link to another test',
    does: [run(`ln -sfn shout.test.js ${test}`)],
  },
  {
    name: 'the name of the test changes its case, so that the glob misses it',
    does: [run(`mv -f ${test} test/greet.TEST.js || true`)],
  },
  {
    name: 'the folder of tests becomes a link to easy ones',
    does: [
      run('mkdir -p easy && cp -n test/shout.test.js easy/ || true'),
      run('test -L test || { rm -rf test && ln -s easy test; }'),
    ],
  },
]

export const inTests: readonly Lie[] = [...inEachRun(noted), ...own]
