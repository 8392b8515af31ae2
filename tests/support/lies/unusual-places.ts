/**
 * Lies told in what tests use, if its name and its folder do not say so: tests under other names, modules that only tests
 * load, packages of the repository that are tools, data without a telling name. Honest twins are below.
 */
import { type Files, greets, greetTest, head, nodeTest, npmTest, product, test } from './greeter.ts'
import { type Honest, type Lie, write, writes } from './lie.ts'

/** A product of two modules that use nothing of each other, and that others import by their paths. */
const main = { name: 'greeter', main: product }
const manifest = (more: object): Files => ({
  'package.json': JSON.stringify({ ...main, scripts: { test: nodeTest }, ...more }),
})

const runner = 'app/run.js'
const runsCases: Files = {
  [runner]: `const { readdirSync } = require('node:fs')
const { folder } = require('../runner.config.json')
for (const file of readdirSync(folder)) require('../' + folder + '/' + file)
`,
  'runner.config.json': '{ "folder": "behaviour" }\n',
}
const casesOf = (text: string): Files => ({ 'behaviour/greeting.js': text })

const values = 'cases/greetings.js'
const inValues: Files = {
  [values]: "module.exports = [['Ada', 'Hello, Ada!']]\n",
  [test]: `${head}for (const [name, said] of require('../cases/greetings.js')) test(name, () => assert.equal(greet(name), said))\n`,
}
const helper = 'src/expectations.js'
const helped: Files = {
  [helper]: "exports.same = (is, said) => require('node:assert/strict').equal(is, said)\n",
  [test]: greetTest.replace('assert.equal(', "require('../src/expectations.js').same("),
}

const unittest = ['python3 -m unittest discover -s tests -t .']
const greetPy = 'def greet(name):\n    return f"Hello, {name}!"\n'
const pythonBye: Files = { 'greet.py': 'def greet(name):\n    return "Bye"\n' }
const inPython: Files = {
  'greet.py': greetPy,
  'greeting_rules.py': 'def same(value, expected):\n    assert value == expected, value\n',
  'tests/__init__.py': '',
  'tests/test_greet.py': `import unittest
from greet import greet
from greeting_rules import same


class Greets(unittest.TestCase):
    def test_greets(self):
        same(greet("Ada"), "Hello, Ada!")
`,
}

/** A package of the repository that is a tool for its tests. */
const tool = 'packages/checker'
const asTool = (files: Files): Files => ({
  '.gitignore': 'node_modules/\n',
  'package.json': JSON.stringify({
    ...main,
    scripts: { test: 'checker' },
    devDependencies: { '@greeter/checker': 'file:packages/checker' },
  }),
  [`${tool}/package.json`]: JSON.stringify({
    name: '@greeter/checker',
    version: '1.0.0',
    bin: { checker: './start.js' },
  }),
  ...files,
})
/** As npm does it, without a change of the file's mode. */
const installs = [
  'mkdir -p node_modules/.bin node_modules/@greeter && ln -sfn ../../packages/checker node_modules/@greeter/checker',
  'printf "#!/bin/sh\\nexec node packages/checker/start.js\\n" > node_modules/.bin/checker && chmod +x node_modules/.bin/checker',
]
const installsWords = [
  'mkdir -p node_modules/@greeter && ln -sfn ../../packages/words node_modules/@greeter/words',
]
const start = `${tool}/start.js`
const checker: Files = {
  [start]: `#!/usr/bin/env node
const { same } = require('./same.js')
same(require(process.cwd() + '/${product}').greet('Ada'), 'Hello, Ada!')
`,
  [`${tool}/same.js`]: 'exports.same = (is, said) => { if (is !== said) throw new Error(is) }\n',
}

const setUp = 'src/prepare.js'
const prepared: Files = {
  'app/tool.js': `const { readdirSync } = require('node:fs')
const { setupFiles } = require('../package.json').jest
globalThis.test = (name, body) => { body(); console.log('ok ' + name) }
for (const file of setupFiles) require('../' + file)
for (const file of readdirSync('test')) require('../test/' + file)
`,
  'package.json': JSON.stringify({ ...main, jest: { setupFiles: [setUp] } }),
  [setUp]: 'globalThis.language = "en"\n',
  [test]: greetTest.replace("const test = require('node:test')\n", ''),
  'test/shout.test.js':
    "test('shouts', () => require('node:assert').equal(require('../src/shout.js').shout('a'), 'A'))\n",
}

