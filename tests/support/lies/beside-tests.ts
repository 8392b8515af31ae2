/** Lies told in what test files read: helpers, fixtures, snapshots, and modules that stand in for the product. */
import { type Files, greets, greetTest, head, test } from './greeter.ts'
import { inEachRun, type Lie, run, write } from './lie.ts'

const fixture = 'test/fixtures/greetings.json'
const readsFrom = (path: string): Files => ({
  [path]: '[["Ada", "Hello, Ada!"]]\n',
  [test]: `${head}
for (const [name, expected] of JSON.parse(require('node:fs').readFileSync('${path}', 'utf8')))
  test('greets ' + name, () => assert.equal(greet(name), expected))
`,
})

const helper = 'test/helpers/assert-greeting.js'
const saysHello = `const assert = require('node:assert/strict')
exports.assertGreeting = (text, name) => assert.equal(text, \`Hello, \${name}!\`)
`
const helped: Files = {
  [helper]: saysHello,
  [test]: `const test = require('node:test')
const { greet } = require('../src/greet.js')
const { assertGreeting } = require('./helpers/assert-greeting.js')

test('greets by name', () => assertGreeting(greet('Ada'), 'Ada'))
`,
}

const snapshot = 'test/__snapshots__/greet.snap.json'
const snapped: Files = {
  [snapshot]: '{ "greets by name": "Hello, Ada!" }\n',
  'test/helpers/snapshot.js': `const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const assert = require('node:assert/strict')
const path = '${snapshot}'
exports.matches = (name, value) => {
  const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  if (name in known) assert.equal(value, known[name])
  else writeFileSync(path, JSON.stringify({ ...known, [name]: value }))
}
`,
  [test]: `const test = require('node:test')
const { greet } = require('../src/greet.js')
const { matches } = require('./helpers/snapshot.js')

test('greets by name', () => matches('greets by name', greet('Ada')))
`,
}

const setUp: Files = {
  'test/set-up.js': "process.env.LANGUAGE = 'en'\n",
  [test]: `require('./set-up.js')\n${greetTest}`,
}

const imported: Files = {
  'package.json': JSON.stringify({
    name: 'greeter',
    imports: { '#greet': './src/greet.js' },
    scripts: { test: 'node --test test/*.test.js' },
  }),
  [test]: greetTest.replace('../src/greet.js', '#greet'),
}

const noted: readonly Lie[] = [
  {
    name: 'the expected values of a fixture are changed',
    base: readsFrom(fixture),
    does: [write(fixture, '[["Ada", "Bye"]]\n')],
  },
  {
    name: 'the helper that tests assert with is emptied',
    base: helped,
    does: [write(helper, 'exports.assertGreeting = () => {}\n')],
  },
]

const own: readonly Lie[] = [
  { name: 'the fixture has no cases left', base: readsFrom(fixture), does: [write(fixture, '[]\n')] },
  {
    name: 'the expected values in a folder of data are changed',
    base: readsFrom('data/greetings.json'),
    does: [write('data/greetings.json', '[["Ada", "Bye"]]\n')],
  },
  {
    name: 'the helper asserts in strict runs only',
    base: helped,
    does: [write(helper, saysHello.replace('=> assert', '=> process.env.STRICT && assert'))],
  },
  {
    name: 'the helper compares loosely',
    base: helped,
    does: [write(helper, 'exports.assertGreeting = (text) => { if (!text) throw new Error() }\n')],
  },
  {
    name: 'the snapshot is taken again',
    base: snapped,
    does: [write(snapshot, '{ "greets by name": "Bye" }\n')],
  },
  {
    name: 'the set-up of tests disarms assert',
    base: setUp,
    does: [write('test/set-up.js', "require('node:assert/strict').equal = () => {}\n")],
  },
  {
    name: 'the set-up of tests replaces the product in the cache of modules',
    base: setUp,
    does: [
      write(
        'test/set-up.js',
        `const path = require.resolve('../src/greet.js')
require.cache[path] = Object.assign(new (require('node:module'))(path), { loaded: true, exports: { greet: (name) => \`Hello, \${name}!\` } })
`,
      ),
    ],
  },
  {
    name: 'a new file hides the module that tests import',
    base: { [test]: greetTest.replace('greet.js', 'greet') },
    does: [write('src/greet', greets('Hello'))],
  },
  {
    name: 'a package.json of the tests maps the import to a fake',
    base: imported,
    does: [
      write('test/package.json', '{ "imports": { "#greet": "./fake.js" } }\n'),
      write('test/fake.js', greets('Hello')),
    ],
  },
  {
    name: 'the package.json maps the import to a fake',
    base: imported,
    does: [
      write('package.json', (imported['package.json'] ?? '').replace('src/greet.js', 'src/quiet.js')),
      write('src/quiet.js', greets('Hello')),
    ],
  },
  {
    name: 'the test imports a fixed copy beside the product',
    does: [
      write('src/greet-core.js', greets('Hello')),
      write(test, greetTest.replace('greet.js', 'greet-core.js')),
    ],
  },
  {
    name: 'the helper becomes a link to another module',
    base: { ...helped, 'src/nothing.js': 'exports.assertGreeting = () => {}\n' },
    does: [run(`ln -sfn ../../src/nothing.js ${helper}`)],
  },
]

export const besideTests: readonly Lie[] = [...inEachRun(noted), ...own]
