import { costText, durationText, momentText, tokensIfAny, tokensText } from '@harness/formats/text/amounts'
import { describe, expect, test } from 'vitest'
import { fakeTerminal } from '../test-support/fake-terminal.ts'
import { openLiveLine } from './live-line.ts'
import { table } from './table.ts'
import { clipped, textWidth, wrapped } from './text.ts'

const esc = '\u001b'

describe('what a terminal may be shown', () => {
  test('QA-21 colours and repainting only on a terminal', () => {
    expect(fakeTerminal({ tty: true }).terminal.colours.bad('x')).toContain(esc)
    const { terminal } = fakeTerminal()
    expect(terminal.colours.bad('x')).toBe('x')
    expect([terminal.canRepaint, terminal.canAsk]).toEqual([false, false])
  })
  test('QA-21 NO_COLOR takes the colours away and nothing else', () => {
    const { terminal } = fakeTerminal({ tty: true, env: { NO_COLOR: '1' } })
    expect(terminal.colours.bad('x')).toBe('x')
    expect([terminal.canRepaint, terminal.canAsk]).toEqual([true, true])
  })
  test('QA-21 in CI nothing is coloured, repainted or asked', () => {
    const { terminal } = fakeTerminal({ tty: true, env: { CI: 'true' } })
    expect(terminal.colours.bad('x')).toBe('x')
    expect([terminal.canRepaint, terminal.canAsk]).toEqual([false, false])
  })
  test('CI=false is no CI', () =>
    expect(fakeTerminal({ tty: true, env: { CI: 'false' } }).terminal.canAsk).toBe(true))
  test('QA-21 with ACCESSIBLE questions may be asked, but nothing is repainted', () => {
    const { terminal } = fakeTerminal({ tty: true, env: { ACCESSIBLE: '1' } })
    expect([terminal.canRepaint, terminal.canAsk, terminal.accessible]).toEqual([false, true, true])
  })
  test('a dumb terminal is neither coloured nor repainted', () => {
    const { terminal } = fakeTerminal({ tty: true, env: { TERM: 'dumb' } })
    expect([terminal.colours.bad('x'), terminal.canRepaint]).toEqual(['x', false])
  })
})

describe('DL-47 what a terminal is told of a notice', () => {
  const notice = 'Plan 0001 asks: grant?'
  const told = (options: Parameters<typeof fakeTerminal>[0]): string => {
    const { terminal, err, out } = fakeTerminal(options)
    terminal.ring(notice)
    expect(out()).toBe('')
    return err()
  }

  test.each([{}, { CI: 'false' }, { ACCESSIBLE: '0' }, { NO_COLOR: '1' }])(
    'DL-47 a terminal rings once and shows the notice by OSC 9, with %j',
    (env) => expect(told({ tty: true, env })).toBe(`\u0007${esc}]9;${notice}${esc}\\`),
  )
  test('DL-47 with ACCESSIBLE it rings only', () =>
    expect(told({ tty: true, env: { ACCESSIBLE: '1' } })).toBe('\u0007'))
  test.each([
    ['a pipe', { tty: false }],
    ['a dumb terminal', { tty: true, env: { TERM: 'dumb' } }],
    ['a terminal of CI', { tty: true, env: { CI: 'true' } }],
    ['a dumb terminal with ACCESSIBLE', { tty: true, env: { TERM: 'dumb', ACCESSIBLE: '1' } }],
  ])('DL-47 %s gets no byte of it', (_, options) => expect(told(options)).toBe(''))
})

describe('the live line', () => {
  test('is cut to the width, repainted in place and gone when cleared', () => {
    const written: string[] = []
    const write = (text: string): boolean => written.push(text) > 0
    const line = openLiveLine(
      { write },
      () => 10,
      (text) => text,
    )
    line.show('short')
    line.show('much too long for it')
    line.clear()
    line.clear()
    expect(written.join('')).toBe(`short\r${esc}[2Kmuch too…\r${esc}[2K`)
  })
})

describe('text', () => {
  test('wide characters take two columns, marks and colours none', () => {
    expect(textWidth('日本')).toBe(4)
    expect(textWidth('e\u0301')).toBe(1)
    expect(textWidth(`${esc}[31mred${esc}[39m`)).toBe(3)
  })
  test('clipping never exceeds the columns', () => {
    for (const columns of [0, 1, 2, 3, 5, 40])
      expect(textWidth(clipped('日本語 text', columns))).toBeLessThanOrEqual(columns)
  })
  test('wrapping keeps words whole', () => expect(wrapped('one two three', 7)).toEqual(['one two', 'three']))
  test('QA-21 a table’s last column goes on below itself if the line would be too long', () => {
    const text = table(['A', 'B'], [['x', 'one word and some more']], 20, (head) => head)
    expect(text.split('\n')).toEqual(['A  B', 'x  one word and some', '   more'])
  })
  test('QA-21 notes have the width of standard error, also if the answer goes to a file', () => {
    const { terminal, out, err } = fakeTerminal({ tty: true, columns: 60, isOutPiped: true })
    terminal.note('word '.repeat(20))
    terminal.print('word '.repeat(20))
    expect(err().split('\n').map(textWidth)).toEqual([59, 39, 0])
    expect(out()).toBe(`${'word '.repeat(20)}\n`)
  })
})

describe('amounts', () => {
  test.each([
    [0, '0.0 s'],
    [9_949, '9.9 s'],
    [9_960, '10 s'],
    [59_400, '59 s'],
    [59_600, '1 m 00 s'],
    [185_000, '3 m 05 s'],
    [3_600_000, '1 h 00 m'],
    [90_000_000, '1 d 1 h'],
  ])('%d ms is %s', (ms, text) => expect(durationText(ms)).toBe(text))
  test('tokens are shortened', () => {
    expect([0, 999, 12_345, 999_960].map(tokensText)).toEqual([
      '0 tokens',
      '999 tokens',
      '12.3k tokens',
      '1.0M tokens',
    ])
    expect([0, 999].map(tokensIfAny)).toEqual([null, '999 tokens'])
  })
  test('an unknown price is never shown as zero', () => {
    expect(costText({ usd: 0, unpricedCalls: 1 })).toBe('cost unknown')
    expect(costText({ usd: 0, unpricedCalls: 0 })).toBe('cost nothing')
    expect(costText({ usd: 0, unpricedCalls: 0 }, true)).toBe('$0.00+')
    expect(costText({ usd: 0.5, unpricedCalls: 0 }, true)).toBe('$0.50+')
    expect(costText({ usd: 0.5, unpricedCalls: 1 })).toBe('≥ $0.50')
    expect(costText({ usd: 0.5, unpricedCalls: 0 })).toBe('$0.50')
    expect(costText({ usd: 0.001, unpricedCalls: 0 })).toBe('$0.0010')
  })
  test('another day is named', () => {
    const now = new Date(2026, 10, 16, 12, 0).getTime()
    expect(momentText(new Date(2026, 10, 16, 14, 5).getTime(), now)).toBe('14:05')
    expect(momentText(new Date(2026, 10, 17, 0, 5).getTime(), now)).toBe('2026-11-17 00:05')
  })
})
