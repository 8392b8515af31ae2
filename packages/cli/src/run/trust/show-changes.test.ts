import type { TrustChange, TrustItem } from '@harness/formats/records/trust-record'
import { expect, it } from 'vitest'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { showChanges } from './show-changes.ts'

const file = { repository: '/repo', path: '/data/x.json', record: null, damage: null }
const item = (kind: TrustItem['kind'], name: string, text: string): TrustItem => ({
  kind,
  name,
  digest: text,
  text,
})
const shown = (...changes: readonly TrustChange[]): string => {
  const fake = fakeTerminal({ columns: 200 })
  showChanges(fake.terminal, file, changes)
  return fake.out()
}
const added = (it: TrustItem): TrustChange => ({ type: 'new', item: it, before: null })

it('TR-08 says how much it leaves out: of a long command, a long file and many files', () => {
  expect(shown(added(item('command', 'check a', `true ${'x'.repeat(500)}; evil`)))).toContain(
    'and 111 more characters',
  )
  const long = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')
  expect(shown(added(item('program', 'harness.config.ts', long)))).toMatch(
    /\(50 lines\)[\s\S]*line 29\n.*… and 20 more lines: read the file/,
  )
  const many = Array.from({ length: 150 }, (_, one) => added(item('program', `lib/${one}.ts`, long)))
  const out = shown(...many)
  expect(out).toContain('and 50 more')
  expect(out).toContain('not shown here: read the file')
  expect(out.split('\n').length).toBeLessThan(450)
})

it('TR-08 shows of a changed file the lines that came and went, and never nothing', () => {
  const [before, now] = ['a\nb\nc\n', 'a\nB\nc\n'].map((text) =>
    item('role', '.harness/roles/fixer.md', text),
  )
  if (before === undefined || now === undefined) throw new Error('there are two')
  expect(shown({ type: 'changed', item: now, before })).toMatch(/- b\n +\| \+ B\n/)
  const moved = item('role', '.harness/roles/fixer.md', 'c\nb\na\n')
  expect(shown({ type: 'changed', item: moved, before })).toContain('read the file')
})

it('TR-08 a name cannot pretend to be something else', () => {
  expect(shown(added(item('hook', '.harness/hooks/a\nnew     check b: true', 'x')))).not.toMatch(
    /^\s*new +check b/m,
  )
})
