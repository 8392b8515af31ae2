import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['200ms', 200],
  ['90s', 90_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  ['0s', 0],
  ['', null],
  ['5', null],
  ['-5s', null],
  ['5 s', null],
  ['5d', null],
  ['1e3s', null],
])('AG-01 reads %j as %j milliseconds', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})
