import { describe, expect, it } from 'vitest'
import { lineDifference } from './line-difference.ts'

describe('the difference between two texts', () => {
  it('shows what went and what came, with the lines around it', () => {
    expect(lineDifference('a\nb\nc\nold\nd\ne\nf\n', 'a\nb\nc\nnew\nnewer\nd\ne\nf\n')).toBe(
      '@@ line 2 @@\n b\n c\n-old\n+new\n+newer\n d\n e',
    )
  })
  it.each([
    ['', 'a', '@@ line 1 @@\n-\n+a'],
    ['a\n', '', '@@ line 1 @@\n-a\n '],
    ['a\n', 'a\nb\n', '@@ line 1 @@\n a\n+b\n '],
    ['a\na\n', 'a\na\na\n', '@@ line 1 @@\n a\n a\n+a\n '],
  ])('from %j to %j', (before, after, difference) => {
    expect(lineDifference(before, after)).toBe(difference)
  })
  it('does not repeat itself for long texts', () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`)
    const edited = [...lines.slice(0, 2_500), 'new', ...lines.slice(2_500)]
    expect(lineDifference(lines.join('\n'), edited.join('\n')).split('\n')).toHaveLength(6)
  })
})
