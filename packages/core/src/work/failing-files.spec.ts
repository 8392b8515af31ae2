import { expect, test } from 'vitest'
import { failingFilesIn } from './failing-files.ts'

test.each([
  [' FAIL  src/sum.test.ts > adds', ['src/sum.test.ts']],
  ['src/a.ts(3,5): error TS2322: Type', ['src/a.ts']],
  ["src/b.ts:12:3 - error TS2304: Cannot find name 'x'.", ['src/b.ts']],
  ['  --> crates/core/src/main.rs:4:5', ['crates/core/src/main.rs']],
  ['./cmd/x.go:12:3: undefined: y', ['cmd/x.go']],
  ['main.go:7:2: undefined', ['main.go']],
  ['  File "tests/test_a.py", line 3, in test', ['tests/test_a.py']],
  ['    at add (src/sum.js:1:9)', ['src/sum.js']],
  ['FAILED tests/test_a.py::test_one - assert 1 == 2', ['tests/test_a.py']],
  ['src\\win\\a.cs(1,2): error', ['src\\win\\a.cs']],
  ['app/[id]/page.tsx:3 wrong', ['app/[id]/page.tsx']],
  ['see ../outside/x.ts:3 and /etc/passwd.conf:1', ['../outside/x.ts', '/etc/passwd.conf']],
])('WF-12 the files that %j names', (output, files) => {
  expect(failingFilesIn(output)).toEqual(files)
})

test.each([
  'https://example.org/a/b.html',
  'Tests 12/12 passed, 0e/2w, node 20.19.1, in 3.5s',
  '    at run (node:internal/main.js:1:2)',
  '    at x (/usr/lib/node/a.js:1:1)',
  '    at x (/repo/node_modules/vitest/dist/a.js:1:1)',
  'e.g. this, and index.ts alone without a line',
])('WF-12 no file is named by %j', (output) => {
  expect(failingFilesIn(output)).toEqual([])
})

test('WF-12 a whole path is the known file that it ends with, and each file counts once', () => {
  const output =
    'at (/w/lane-1/src/a.ts:1:1)\nsrc/a.ts:3\nat (file:///w/lane-1/src/deep/src/b.ts:1)\n/w/other/c.ts:1'
  expect(failingFilesIn(output, ['src/a.ts', 'src/b.ts', 'src/deep/src/b.ts'])).toEqual([
    'src/a.ts',
    'src/deep/src/b.ts',
    '/w/other/c.ts',
  ])
})

test('WF-12 a very long output is read soon', () => {
  expect(failingFilesIn(`${'a/'.repeat(100_000)}\n${'.'.repeat(100_000)}\n${'x.y'.repeat(50_000)}`)).toEqual(
    [],
  )
})
