import { type PathKind, validatePath } from '@harness/core/work/path-validator'
import { expect, test } from 'vitest'
import { pathRefusal } from './path-words.ts'

const messageOf = (path: string, kind: PathKind) => {
  const result = validatePath(path, kind)
  return result.ok ? `accepted as ${result.path}` : pathRefusal(result)
}

test.each([
  ['', 'output-dir cannot be empty.'],
  ['\\\\server\\share', 'UNC paths are not allowed.'],
  ['//server/share', 'UNC paths are not allowed.'],
  ['/absolute/path', 'output-dir must be a relative path.'],
  ['C:\\absolute', 'output-dir must be a relative path.'],
  ['docs/../../etc', "output-dir must not contain '..'."],
  ['..', "output-dir must not contain '..'."],
  ['.harness', 'output-dir value starts with a reserved directory name.'],
  ['memory/foo', 'output-dir value starts with a reserved directory name.'],
  ['docs/other', 'output-dir under docs/ must be docs/harness/...'],
])('WF-04 an attack by --output-dir %j is refused in the words of its step', (path, message) => {
  expect(messageOf(path, 'output_dir')).toBe(message)
})

test('WF-04 a refused file is called a path', () => {
  expect(messageOf('', 'file_reference')).toBe('path cannot be empty.')
  expect(messageOf('../x', 'diff_target')).toBe("path must not contain '..'.")
})
