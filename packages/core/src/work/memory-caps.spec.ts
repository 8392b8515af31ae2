import { describe, expect, it } from 'vitest'
import { estimatedTokens, lastWithin, newestWithin, summaryCaps, withinCaps } from './memory-caps.ts'

const lines = (count: number, line: string): string => Array.from({ length: count }, () => line).join('\n')

describe('MI-12 the mission summary is capped', () => {
  it('at 40 lines', () => {
    expect(withinCaps(lines(40, 'short'))).toBe(lines(40, 'short'))
    expect(withinCaps(lines(60, 'short'))).toBe(lines(40, 'short'))
  })
  it('at 800 tokens, cut between lines', () => {
    const long = lines(30, 'word '.repeat(50).trim())
    expect(withinCaps(long).split('\n')).toHaveLength(16)
    expect(estimatedTokens(withinCaps(long))).toBeLessThanOrEqual(summaryCaps.tokens)
    expect(long.startsWith(withinCaps(long))).toBe(true)
  })
  it('a first line that is too long by itself is cut, in any script', () => {
    const cut = withinCaps(`- ${'word '.repeat(2000)}\nmore`)
    expect(cut).toMatch(/^- word word [word ]+$/)
    expect(estimatedTokens(cut)).toBeLessThanOrEqual(summaryCaps.tokens)
    expect(estimatedTokens(withinCaps('记'.repeat(2000)))).toBe(summaryCaps.tokens)
  })
  it('leaves what fits as it is, also in scripts without spaces', () => {
    expect(withinCaps('one\ntwo\n')).toBe('one\ntwo')
    expect(estimatedTokens('会话记忆')).toBe(4)
    expect(withinCaps(lines(3, '记'.repeat(300)))).toBe(lines(2, '记'.repeat(300)))
  })
})

describe('MI-14 of what only grows, the newest is told', () => {
  const numbered = Array.from({ length: 100 }, (_, nth) => `line ${nth}`).join('\n')
  it('as many lines as fit, in lines and in tokens, and nothing is lost between them and the rest', () => {
    const byLines = newestWithin(numbered, { lines: 2, tokens: 100 })
    expect(byLines.newest).toBe('line 98\nline 99')
    expect(`${byLines.older}\n${byLines.newest}`).toBe(numbered)
    expect(newestWithin(numbered, { lines: 50, tokens: 6 }).newest).toBe('line 97\nline 98\nline 99')
    expect(newestWithin(numbered, { lines: 100, tokens: 200 })).toEqual({ older: '', newest: numbered })
  })
  it('of names, the last', () => {
    expect(lastWithin(['F-001', 'F-002', 'F-003'], { lines: 1, tokens: 6 })).toBe('… F-002 F-003')
    expect(lastWithin(['F-001', 'F-002'], { lines: 1, tokens: 6 })).toBe('F-001 F-002')
    expect(lastWithin([], { lines: 1, tokens: 6 })).toBe('')
  })
})
