import { expect, it } from 'vitest'
import { distanceBetween, nearestName } from './nearest-name.ts'

const known = ['planDir', 'completedDir', 'acceptance_tags', 'depends_on', 'agent']

it.each([
  ['plandir', 'planDir'],
  ['plan_dir', 'planDir'],
  ['paln-dir', 'planDir'],
  ['acceptance', 'acceptance_tags'],
  ['dependson', 'depends_on'],
  ['agnet', 'agent'],
  ['agents', 'agent'],
])('DL-01 takes %s for %s', (typo, right) => {
  expect(nearestName(typo, known)).toBe(right)
})

it.each(['', 'colour', 'x'.repeat(5000), '___'])('DL-01 does not guess what %.20s may be', (name) => {
  expect(nearestName(name, known)).toBe(null)
})

it('counts a swap of neighbours as one mistake', () => {
  expect([distanceBetween('abcd', 'abdc'), distanceBetween('abc', 'ca'), distanceBetween('', 'ab')]).toEqual([
    1, 3, 2,
  ])
})
