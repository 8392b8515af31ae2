import { runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripControl } from './strip-control.ts'

describe('QA-07 what a terminal would obey', () => {
  it.each([
    ['colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['cursor movement', 'a\x1b[2Jb\x1b[10;10Hc\x1b[?25l', 'abc'],
    ['a window title', '\x1b]0;title\x07text', 'text'],
    ['the clipboard', '\x1b]52;c;ZXZpbA==\x1b\\text', 'text'],
    ['a hidden link', '\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\', 'click'],
    ['a device control string', 'a\x1bP1$r0m\x1b\\b', 'ab'],
    ['an application command', 'a\x1b_payload\x1b\\b', 'ab'],
    ['one-byte forms', 'a\x9b31mb\x9d0;t\x07c\x90x\x9cd', 'abcd'],
    ['one-byte forms before a mark of ours', 'a\x9b[redacted:github-token] b', 'a[redacted:github-token] b'],
    ['escapes before a mark of ours', '\x1b[redacted:x]\x1b[1m[redacted:y]', '[redacted:x][redacted:y]'],
    ['what stands before a key', `\x9bghp_${'a'.repeat(30)}`, `ghp_${'a'.repeat(30)}`],
    ['other escapes', 'a\x1bcb\x1b(Bc\x1b7d\x1b#8e', 'abcde'],
    ['one cut off', 'text\x1b', 'text'],
    ['one cut off in its middle', 'text\x1b[31', 'text'],
    ['a control string without an end', 'a\x1b]0;title\nnext line', 'a\nnext line'],
    ['bells, backspaces and deletes', 'a\x07b\x08c\x7fd\x00e', 'abcde'],
    ['overwriting', '10%\r20%\r\ndone\r', '10%\n20%\ndone\n'],
    ['bidirectional controls', 'a\u202Eb\u2066c', 'a<U+202E>b<U+2066>c'],
    ['invisible characters', 'a\u200Bb\uFEFFc\u{E0041}', 'a<U+200B>b<U+FEFF>c<U+E0041>'],
  ])('%s', (_what, text, shown) => {
    expect(stripControl(text)).toBe(shown)
  })

  it('leaves text alone, in any script', () => {
    const text = 'plain\ttext\nläuft 漢字 עברית 👩‍👩‍👧 [31m not an escape'
    expect(stripControl(text)).toBe(text)
  })

  it('never comes through, whatever the text, and a second time changes nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\x1b',
        '\x1b[',
        '\x1b]',
        '\x1bP',
        '\x9b',
        '\x9d',
        '\x07',
        '\x1b\\',
        '\x9c',
        '\n',
        '\t',
        '\r',
        'm',
        ';',
        '0',
        'a',
        '\u202e',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (input) => {
        const out = stripControl(input)
        expect(out).not.toMatch(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(stripControl(out)).toBe(out)
      }),
      { numRuns: runs(200) },
    )
  })

  it('takes time in proportion to its length', () => {
    for (const piece of ['\x1b', '\x1b]', '\x1b[', '\x1b[0', '\x9d', 'a\x1b]0;']) {
      const start = performance.now()
      stripControl(piece.repeat(200_000))
      // Some milliseconds; minutes if each escape made it look at all the rest again.
      expect(performance.now() - start, piece).toBeLessThan(5_000)
    }
  })
})
