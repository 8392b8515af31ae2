/** Phase 1: three small tasks, and a checkpoint at which a person looks at the result. */
import { done, show, write } from './answers.js'

const plan = `# Plan: Core Scanner

**Date:** {date} | **Spec:** docs/changes/security-scanner/proposal.md | **Tasks:** 3 | **Time:** 11 min

## Goal

A folder is read line by line, and every place at which a check matches is known.

## Observable Truths (Acceptance Criteria)

1. The files of a folder are found once each and in order, without .git and node_modules.
2. A scan names the file, the line and the rule of each match.

## File Map

- CREATE src/walk.js
- CREATE src/lines.js
- CREATE src/scan-text.js
- CREATE src/scan-folder.js
- CREATE test/walk.test.js
- CREATE test/scan-text.test.js
- CREATE test/scan-folder.test.js

## Tasks

### Task 1: Find the files of a folder

**Depends on:** none | **Files:** src/walk.js, test/walk.test.js | **Owns:** src/walk.js

1. Test: filesIn('samples') lists both samples in order. It fails, since there is no src/walk.js.
2. Write filesIn(folder). Skip .git, node_modules and links.

### Task 2: Scan a text

**Depends on:** none | **Files:** src/lines.js, src/scan-text.js, test/scan-text.test.js | **Owns:** src/lines.js, src/scan-text.js

1. Test: scanText('a\\r\\nb', checks) counts lines from 1, and a line can match two checks.
2. Write linesOf(text) in src/lines.js and scanText(text, checks) in src/scan-text.js.

### Task 3: Scan a folder

**Depends on:** 1, 2 | **Files:** src/scan-folder.js, test/scan-folder.test.js | **Owns:** src/scan-folder.js

1. Test: scanFolder('samples', checks) names file, line and rule.
2. Write scanFolder(folder, checks).

[checkpoint:human-verify] Look at samples/shop/settings.conf. Is line 4 the place that you would name for debugging that is on?
`

const walk = `import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set(['.git', 'node_modules'])

/** All files below the folder, relative to it, in order. Links are not followed. */
export function filesIn(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : below + '/' + entry.name
      if (entry.isDirectory()) return filesIn(folder, path)
      return entry.isFile() ? [path] : []
    })
}
`

const walkTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn } from '../src/walk.js'

test('finds the files of a folder in order', () => {
  assert.deepEqual(filesIn('samples'), ['clean/settings.conf', 'shop/settings.conf'])
})
`

const lines = String.raw`/** The lines of a text, whichever way they end. */
export const linesOf = (text) => text.split(/\r?\n/)
`

const scanText = `import { linesOf } from './lines.js'

/** The lines, counted from 1, at which a check matches, with the id of the check. */
export const scanText = (text, checks) =>
  linesOf(text).flatMap((line, index) =>
    checks.filter(({ pattern }) => pattern.test(line)).map(({ id }) => ({ line: index + 1, rule: id })),
  )
`

const scanTextTest = String.raw`import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanText } from '../src/scan-text.js'

const checks = [
  { id: 'has-a', pattern: /a/ },
  { id: 'has-b', pattern: /b/ },
]

test('counts lines from 1, whichever way they end', () => {
  assert.deepEqual(scanText('a\r\nx\nb', checks), [
    { line: 1, rule: 'has-a' },
    { line: 3, rule: 'has-b' },
  ])
})

test('a line can match two checks, and an empty text matches none', () => {
  assert.equal(scanText('ab', checks).length, 2)
  assert.deepEqual(scanText('', checks), [])
})
`

const scanFolder = `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scanText } from './scan-text.js'
import { filesIn } from './walk.js'

/** Where the checks match in the files of a folder. */
export const scanFolder = (folder, checks) =>
  filesIn(folder).flatMap((file) =>
    scanText(readFileSync(join(folder, file), 'utf8'), checks).map((match) => ({ file, ...match })),
  )
`

const scanFolderTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanFolder } from '../src/scan-folder.js'

test('names file, line and rule', () => {
  assert.deepEqual(scanFolder('samples', [{ id: 'debug', pattern: /debug/ }]), [
    { file: 'shop/settings.conf', line: 4, rule: 'debug' },
  ])
})
`

export const coreScanner = {
  plans: [
    {
      text: plan,
      says: {
        summary: 'Three tasks: find files, scan a text, scan a folder.',
        concerns: [],
        decisions: [{ what: 'Links are not followed', why: 'A link can lead out of the folder.' }],
      },
    },
  ],
  tasks: {
    1: [
      {
        do: [
          write('test/walk.test.js', walkTest),
          write('src/walk.js', walk),
          { run: 'node --test test/walk.test.js' },
        ],
        json: done('filesIn lists the files of a folder in order.'),
      },
    ],
    2: [
      {
        do: [
          write('test/scan-text.test.js', scanTextTest),
          write('src/lines.js', lines),
          write('src/scan-text.js', scanText),
          { run: 'node --test test/scan-text.test.js' },
        ],
        json: done('scanText names lines and checks; linesOf takes both line ends.', {
          learnings: [
            { outcome: 'gotcha', text: 'Settings that were written on Windows end their lines with \\r\\n.' },
          ],
        }),
      },
    ],
    3: [
      {
        do: [
          write('test/scan-folder.test.js', scanFolderTest),
          write('src/scan-folder.js', scanFolder),
          { run: 'node --test test/scan-folder.test.js' },
        ],
        json: done('scanFolder finds line 4 of samples/shop/settings.conf for a check on debug.'),
      },
    ],
  },
  verify: {
    do: [
      show('walk', "filesIn('samples')"),
      show('scan-folder', "scanFolder('samples', [{ id: 'debug', pattern: /debug/ }])"),
    ],
    json: {
      passed: true,
      truths: [
        {
          truth: 'The files of a folder are found once each and in order, without .git and node_modules.',
          holds: true,
          evidence: 'A call of filesIn printed `["clean/settings.conf","shop/settings.conf"]`.',
        },
        {
          truth: 'A scan names the file, the line and the rule of each match.',
          holds: true,
          evidence: 'A scan printed `{"file":"shop/settings.conf","line":4,"rule":"debug"}`.',
        },
      ],
      failures: [],
    },
  },
  reviews: [
    {
      json: {
        findings: [
          {
            severity: 'suggestion',
            title: 'Large files are read as a whole',
            detail: 'A log of a few gigabytes would not fit. A limit can wait until it is needed.',
            file: 'src/scan-folder.js',
            line: 9,
          },
        ],
      },
    },
  ],
}
