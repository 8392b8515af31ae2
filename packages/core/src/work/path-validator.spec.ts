import { expect, test } from 'vitest'
import { type PathKind, validateDocsPath, validatePath } from './path-validator.ts'

const kinds: readonly PathKind[] = ['output_dir', 'file_reference', 'diff_target']

const problemOf = (path: string, kind: PathKind) => {
  const result = validatePath(path, kind, { scope: (file) => file.startsWith('src/') })
  return result.ok ? `accepted as ${result.path}` : result.code
}
test.each([
  ['', 'empty'],
  ['\\\\server\\share', 'unc'],
  ['//server/share', 'unc'],
  ['/absolute/path', 'absolute'],
  ['C:\\absolute', 'absolute'],
  ['docs/../../etc', 'dot-dot'],
  ['..', 'dot-dot'],
  ['.harness', 'reserved'],
  ['memory/foo', 'reserved'],
  ['docs/other', 'docs'],
])('WF-04 an attack by --output-dir %j is refused at its step: %s', (path, code) => {
  expect(problemOf(path, 'output_dir')).toBe(code)
})

test.each(['memory', 'spec', 'planner', 'generator', 'evaluator', 'verify', 'harness', '.harness'])(
  'WF-04 %s is reserved as the first folder of documents, however it is spelled',
  (name) => {
    const spellings = [
      name,
      `${name}/`,
      `./${name}`,
      `${name}\\x`,
      name.toUpperCase(),
      `${name}./x`,
      `${name}::$DATA`,
    ]
    for (const path of spellings) expect(problemOf(path, 'output_dir')).toBe('reserved')
    expect(problemOf(`out/${name}`, 'output_dir')).toBe(`accepted as out/${name}`)
    expect(problemOf(`${name}s`, 'output_dir')).toBe(`accepted as ${name}s`)
  },
)

test.each([
  ['docs', 'docs'],
  ['docs/', 'docs'],
  ['Docs/harness', 'docs'],
  ['docs/harness2', 'docs'],
  ['docs/harness', 'accepted as docs/harness'],
  ['docs/harness/', 'accepted as docs/harness'],
  ['docs\\harness\\a', 'accepted as docs/harness/a'],
  ['HARNES~1/x', 'reserved'],
  ['\uff4demory', 'reserved'],
  ['.', 'empty'],
  ['  ', 'empty'],
])('WF-04 the folder for documents %j: %s', (path, expected) => {
  expect(problemOf(path, 'output_dir')).toBe(expected)
})

test.each([
  ['/', 'absolute'],
  ['/etc/passwd', 'absolute'],
  ['/dev/null', 'absolute'],
  ['c:/x', 'absolute'],
  ['c:x', 'absolute'],
  ['\\\\?\\C:\\x', 'unc'],
  ['//server/../x', 'unc'],
  ['../x', 'dot-dot'],
  ['src/../x', 'dot-dot'],
  ['src\\..\\x', 'dot-dot'],
  ['src/.. /x', 'dot-dot'],
  ['src/...', 'dot-dot'],
  ['src/a\0b', 'control'],
  ['src/a\nb', 'control'],
  ['src/a\u202eb', 'control'],
  ['src/\ud800', 'control'],
  ['src/\u2024\u2024/x', 'look-alike'],
  ['src/\uff0e\uff0e/x', 'look-alike'],
  ['src/\u2025/x', 'look-alike'],
  ['src\uff0fx', 'look-alike'],
  ['src\u2044x', 'look-alike'],
  ['src\u2215x', 'look-alike'],
  ['src\uff3cx', 'look-alike'],
  ['c\uff1a/x', 'look-alike'],
  ['src/CON', 'device'],
  ['src/nul.txt', 'device'],
  ['NUL/src', 'device'],
  ['src/com1.tar.gz', 'device'],
  ['src/COM\u00b9', 'device'],
  ['src/lpt9 .log', 'device'],
  ['src/CONIN$', 'device'],
  ['.git/config', 'git'],
  ['src/.GIT/hooks/x', 'git'],
  ['.git.\\config', 'git'],
  ['GIT~1/config', 'git'],
  [`src/${'x'.repeat(256)}`, 'too-long'],
  [`src/${'\u00e4'.repeat(128)}`, 'too-long'],
  [`src${'/xxxxxxxxx'.repeat(100)}`, 'too-long'],
])('WF-04 %j is refused for every kind: %s', (path, code) => {
  for (const kind of kinds) expect(problemOf(path, kind)).toBe(code)
})

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['src\\a.ts', 'src/a.ts'],
  ['src/a..b/..c', 'src/a..b/..c'],
  ['src/console.ts', 'src/console.ts'],
  ['src/.gitignore', 'src/.gitignore'],
  ['src/memory/x', 'src/memory/x'],
  ['src/%2e%2e/x', 'src/%2e%2e/x'],
  ['src/日本語 ü.md', 'src/日本語 ü.md'],
  [`src/${'x'.repeat(255)}`, `src/${'x'.repeat(255)}`],
])('WF-04 %j stays inside', (path, normalised) => {
  for (const kind of kinds) expect(problemOf(path, kind)).toBe(`accepted as ${normalised}`)
})

test.each([
  '.harness/state.json',
  '.Harness/x',
  'docs/harness/a/spec.md',
  'Docs/Harness/x',
  'memory/x',
  'HARNES~1/x',
])("WF-04 WF-12 neither a report nor a patch reaches the harness's own %s", (path) => {
  expect(problemOf(path, 'file_reference')).toBe('own-folder')
  expect(problemOf(path, 'diff_target')).toBe('own-folder')
})

test('WF-04 WF-12 only a patch is held to the scope', () => {
  expect(problemOf('lib/a.ts', 'diff_target')).toBe('scope')
  expect(problemOf('lib/a.ts', 'file_reference')).toBe('accepted as lib/a.ts')
  expect(validatePath('lib/a.ts', 'diff_target').ok).toBe(true)
})

test.each([
  ['docs/harness/add-login/', 'docs/harness/add-login'],
  ['out/add_login', 'out/add_login'],
])('WF-06 WF-15 %s is the folder of a task', (path, normalised) => {
  expect(validateDocsPath(path)).toEqual({ ok: true, path: normalised })
})

test.each([
  'docs/harness/memory/',
  'docs/harness/Memory',
  'task',
  'docs/harness/ x y',
  'out/.hidden',
  'out/harness',
])('WF-06 WF-15 %j is not the folder of a task', (path) => {
  expect(validateDocsPath(path)).toMatchObject({ ok: false, code: 'slug' })
})

test('WF-06 WF-15 the folder of a task is a valid folder for documents', () => {
  expect(validateDocsPath('../x/task')).toMatchObject({ ok: false, code: 'dot-dot' })
  expect(validateDocsPath('.harness/task')).toMatchObject({ ok: false, code: 'reserved' })
})
