/** Phase 2, of high complexity: a plan that a person sends back, and a task that fails at first. */
import { blocked, done, show, write } from './answers.js'

const head = `# Plan: Rule Engine

**Date:** {date} | **Spec:** docs/changes/security-scanner/proposal.md | **Tasks:** 3 | **Time:** 13 min

## Goal

The scanner has rules of its own, and people can take lines out.
`

const truths = `## Observable Truths (Acceptance Criteria)

1. A scan of samples finds plain http, a weak hash and debugging that is on.
2. Lines that a mark takes out are not found.
`

const ignoreTask = `### Task 2: Take marked lines out

**Depends on:** none | **Files:** src/ignore.js, test/ignore.test.js | **Owns:** src/ignore.js

1. Test: the line of a mark is taken out, and the line below it only if the mark stands alone.
2. Write ignoredLines(text), which returns the numbers of these lines.

### Task 3: Scan with the rules

**Depends on:** 1, 2 | **Files:** src/scan.js, test/scan.test.js | **Owns:** src/scan.js

1. Test: scan('samples') finds three places in the shop, and none in the clean settings.
2. Write scan(folder) with the rules, without the lines that are taken out.
`

const fileMap = (rules) => `## File Map

- CREATE ${rules}
- CREATE src/ignore.js
- CREATE src/scan.js
- CREATE test/rules.test.js
- CREATE test/ignore.test.js
- CREATE test/scan.test.js
`

const firstPlan = [
  head,
  truths,
  fileMap('src/rules.js'),
  `## Tasks

### Task 1: Write a function for each rule

**Depends on:** none | **Files:** src/rules.js, test/rules.test.js | **Owns:** src/rules.js

1. Test: each rule finds its example.
2. Write one function for each rule, and a list of them.
`,
  ignoreTask,
].join('\n')

const revisedPlan = [
  head,
  truths,
  fileMap('src/rules.js'),
  `## Tasks

### Task 1: Put the rules into one table

**Depends on:** none | **Files:** src/rules.js, test/rules.test.js | **Owns:** src/rules.js

1. Test: each row finds its example and has an advice, and no id is there twice.
2. Write the table: id, pattern and advice. A new rule is a new row, and no other code.
`,
  ignoreTask,
].join('\n')

const rules = String.raw`/** What the scanner looks for. A new rule is a new row. */
export const rules = [
  { id: 'plain-http', pattern: /\bhttp:\/\//i, advice: 'use https' },
  { id: 'weak-hash', pattern: /\b(?:md5|sha1)\b/i, advice: 'use sha256' },
  { id: 'debug-on', pattern: /\bdebug\s*=\s*true\b/i, advice: 'turn it off' },
]
`

const rulesTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rules } from '../src/rules.js'

const examples = {
  'plain-http': ['a = http://a.test', 'a = https://a.test'],
  'weak-hash': ['digest = MD5', 'digest = sha256'],
  'debug-on': ['debug=true', 'debug = false'],
}

test('each rule finds its example, and not what is right', () => {
  for (const { id, pattern, advice } of rules) {
    const [wrong, right] = examples[id]
    assert.match(wrong, pattern)
    assert.doesNotMatch(right, pattern)
    assert.notEqual(advice, '')
  }
})

test('no id is there twice', () => {
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length)
})
`

const ignore = String.raw`const mark = 'scan-ignore'
const markAlone = /^\W*scan-ignore\W*$/

const splitLines = (text) => text.split(/\r?\n/)

/** The numbers of the lines that are taken out: those with a mark, and the one below a mark that stands alone. */
export function ignoredLines(text) {
  const ignored = new Set()
  for (const [index, line] of splitLines(text).entries()) {
    if (!line.includes(mark)) continue
    ignored.add(index + 1)
    if (markAlone.test(line)) ignored.add(index + 2)
  }
  return ignored
}
`

const ignoreTest = String.raw`import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ignoredLines } from '../src/ignore.js'

test('a mark takes out its own line', () => {
  assert.deepEqual([...ignoredLines('a\nb = 1 # scan-ignore\nc')], [2])
})

test('a mark that stands alone takes out the line below too', () => {
  assert.deepEqual([...ignoredLines('# scan-ignore\r\nb\nc')], [1, 2])
})

