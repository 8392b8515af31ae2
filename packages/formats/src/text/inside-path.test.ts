import { containedPath } from '@harness/core/kernel/contained-path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../test-support/runs.ts'
import { insidePath } from './inside-path.ts'

const accepts = (path: string): boolean => insidePath.safeParse(path).success
const part = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '.git',
    '.GIT',
    'git~1',
    'con',
    'Aux.txt',
    'COM1.x',
    'lpt9',
    'nul .x',
    'a',
    'src',
    ' ',
    '...',
    'x:y',
    '\u200b.git',
  ),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 4,
  }),
)
const path = fc
  .array(fc.oneof(part, fc.constantFrom('/', '\\', '.', ' ')), { maxLength: 6 })
  .map((parts) => parts.join(''))

it('QA-04 accepts no path that core refuses', () => {
  fc.assert(
    fc.property(path, (text) => {
      if (accepts(text) && !/^[./]+$/.test(text)) expect(containedPath(text)).toMatchObject({ ok: true })
    }),
    { numRuns: runs(500) },
  )
})

it.each(['.', './src', 'src', 'docs/exec-plans/active/', '.github', '.gitignore', 'console/a.b', 'über/ä b'])(
  'DL-01 accepts %s',
  (text) => {
    expect(accepts(text)).toBe(true)
  },
)

it('QA-03 refuses at once what looks endless', () => {
  expect(accepts(`${'a/'.repeat(400)}..`)).toBe(false)
})
