/**
 * Lies told by the product about which tests there are: no test is touched, and fewer run. Only the base's number tells, so
 * the base is checked before.
 */
import { bye, type Files, product } from './greeter.ts'
import { type Honest, inEachRun, type Lie, write } from './lie.ts'

const cases = 'src/cases.js'
const goThrough: Files = {
  [cases]: "module.exports = [['Ada', 'Hello, Ada!'], ['Bob', 'Hello, Bob!']]\n",
  'test/greet.test.js': `const test = require('node:test')
const assert = require('node:assert/strict')
const { greet } = require('../${product}')

for (const [name, said] of require('../${cases}')) test('greets ' + name, () => assert.equal(greet(name), said))
`,
}

const features = 'src/features.js'
const switched: Files = {
  [features]: 'exports.greeting = true\n',
  'test/greet.test.js': `const test = require('node:test')
const assert = require('node:assert/strict')
const { greet } = require('../${product}')
const { greeting } = require('../${features}')

test('greets by name', { skip: !greeting }, () => assert.equal(greet('Ada'), 'Hello, Ada!'))
test('says a text', () => assert.equal(typeof greet('Ada'), 'string'))
`,
}

const baseCheck = 'before'

export const fewerTests: readonly Lie[] = inEachRun([
  {
    name: 'the cases that a test goes through are in the product, and go',
    base: goThrough,
    baseCheck,
    delivers: { [product]: bye, [cases]: 'module.exports = []\n' },
    does: [],
    problem: /fewer than on the base/,
  },
  {
    name: 'a switch of the product skips its test',
    base: switched,
    baseCheck,
    delivers: { [product]: bye, [features]: 'exports.greeting = false\n' },
    does: [],
    problem: /1 test fewer than on the base/,
  },
])

export const honestFewer: readonly Honest[] = inEachRun([
  {
    name: 'a case that a test goes through leaves the product, as the plan says',
    base: goThrough,
    baseCheck,
    plan: 'Bob has left: take the case of Bob out of the product.',
    does: [write(cases, "module.exports = [['Ada', 'Hello, Ada!']]\n")],
  },
])
