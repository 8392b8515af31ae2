import { validateDocsPath } from '@harness/core/work/path-validator'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { freeSlug, slugOf } from './slug.ts'

const date = '2026-01-31'

test.each([
  ['Add a login page', 'add-a-login-page'],
  ['  Fix:  the "sum" (again)! ', 'fix-the-sum-again'],
  ['Größe ändern', 'grosse-andern'],
  ['添加登录页面', 'tianjiadengluyemian'],
  ['ログイン ページ', 'roguin-peji'],
  ['keep_under-score -- and dash', 'keep_under-score-and-dash'],
  ['../../etc/passwd', 'etcpasswd'],
  [`${'word '.repeat(20)}`, 'word-word-word-word-word-word-word-word-word-word'],
  ['', date],
  ['???', date],
  ['memory', `memory-${date}`],
  ['Harness', `harness-${date}`],
  ['NUL', `nul-${date}`],
])('WF-03 the task %j is called %s', (task, slug) => {
  expect(slugOf(task, date)).toBe(slug)
})

it('WF-03 WF-04 every task has a name that is safe as a folder', () => {
  fc.assert(
    fc.property(textsLike('Add a 页面 to the – list'), (task) => {
      const slug = slugOf(task, date)
      expect(slug).toMatch(/^[a-z0-9_](?:[a-z0-9_-]{0,59}[a-z0-9_])?$/)
      expect(validateDocsPath(`docs/harness/${slug}/`).ok).toBe(true)
    }),
    { numRuns: runs(200) },
  )
})

it('WF-03 a name that is taken gets a number and stays short', () => {
  const taken = new Set(['a', 'a-2', 'x'.repeat(50)])
  const isTaken = (slug: string) => taken.has(slug)
  expect(freeSlug('b', isTaken)).toBe('b')
  expect(freeSlug('a', isTaken)).toBe('a-3')
  expect(freeSlug('x'.repeat(50), isTaken)).toBe(`${'x'.repeat(48)}-2`)
})
