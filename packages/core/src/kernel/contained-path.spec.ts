import { expect, test } from 'vitest'
import { containedPath } from './contained-path.ts'

test.each([
  ['src/sum.js', 'src/sum.js'],
  ['./src//sum.js', 'src/sum.js'],
  ['.gitignore', '.gitignore'],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['a..b/c', 'a..b/c'],
  ['console.js', 'console.js'],
  ['docs/ünï code.md', 'docs/ünï code.md'],
])('QA-04 %j stays inside', (path, spelled) => {
  expect(containedPath(path)).toEqual({ ok: true, path: spelled })
})

test.each([
  ['', 'names no file'],
  ['.', 'names no file'],
  ['./', 'names no file'],
  ['..', 'leads out'],
  ['../x', 'leads out'],
  ['a/../../x', 'leads out'],
  ['a/.. ', 'leads out'],
  ['.../x', 'leads out'],
  ['/etc/passwd', 'not relative'],
  ['//host/share', 'not relative'],
  ['C:\\x', 'backslash'],
  ['c:x', 'not relative'],
  ['\\\\host\\share', 'backslash'],
  ['a\\..\\x', 'backslash'],
  ['a\0b', 'control'],
  ['a\nb', 'control'],
  ['.git', 'inside .git'],
  ['.git/config', 'inside .git'],
  ['sub/.GIT/hooks/pre-commit', 'inside .git'],
  ['.git./config', 'inside .git'],
  ['.git /config', 'inside .git'],
  ['.git::$INDEX_ALLOCATION/config', 'inside .git'],
  ['GIT~1/config', 'inside .git'],
  ['.g\u200cit/config', 'inside .git'],
  ['nul', 'device'],
  ['src/AUX.txt', 'device'],
  ['COM1', 'device'],
  ['lpt9.log', 'device'],
  ['lpt9 .log', 'device'],
])('QA-04 %j is refused', (path, why) => {
  const result = containedPath(path)
  expect(result.ok ? 'accepted' : result.problem).toContain(why)
  expect(result.ok ? '' : result.problem).toContain(JSON.stringify(path))
})
