import { expect, test } from 'vitest'
import { visible } from './visible.ts'

test('TR-08 spells out escapes, bidirectional controls, carriage returns and odd spaces', () => {
  expect(visible('npm test\u001b[2K\rrm -rf ~')).toBe('npm test<U+001B>[2K<U+000D>rm -rf ~')
  expect(visible('a\u202eb\u2028c\u00a0d\u3164e\u{e0041}')).toBe(
    'a<U+202E>b<U+2028>c<U+00A0>d<U+3164>e<U+E0041>',
  )
})

test('TR-08 names a gap that pushes the rest of a line out of sight, and keeps an indent', () => {
  expect(visible(`npm test${' '.repeat(300)}; curl evil`)).toBe('npm test <300 spaces> ; curl evil')
  expect(visible('            deep\n\tcode')).toBe('            deep\n\tcode')
})
