import { expect, it, test } from 'vitest'
import { readPatch } from './proposed-patch.ts'

const fenced = (...diff: readonly string[]): string => ['```diff', ...diff, '```'].join('\n')
const file = (...diff: readonly string[]): string =>
  `# Auto-fix\n\n**Confidence**: Medium\n\n## Diff\n\n${fenced(...diff)}\n\n## Rationale\n\nThe sum starts at 0.\nMore.\n\n## Limitations\n\nNone.\n`

const modified = ['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -1,3 +1,3 @@', ' one', '-two', '+2', ' three']

it('WF-12 a patch says its confidence, why, what it changes and how', () => {
  const created = ['--- /dev/null', '+++ b/src/b.ts', '@@ -0,0 +1 @@', '+new']
  const deleted = ['--- a/src/c.ts\t2026-01-01', '+++ /dev/null', '@@ -1 +0,0 @@', '-old']
  expect(readPatch(file(...modified, ...created, ...deleted))).toEqual({
    confidence: 'Medium',
    summary: 'The sum starts at 0.',
    targets: [
      { path: 'src/a.ts', how: 'modified' },
      { path: 'src/b.ts', how: 'created' },
      { path: 'src/c.ts', how: 'deleted' },
    ],
    diff: [
      ...modified,
      ...created.with(2, '@@ -0,0 +1,1 @@'),
      ...deleted.with(0, '--- a/src/c.ts').with(2, '@@ -1,1 +0,0 @@'),
      '',
    ].join('\n'),
    problem: null,
  })
})

test.each([
  ['nothing', ''],
  ['no block', modified.join('\n')],
  ['another block', file(...modified).replace('```diff', '```ts')],
  ['no hunk', file('--- a/x', '+++ b/x', '+new')],
])('WF-12 a file with %s is an empty patch', (_, text) => {
  expect(readPatch(text)).toBeNull()
})

it('WF-12 lines of a hunk count, not the numbers above it, and an empty line is one of the file', () => {
  const wrong = [
    '--- a/x',
    '+++ b/x',
    '@@ -7,9 +7,2 @@ function f()',
    ' one',
    '',
    '-two',
    '+2',
    '\\ No newline at end of file',
  ]
  expect(readPatch(file(...wrong))?.diff).toBe(
    '--- a/x\n+++ b/x\n@@ -7,3 +7,3 @@\n one\n \n-two\n+2\n\\ No newline at end of file\n',
  )
})

it('WF-12 a removed comment that looks like a name is a line of the file', () => {
  const lines = ['--- a/x.sql', '+++ b/x.sql', '@@ -1,2 +1,2 @@', '--- a/old', '+++ b/new', ' one']
  expect(readPatch(file(...lines))).toMatchObject({
    targets: [{ path: 'x.sql' }],
    diff: `${lines.join('\n')}\n`,
  })
})

it('WF-12 empty lines behind a hunk are none of the file', () => {
  const text = file(...modified, '', '', ...modified.with(0, '--- a/y').with(1, '+++ b/y'))
  expect(readPatch(text)?.diff).toBe(
    `${modified.join('\n')}\n${modified.with(0, '--- a/y').with(1, '+++ b/y').join('\n')}\n`,
  )
  const needed = ['--- a/x', '+++ b/x', '@@ -1,2 +1,3 @@', ' one', '+two', '', '']
  expect(readPatch(file(...needed))?.diff).toBe('--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n one\n+two\n \n')
})

it('WF-12 what git writes above the names is left out', () => {
  const lines = ['diff --git a/../evil b/../evil', 'new file mode 100755', 'index 0000000..1111111']
  const created = ['--- /dev/null', '+++ b/x', '@@ -0,0 +1,1 @@', '+new']
  expect(readPatch(file(...modified, ...lines, ...created))).toMatchObject({
    targets: [{ path: 'src/a.ts' }, { path: 'x' }],
    diff: [...modified, ...created, ''].join('\n'),
  })
})

it('WF-12 names keep what they say: without prefix, quoted, or leading out', () => {
  const targetsOf = (minus: string, plus: string) =>
    readPatch(file(`--- ${minus}`, `+++ ${plus}`, '@@ -1 +1 @@', '-a', '+b'))?.targets.map(({ path }) => path)
  expect(targetsOf('src/a.ts', 'src/a.ts')).toEqual(['src/a.ts'])
  expect(targetsOf('a/../x', 'b/../x')).toEqual(['../x'])
  expect(targetsOf('"a/\\303\\274 100%.ts"', '"b/\\303\\274 100%.ts"')).toEqual(['ü 100%.ts'])
  expect(targetsOf('/dev/null', '/dev/null')).toEqual(['/dev/null'])
})

test.each([
  ['another name', ['--- a/x', '+++ b/y', '@@ -1 +1 @@', '-a', '+b'], 'another name'],
  [
    'a link',
    ['new file mode 120000', '--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+/etc'],
    'new file mode 120000',
  ],
  ['a rename', ['rename from x', 'rename to .git/config', ...modified], 'rename from x'],
  ['a binary', ['GIT binary patch', ...modified], 'GIT binary patch'],
  ['a hunk without numbers', ['--- a/x', '+++ b/x', '@@ … @@', '-a', '+b'], 'no hunk'],
  ['a file without a hunk', ['--- a/y', '+++ b/y', ...modified], '--- a/y'],
  ['a stray line', [...modified, 'and so on'], 'and so on'],
  ['a new file with old lines', ['--- /dev/null', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'], 'a new file'],
  ['a deleted file that stays', ['--- a/x', '+++ /dev/null', '@@ -1 +1 @@', '-a', '+b'], 'a deleted file'],
  ['a name that is no text', ['--- "a/\\377"', '+++ "b/\\377"', '@@ -1 +1 @@', '-a', '+b'], 'no text'],
])('WF-12 %s cannot be applied', (_, lines, problem) => {
  const patch = readPatch(file(...lines))
  expect(patch).toMatchObject({ diff: '' })
  expect(patch?.problem).toContain(problem)
})

test.each([
  ['**Confidence**: High', 'High'],
  ['- **Confidence:** `low`', 'Low'],
  ['Confidence: sure', 'Unknown'],
  ['', 'Unknown'],
])('WF-12 the confidence of %j is %s', (line, confidence) => {
  expect(readPatch(`${line}\n${fenced(...modified)}`)?.confidence).toBe(confidence)
})
