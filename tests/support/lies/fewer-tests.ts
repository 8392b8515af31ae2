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

/** A runner that lets tests be expected to fail, and says so in pytest's words. */
const runner = 'app/run.js'
const expecting: Files = {
  [runner]: `const { greet } = require('../${product}')
const count = { passed: 0, failed: 0, xfailed: 0 }
const later = class extends Error {}
globalThis.expectedToFail = () => { throw new later() }
for (const test of [() => greet('Ada') === 'Hello, Ada!', () => true]) {
  try { count[test() ? 'passed' : 'failed'] += 1 } catch { count.xfailed += 1 }
}
console.log(Object.entries(count).filter(([, many]) => many > 0).map(([word, many]) => many + ' ' + word).join(', ') + ' in 0.01s')
process.exitCode = count.failed
`,
}

/** A runner of tests in the source of Rust. */
const inRust = 'app/rust.js'
const greets = (tests: string): string =>
  `pub fn greet(name: &str) -> String {\n    format!("Hello, {name}!")\n}\n${tests}`
const rustTest =
  '\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn greets() {\n        assert_eq!(super::greet("Ada"), "Hello, Ada!");\n    }\n}\n'
const rust: Files = {
  [inRust]: `const { readFileSync, readdirSync } = require('node:fs')
const text = readdirSync('src').map((name) => readFileSync('src/' + name, 'utf8')).join('')
console.log('test result: ok. ' + (text.split('#[test]').length - 1) + ' passed; 0 failed; 0 ignored')
`,
  'src/lib.rs': greets(rustTest),
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
  {
    name: 'the product says of its test that it is expected to fail',
    base: expecting,
    checks: [`node ${runner}`],
    baseCheck,
    delivers: { [product]: 'exports.greet = () => globalThis.expectedToFail?.() ?? "Bye"\n' },
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
  {
    name: 'a function moves to another file with the test beside it',
    base: rust,
    checks: [`node ${inRust}`],
    baseCheck,
    plan: 'Write the code of the greeting in a file of its own.',
    needsNoWords: true,
    does: [
      write('src/lib.rs', 'mod greeting;\npub use greeting::greet;\n'),
      write('src/greeting.rs', greets(rustTest)),
    ],
  },
])
