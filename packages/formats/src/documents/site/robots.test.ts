import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { parsed } from '../../text/format-problem.ts'
import { mayVisit, parseRobots } from './robots.ts'

const allows = (text: string, path: string): boolean => mayVisit(parseRobots(text), path)

describe('DL-22 robots.txt', () => {
  it.each([
    ['User-agent: *\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php?a', true],
    ['User-agent: *\nDisallow: /*?', '/x?a', false],
    ['User-agent: a\nUser-agent: *\nDisallow: / # all', '/x', false],
    ['User-agent: other\nDisallow: /', '/x', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: harness-site-reverse\nAllow: /', '/x', true],
    ['user-AGENT:*\r\ndisallow:/x', '/x', false],
    ['Disallow: /', '/x', true],
  ])('DL-22 %j: %s %s', (text, path, may) => expect(allows(text, path)).toBe(may))

  it('DL-22 says how long to wait between pages, a minute at most', () => {
    expect(parseRobots('User-agent: *\nCrawl-delay: 2.5').delayMs).toBe(2_500)
    expect(parseRobots('User-agent: *\nCrawl-delay: 9999').delayMs).toBe(60_000)
    expect(parseRobots('User-agent: *\nCrawl-delay: soon').delayMs).toBeNull()
  })

  it('DL-22 a pattern of many stars is matched at once', () =>
    expect(allows(`User-agent: *\nDisallow: /${'*a'.repeat(500)}$`, `/${'a'.repeat(5_000)}b`)).toBe(true))

  it('QA-03 answers any text', () =>
    neverCrashes(textsLike('User-agent: *', 'Disallow: /*a$'), (text) => parsed(allows(text, '/a'))))
})
