/** Phase 3: a review that finds a promise of the spec which the command does not keep. */
import { done, runCli, write } from './answers.js'

const plan = `# Plan: CLI Integration

**Date:** {date} | **Spec:** docs/changes/security-scanner/proposal.md | **Tasks:** 3 | **Time:** 12 min

## Goal

People can scan a folder with one command.

## Observable Truths (Acceptance Criteria)

1. The command prints a line for each finding, counts them, and ends with exit code 1.
2. Without findings the command ends with exit code 0.

## File Map

- CREATE src/report.js
- CREATE src/cli.js
- CREATE test/report.test.js
- CREATE test/cli.test.js
- MODIFY README.md

## Tasks

### Task 1: Print a report

**Depends on:** none | **Files:** src/report.js, test/report.test.js | **Owns:** src/report.js

1. Test: a line for each finding with its advice, and a last line that counts.
2. Write report(findings) with describeFinding and the table of rules.

### Task 2: Add the command

**Depends on:** 1 | **Files:** src/cli.js, test/cli.test.js | **Owns:** src/cli.js

1. Test: exit code 1 for samples/shop, and 0 for samples/clean.
2. Write src/cli.js.

### Task 3: Say how to use it

**Depends on:** 2 | **Files:** README.md | **Owns:** README.md

1. Add a section with the command and its exit codes to README.md.
`

const report = String.raw`import { describeFinding } from './finding.js'
import { rules } from './rules.js'

const adviceOf = (rule) => rules.find(({ id }) => id === rule)?.advice ?? 'look at it'

/** A line for each finding, and a last one that counts them. */
export function report(findings) {
  const lines = findings.map((finding) => describeFinding(finding) + ': ' + adviceOf(finding.rule))
  return [...lines, findings.length + (findings.length === 1 ? ' finding' : ' findings')].join('\n')
}
`

const reportTest = String.raw`import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report } from '../src/report.js'

test('a line for each finding with its advice, and a last line that counts', () => {
  const finding = { file: 'a.conf', line: 2, rule: 'plain-http' }
  assert.equal(report([finding]), 'a.conf:2 plain-http: use https\n1 finding')
  assert.equal(report([finding, finding]).split('\n').at(-1), '2 findings')
})

test('nothing was found', () => {
  assert.equal(report([]), '0 findings')
})
`

const cli = `import { report } from './report.js'
import { scan } from './scan.js'

const [folder = '.'] = process.argv.slice(2)
const findings = scan(folder)
console.log(report(findings))
process.exitCode = findings.length === 0 ? 0 : 1
`

const cliForMissingFolders = `import { statSync } from 'node:fs'
import { report } from './report.js'
import { scan } from './scan.js'

const [folder = '.'] = process.argv.slice(2)
process.exitCode = run(folder)

/** The exit code: 0 without findings, 1 with some, 2 if there is no such folder. */
function run(folder) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    console.error(folder + ' is no folder')
    return 2
  }
  const findings = scan(folder)
  console.log(report(findings))
  return findings.length === 0 ? 0 : 1
}
`

const cliTest = String.raw`import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const run = (folder) => spawnSync(process.execPath, ['src/cli.js', folder], { encoding: 'utf8' })

test('with findings it ends with 1', () => {
  const { status, stdout } = run('samples/shop')
  assert.equal(status, 1)
  assert.match(stdout, /settings\.conf:3 weak-hash: use sha256\n/)
  assert.match(stdout, /3 findings\n$/)
})

test('without findings it ends with 0', () => {
  const { status, stdout } = run('samples/clean')
  assert.equal(status, 0)
  assert.equal(stdout, '0 findings\n')
})
`

const missingFolderTest = String.raw`
test('a missing folder ends with 2 and is named on one line', () => {
  const { status, stdout, stderr } = run('missing')
  assert.equal(status, 2)
  assert.equal(stdout, '')
  assert.equal(stderr, 'missing is no folder\n')
})
`

const usage = `
## Use it
    node src/cli.js <folder>

The exit code is 0 if nothing was found, and 1 otherwise. A comment with scan-ignore takes its line out; alone on a line, it
takes out the line below too.
`

export const cliIntegration = {
  plans: [
    {
      text: plan,
      says: { summary: 'Three tasks: the report, the command, and the README.', concerns: [], decisions: [] },
    },
  ],
  tasks: {
    1: [
      {
        do: [
          write('test/report.test.js', reportTest),
          write('src/report.js', report),
          { run: 'node --test test/report.test.js' },
        ],
        json: done('report prints a line for each finding and counts them.'),
      },
    ],
    2: [
      {
        do: [
          write('test/cli.test.js', cliTest),
          write('src/cli.js', cli),
          { run: 'node --test test/cli.test.js' },
        ],
        json: done('The command scans a folder; its exit code says if something was found.'),
      },
    ],
    3: [
      {
        do: [{ append: { path: 'README.md', text: usage } }],
        json: done('README.md says how to use the command.'),
      },
    ],
  },
  fix: {
    do: [
      { append: { path: 'test/cli.test.js', text: missingFolderTest } },
      write('src/cli.js', cliForMissingFolders),
      {
        replace: {
          path: 'README.md',
          find: 'if nothing was found, and 1 otherwise.',
          with: 'if nothing was found, 1 if something was, and 2 if there is no such folder.',
        },
      },
      { run: 'node --test test/cli.test.js' },
    ],
    json: done('A missing folder ends with exit code 2 and one line that names it; a test shows it.', {
      learnings: [
        { outcome: 'gotcha', text: 'Node ends with 1 after an uncaught error, which here means findings.' },
      ],
    }),
  },
  verify: {
    do: [runCli('samples/shop'), runCli('samples/clean')],
    json: {
      passed: true,
      truths: [
        {
          truth: 'The command prints a line for each finding, counts them, and ends with exit code 1.',
          holds: true,
          evidence:
            'For the shop it printed "settings.conf:2 plain-http: use https", "3 findings" and "exit code 1".',
        },
        {
          truth: 'Without findings the command ends with exit code 0.',
          holds: true,
          evidence: 'For the clean settings it printed "0 findings" and "exit code 0".',
        },
      ],
      failures: [],
    },
  },
  reviews: [
    {
      do: [runCli('missing')],
      json: {
        findings: [
          {
            severity: 'important',
            title: 'A missing folder ends with a stack trace and exit code 1',
            detail:
              'Run the command on a folder that is not there. The spec wants exit code 2 and one line that names the folder; 1 means that something was found.',
            file: 'src/cli.js',
            line: 5,
          },
        ],
      },
    },
    { do: [runCli('missing')], json: { findings: [] } },
  ],
}