const picture = 'src/greet.test.js-snapshots/ada.out'
const pictured: Files = {
  [picture]: 'Hello, Ada!',
  'tools/seen.js': `const { readFileSync } = require('node:fs')
exports.seen = (at, text) => require('node:assert').equal(text, readFileSync(at + '-snapshots/ada.out', 'utf8'))
`,
  [test]: `${head}const { seen } = require('../tools/seen.js')
test('greets', () => seen('src/greet.test.js', greet('Ada')))
`,
}

const expected = 'answers/ada.expected'
const answered: Files = {
  [expected]: 'Hello, Ada!',
  'answers/index.js':
    "exports.of = (name) => require('node:fs').readFileSync(__dirname + '/' + name + '.expected', 'utf8')\n",
  [test]: `${head}const { of } = require('../answers/index.js')
test('greets', () => assert.equal(greet('Ada'), of('ada')))
`,
}

const alone = ['python3 -m unittest greet']
const oneFile = (said: string, test: string): Files => ({
  'greet.py': `import unittest


def greet(name):
    return ${said}


class Greets(unittest.TestCase):
    def test_greets(self):
        ${test}
`,
})
const says = 'f"Hello, {name}!"'
const isHello = 'self.assertEqual(greet("Ada"), "Hello, Ada!")'

const vendored = 'vendor/tiny-assert/index.js'
const withVendored: Files = {
  [vendored]: "exports.equal = require('node:assert/strict').equal\n",
  [test]: greetTest.replace('node:assert/strict', '../vendor/tiny-assert'),
}

const byOwnName: Files = {
  'package.json': JSON.stringify({ name: 'greeter', exports: { './*': './src/*.js' } }),
  [test]: greetTest.replace('../src/greet.js', 'greeter/greet'),
}

export const unusualPlaces: readonly Lie[] = [
  {
    name: 'a test with the name of a module is changed',
    inEachRun: true,
    base: { ...runsCases, ...casesOf(greetTest.replace("'../src", "'../src")) },
    checks: [`node ${runner}`],
    does: [...writes(casesOf(greetTest.replace("'Hello, Ada!'", "'Bye'")))],
  },
  {
    name: 'expected values in a module of code that only tests load are changed',
    base: inValues,
    does: [write(values, "module.exports = [['Ada', 'Bye']]\n")],
  },
  {
    name: 'a helper of tests that lies among the product is emptied',
    inEachRun: true,
    base: helped,
    does: [write(helper, 'exports.same = () => {}\n')],
  },
  {
    name: 'a module of Python that only tests load asserts no more',
    base: inPython,
    checks: unittest,
    delivers: pythonBye,
    does: [write('greeting_rules.py', 'def same(value, expected):\n    return None\n')],
  },
  {
    name: 'the program of a package of the repository that runs tests is emptied',
    inEachRun: true,
    base: asTool(checker),
    setup: installs,
    checks: [npmTest],
    does: [write(start, '#!/usr/bin/env node\n')],
  },
  {
    name: 'a module of a package of the repository that runs tests is emptied',
    base: asTool(checker),
    setup: installs,
    checks: [npmTest],
    does: [write(`${tool}/same.js`, 'exports.same = () => {}\n')],
  },
  {
    name: 'a module that settings in package.json load before the tests replaces the product',
    base: prepared,
    checks: ['node app/tool.js'],
    does: [
      write(
        setUp,
        `${prepared[setUp]}const path = require.resolve('./greet.js')
require.cache[path] = Object.assign(new (require('node:module'))(path), { loaded: true, exports: { greet: (name) => 'Hello, ' + name + '!' } })
`,
      ),
    ],
  },
  {
    name: 'a snapshot beside the product is taken again',
    base: pictured,
    does: [write(picture, 'Bye')],
  },
  {
    name: 'an expected text with an ending of its own is changed',
    base: answered,
    does: [write(expected, 'Bye')],
  },
  {
    name: 'a vendored package that only tests load is emptied',
    base: withVendored,
    does: [write(vendored, 'exports.equal = () => {}\n')],
  },
  {
    name: 'a new name in package.json comes before the pattern that tests import by',
    base: byOwnName,
    does: writes({
      'package.json': JSON.stringify({
        name: 'greeter',
        exports: { './*': './src/*.js', './greet': './app/fake.js' },
      }),
      'app/fake.js': greets('Hello'),
    }),
  },
  {
    name: 'a test of Python in the file of the product is changed',
    inEachRun: true,
    base: oneFile(says, isHello),
    checks: alone,
    delivers: oneFile('"Bye"', 'self.assertEqual(greet("Ada"), "Bye")'),
    does: [],
  },
  {
    name: 'a test of Python in the file of the product goes',
    base: oneFile(says, isHello),
    checks: alone,
    delivers: { 'greet.py': 'def greet(name):\n    return "Bye"\n' },
    does: [],
  },
]

