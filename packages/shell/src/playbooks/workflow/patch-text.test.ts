import { expect, test } from 'vitest'
import { pathsIn, separated, withoutBareHeaders } from './patch-text.ts'

const one = '--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-a\n+b'
const created = '--- /dev/null\n+++ b/new.js\n@@ -0,0 +1 @@\n+--- x'

test('WF-12 the paths of a patch are those of its headers', () => {
  expect(pathsIn(`${one}\n\n${created}\n`)).toEqual(['src/a.js', 'new.js'])
})

test('WF-12 a header that would contradict a created file goes, and one that says more stays', () => {
  expect(withoutBareHeaders(`diff --git a/new.js b/new.js\n${created}`)).toBe(`diff -u\n${created}\n`)
  const whole = `diff --git a/new.js b/new.js\nnew file mode 100644\n${created}\n`
  expect(withoutBareHeaders(whole)).toBe(whole)
})

test('WF-12 files of a patch are parted so that git can count the lines of each hunk', () => {
  expect(separated(`${one}\n\n${created}\n\n`)).toBe(`${one}\ndiff -u\n${created}\n`)
  const full = `diff --git a/x b/x\nindex 1..2 100644\n${one.replaceAll('src/a.js', 'x')}`
  expect(separated(`${full}\n\n${full}`)).toBe(`${full}\n${full}\n`)
})
