import { expect, test } from 'vitest'
import { logExcerpt } from './log-excerpt.ts'

const noise = (name: string): string => `${name} noise\n`.repeat(2_000)

test('AG-14 a short log is quoted whole', () => expect(logExcerpt('a\nb\n', 10)).toBe('a\nb\n'))

test('AG-14 the excerpt of a long log stands around the errors of each failed step', () => {
  const log = `##[group]Run npm ci\n${noise('install')}##[group]Run npm test\nexpected 3, got 2\n##[error]Process completed with exit code 1.\n##[group]Post\n${noise('post')}##[group]Run lint\n${noise('lint')}unused variable\n##[error]exit 2\n${noise('end')}`
  const excerpt = logExcerpt(log, 4_000)
  expect(excerpt.length).toBeLessThan(4_100)
  expect(excerpt).toContain('##[group]Run npm test\nexpected 3, got 2\n##[error]Process')
  expect(excerpt).toContain('unused variable\n##[error]exit 2')
  expect(excerpt).not.toContain('install noise')
})

test('AG-14 without a mark the end of the log is quoted', () => {
  const excerpt = logExcerpt(`${noise('begin')}the last words\n`, 1_000)
  expect(excerpt).toMatch(/^… \(\d+ characters before this\)\n/)
  expect(excerpt.endsWith('the last words\n')).toBe(true)
})