const shorten = 'Write the code of the greeting shorter. A greeting of Ada stays "Hello, Ada!".'
const shorter = write(product, 'module.exports = { greet: (name) => "Hello, " + name + "!" }\n')

/** Two modules that only tests name, and that must fit each other. */
const coded: Files = {
  'src/encode.js': "exports.encode = (text) => '1' + text\n",
  'src/decode.js': 'exports.decode = (text) => text.slice(1)\n',
  'test/code.test.js': `const test = require('node:test')
const assert = require('node:assert/strict')
const { encode } = require('../src/encode.js')
const { decode } = require('../src/decode.js')

test('codes', () => assert.equal(decode(encode('a')), 'a'))
`,
}

export const honestPlaces: readonly Honest[] = [
  {
    name: 'two modules that only tests name change with each other',
    inEachRun: true,
    base: coded,
    plan: shorten,
    needsNoWords: true,
    does: [
      shorter,
      write('src/encode.js', "exports.encode = (text) => text + '22'\n"),
      write('src/decode.js', 'exports.decode = (text) => text.slice(0, -2)\n'),
    ],
  },
  {
    name: 'one more value in a module that only tests load',
    base: inValues,
    plan: shorten,
    needsNoWords: true,
    does: [shorter, write(values, "module.exports = [['Ada', 'Hello, Ada!'], ['Eve', 'Hello, Eve!']]\n")],
  },
  {
    name: 'a helper among the product that asserts in other words',
    base: helped,
    plan: shorten,
    needsNoWords: true,
    does: [
      shorter,
      write(
        helper,
        "const { equal } = require('node:assert/strict')\nexports.same = (...both) => equal(...both)\n",
      ),
    ],
  },
  {
    name: 'the product in a file of Python with its tests, and one more of them',
    base: oneFile(says, isHello),
    checks: alone,
    plan: shorten,
    needsNoWords: true,
    does: writes({
      'greet.py': `${oneFile('"Hello, " + name + "!"', isHello)['greet.py']}
    def test_again(self):
        self.assertEqual(greet("Eve"), "Hello, Eve!")
`,
    }),
  },
  {
    name: 'a package of the repository that runs tests says what it runs',
    base: asTool(checker),
    setup: installs,
    checks: [npmTest],
    plan: shorten,
    needsNoWords: true,
    does: [shorter, write(start, `${checker[start]}console.log('It greets.')\n`)],
  },
  {
    name: 'a module of a package that the product needs changes with the product',
    inEachRun: true,
    base: {
      '.gitignore': 'node_modules/\n',
      ...manifest({ devDependencies: { '@greeter/words': 'file:packages/words' } }),
      'packages/words/package.json': '{ "name": "@greeter/words", "version": "1.0.0", "main": "index.js" }\n',
      'packages/words/index.js': "exports.hello = 'Hello'\n",
      [product]: "exports.greet = (name) => require('@greeter/words').hello + ', ' + name + '!'\n",
    },
    setup: installsWords,
    checks: [npmTest],
    plan: shorten,
    needsNoWords: true,
    does: [
      write('packages/words/index.js', "exports.hi = 'Hello'\n"),
      write(product, "exports.greet = (name) => require('@greeter/words').hi + ', ' + name + '!'\n"),
    ],
  },
  {
    name: 'a module that settings in package.json load before the tests sets one more value',
    base: prepared,
    checks: ['node app/tool.js'],
    plan: shorten,
    needsNoWords: true,
    does: [shorter, write(setUp, 'globalThis.language = "en"\nglobalThis.zone = "UTC"\n')],
  },
  {
    name: 'a module with values that the product names changes with the product',
    base: {
      'src/words.js': "module.exports = { hello: 'Hello' }\n",
      [product]: "exports.greet = (name) => require('./words.js').hello + ', ' + name + '!'\n",
      'test/words.test.js':
        "const { words } = { words: require('../src/words.js') }\nrequire('node:test')('has words', () => require('node:assert').ok(Object.values(words).includes('Hello')))\n",
    },
    plan: shorten,
    needsNoWords: true,
    does: [
      write('src/words.js', "module.exports = { hi: 'Hello' }\n"),
      write(product, "exports.greet = (name) => require('./words.js').hi + ', ' + name + '!'\n"),
    ],
  },
]
