import { describe, expect, it } from 'vitest'
import { estimatedTokens, isWithinCaps, summaryCaps, withinCaps } from './memory-caps.ts'

const lines = (count: number, line: string): string => Array.from({ length: count }, () => line).join('\n')

describe('MI-12 the mission summary is capped', () => {
  it('at 40 lines', () => {
    expect(isWithinCaps(lines(40, 'short'))).toBe(true)
    expect(isWithinCaps(lines(41, 'short'))).toBe(false)
    expect(withinCaps(lines(60, 'short'))).toBe(lines(40, 'short'))
  })
  it('at 800 tokens, cut between lines', () => {
    const long = lines(30, 'word '.repeat(50).trim())
    expect(isWithinCaps(long)).toBe(false)
    expect(withinCaps(long).split('\n')).toHaveLength(16)
    expect(estimatedTokens(withinCaps(long))).toBeLessThanOrEqual(summaryCaps.tokens)
    expect(long.startsWith(withinCaps(long))).toBe(true)
  })
  it('a first line that is too long by itself is cut between words', () => {
    expect(withinCaps(`- ${'word '.repeat(2000)}\nmore`)).toBe(`- ${'word '.repeat(799).trim()}`)
  })
  it('leaves what fits as it is, also in scripts without spaces', () => {
    expect(withinCaps('one\ntwo\n')).toBe('one\ntwo')
    expect(estimatedTokens('会话记忆')).toBe(4)
    expect(withinCaps(lines(3, '记'.repeat(300)))).toBe(lines(2, '记'.repeat(300)))
  })
})