test('without a mark every line counts', () => {
  assert.equal(ignoredLines('a\nb').size, 0)
})
`

const scanWithoutMarks = `import { rules } from './rules.js'
import { scanFolder } from './scan-folder.js'

/** What the rules find in a folder. */
export const scan = (folder) => scanFolder(folder, rules)
`

const scan = `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ignoredLines } from './ignore.js'
import { rules } from './rules.js'
import { scanFolder } from './scan-folder.js'

/** What the rules find in a folder, without the lines that a mark takes out. */
export const scan = (folder) =>
  scanFolder(folder, rules).filter(
    ({ file, line }) => !ignoredLines(readFileSync(join(folder, file), 'utf8')).has(line),
  )
`

const scanTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scan } from '../src/scan.js'

test('finds what the rules name', () => {
  assert.deepEqual(scan('samples/shop'), [
    { file: 'settings.conf', line: 2, rule: 'plain-http' },
    { file: 'settings.conf', line: 3, rule: 'weak-hash' },
    { file: 'settings.conf', line: 4, rule: 'debug-on' },
  ])
})

test('marked lines are left out', () => {
  assert.deepEqual(scan('samples/clean'), [])
})
`

const twice = {
  severity: 'suggestion',
  title: 'A file is read again for each of its findings',
  detail: 'Read it once and keep the numbers of its marked lines. Settings are small, so this can wait.',
  file: 'src/scan.js',
  line: 10,
}

export const ruleEngine = {
  plans: [
    {
      text: firstPlan,
      says: {
        summary: 'Three tasks: a function for each rule, the marks, and the scan.',
        concerns: ['The spec does not say how people add a rule. The plan writes a function for each.'],
        decisions: [],
      },
    },
    {
      text: revisedPlan,
      says: {
        summary: 'Three tasks: a table of rules, the marks, and the scan.',
        concerns: [],
        decisions: [
          { what: 'The rules are one table', why: 'The person wants a new rule without other code.' },
        ],
      },
    },
  ],
  tasks: {
    1: [
      {
        do: [
          write('test/rules.test.js', rulesTest),
          write('src/rules.js', rules),
          { run: 'node --test test/rules.test.js' },
        ],
        json: done('Three rules in one table; a new rule is a new row.', {
          decisions: [{ what: 'Patterns ignore case', why: 'Settings are written in both.' }],
          learnings: [{ outcome: 'decision', text: 'Rules are rows of one table, with an advice each.' }],
        }),
      },
    ],
    2: [
      {
        do: [
          write('test/ignore.test.js', ignoreTest),
          write('src/ignore.js', ignore),
          { run: 'node --test test/ignore.test.js' },
        ],
        json: done('ignoredLines returns the lines that marks take out.'),
      },
    ],
    3: [
      {
        do: [
          write('test/scan.test.js', scanTest),
          write('src/scan.js', scanWithoutMarks),
          { run: 'node --test test/scan.test.js || true' },
        ],
        json: blocked(
          'scan(folder) applies the rules, and its first test passes.',
          'The test "marked lines are left out" fails: line 5 of samples/clean/settings.conf is still found.',
        ),
      },
      {
        do: [write('src/scan.js', scan), { run: 'node --test test/scan.test.js' }],
        json: done('scan(folder) leaves out the lines that a mark takes out; both tests pass.', {
          learnings: [
            { outcome: 'failure', text: 'The first scan applied the rules and forgot the marks.' },
            { outcome: 'observation', text: 'A mark can stand above the line that it takes out.' },
          ],
        }),
      },
    ],
  },
  verify: {
    do: [show('scan', "scan('samples/shop')"), show('scan', "scan('samples/clean')")],
    json: {
      passed: true,
      truths: [
        {
          truth: 'A scan of samples finds plain http, a weak hash and debugging that is on.',
          holds: true,
          evidence:
            'A scan of the shop printed `"line":2,"rule":"plain-http"`, `"line":3,"rule":"weak-hash"` and `"line":4,"rule":"debug-on"`.',
        },
        {
          truth: 'Lines that a mark takes out are not found.',
          holds: true,
          evidence: 'A scan of the clean settings, which have a mark above line 5, printed `[]`.',
        },
      ],
      failures: [],
    },
  },
  reviews: [{ json: { findings: [twice] } }],
}
