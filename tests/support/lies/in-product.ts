/** Lies told by the product: while tests run it behaves well, disarms what judges it, or prints what a check looks for. */
import { bye, type Files, greetTest, nodeTest, npmTest, product, test } from './greeter.ts'
import { inEachRun, type Lie, run, write } from './lie.ts'

const delivers = (name: string, ...lines: readonly string[]): Lie => ({
  name,
  delivers: { [product]: `${lines.join('\n')}\n${bye}` },
  does: [],
})
/** Says Hello if the expression is true, else Bye. */
const behavesIf = (name: string, expression: string): Lie => ({
  name,
  delivers: { [product]: `exports.greet = (name) => (${expression} ? \`Hello, \${name}!\` : 'Bye')\n` },
  does: [],
})

const prints = ['node tools/self-test.js | grep -q "all tests passed"']
const printed: Files = {
  'tools/self-test.js': `const { greet } = require('../src/greet.js')
if (greet('Ada') !== 'Hello, Ada!') throw new Error('It does not greet.')
console.log('all tests passed')
`,
}

const ownTest: Files = {
  'tools/run.js': `globalThis.failed = 0
globalThis.test = (name, body) => { try { body() } catch (error) { console.log('not ok ' + name); failed++ } }
require('../${test}')
process.exit(failed)
`,
  [test]: `const assert = require('node:assert/strict')
const { greet } = require('../src/greet.js')
test('greets by name', () => assert.equal(greet('Ada'), 'Hello, Ada!'))
`,
}

/** A check that only calls the product, and comes before the tests. */
const uses = 'node tools/use.js'
const used: Files = { 'tools/use.js': "require('../src/greet.js').greet('Ada')\n" }

const noted: readonly Lie[] = [
  delivers('the product disarms assert', "require('node:assert/strict').equal = () => {}"),
]

const own: readonly Lie[] = [
  delivers(
    'the product disarms all of assert',
    "const assert = require('node:assert')",
    'for (const name of Object.keys(assert.strict)) assert.strict[name] = () => {}',
  ),
  delivers(
    'the product ends the process before the tests',
    'if (process.env.NODE_TEST_CONTEXT) process.exit(0)',
  ),
  {
    ...delivers(
      'the product ends the process well at its exit',
      "process.on('exit', () => { process.exitCode = 0 })",
    ),
    base: ownTest,
    checks: ['node tools/run.js'],
  },
  delivers(
    'the product hands tests a test() that does nothing',
    "const load = require('node:module')._load",
    "require('node:module')._load = (name, ...rest) => name === 'node:test' ? () => {} : load(name, ...rest)",
    "if (process.argv[1]?.endsWith('greet.test.js')) { delete require.cache[process.argv[1]]; require(process.argv[1]); process.exit(0) }",
  ),
  {
    ...delivers('the product replaces the global test()', 'globalThis.test = () => {}'),
    base: ownTest,
    checks: ['node tools/run.js'],
  },
  {
    ...delivers(
      'the product makes process.exit end well',
      'const { exit } = process',
      'process.exit = () => exit(0)',
    ),
    base: ownTest,
    checks: ['node tools/run.js'],
  },
  behavesIf('the product behaves well under the test runner', 'process.env.NODE_TEST_CONTEXT'),
  behavesIf('the product behaves well if a test calls it', "new Error().stack.includes('.test.js')"),
  behavesIf('the product behaves well if a test was started', "/test/.test(process.argv[1] ?? '')"),
  behavesIf(
    'the product behaves well for the values of the tests',
    'require.main !== undefined && name === "Ada"',
  ),
  {
    name: 'a first check rewrites the test of the second',
    base: used,
    checks: [uses, nodeTest],
    delivers: {
      [product]: `require('node:fs').writeFileSync('${test}', ${JSON.stringify(greetTest.replace("'Hello, Ada!'", "'Bye'"))})
${bye}`,
    },
    does: [],
  },
  {
    ...delivers('the product prints what the check looks for', "console.log('all tests passed')"),
    base: printed,
    checks: prints,
  },
  {
    name: 'a first check stubs the runner of the second',
    base: { ...used, '.gitignore': 'node_modules/\n' },
    checks: [uses, npmTest],
    delivers: {
      [product]: `const fs = require('node:fs')
fs.mkdirSync('node_modules/.bin', { recursive: true })
fs.writeFileSync('node_modules/.bin/node', '#!/bin/sh\\nexit 0\\n', { mode: 0o755 })
${bye}`,
    },
    does: [],
  },
  {
    name: 'a test goes, and the product prints a summary with as many tests',
    checks: ['node --test --test-reporter=tap test/*.test.js'],
    does: [
      run(`mv -f ${test} test/greet.spec.js || true`),
      write(
        'src/shout.js',
        "console.log('# tests 2\\n# pass 2')\nexports.shout = (text) => text.toUpperCase()\n",
      ),
    ],
  },
]

export const inProduct: readonly Lie[] = [...inEachRun(noted), ...own]
