import { describe, expect, test } from 'vitest'
import { commandTree } from '../command-tree.ts'
import { commandHelp, programHelp } from '../line/help.ts'
import { fakeTerminal } from '../test-support/fake-terminal.ts'
import { coloursFor } from './colours.ts'
import { textWidth } from './text.ts'
import { wrapLines } from './wrap-lines.ts'

const widths = [60, 61, 72, 79, 80, 100, 133]
const wordsIn = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

describe('QA-21 lines are broken between words', () => {
  const progress =
    '12:00:01  implement   the implementer changed 12 files and says that it is done with all of them · 12 m 05 s · 45.2k tokens · $0.31'
  test.each(widths)('at %i columns: no line is wider, no word is cut or lost', (columns) => {
    for (const text of [progress, `${progress}\n\n  next: ${'word '.repeat(60)}end`]) {
      const wrapped = wrapLines(text, columns)
      expect(wrapped.split('\n').filter((line) => textWidth(line) > columns)).toEqual([])
      expect(wordsIn(wrapped)).toEqual(wordsIn(text))
    }
  })
  test('what follows is below the text, not below the label', () => {
    const [, second = ''] = wrapLines(progress, 60).split('\n')
    expect(second.search(/\S/)).toBe(22)
    expect(wrapLines(`error: ${'word '.repeat(20)}`, 60).split('\n')[1]).toMatch(/^word/)
  })
  test('colours take no room', () => {
    const { bad } = coloursFor(true)
    expect(wrapLines(`${bad('x'.repeat(30))} ${bad('y'.repeat(29))}`, 60)).not.toContain('\n')
  })
  test.each([
    ['an address without spaces', `https://127.0.0.1/${'x'.repeat(80)}`],
    ['a command, which people copy', `  git add ${'file.txt '.repeat(20)}`],
    ['JSON', JSON.stringify({ text: 'word '.repeat(30) }, null, 2)],
  ])('%s is left as it is', (_what, text) => expect(wrapLines(text, 60)).toBe(text))

  const stash = `git stash push --include-untracked -- ${'a b c d'.replaceAll(/\w/g, ':/some/$&/file.txt')}`
  const grant = 'harness answer 0001-hello let-stand -m "Why, then; it is: as it was. Yes"'
  test.each([
    [`next:  Commit or stash them, then run the command again: ${stash}`, [stash]],
    [`\u001b[1mnext:\u001b[22m  ${stash}`, [stash]],
    [`                      fix: ${stash}`, [stash]],
    [
      `next: git add :/a && git commit -m "Write plans" -- :/a. Commit or stash the rest: ${stash}`,
      ['git add :/a && git commit -m "Write plans" -- :/a.', stash],
    ],
    [
      `next: harness grant 0001-hello, ${grant}, or harness refuse 0001-hello -m "it's late"`,
      ['harness grant 0001-hello,', `${grant},`, 'harness refuse 0001-hello -m "it\'s late"'],
    ],
    [
      `next: see it with harness show 0001-hello; or answer it: ${grant}; all about it: harness show 0002`,
      ['harness show 0001-hello;', `${grant};`, 'harness show 0002'],
    ],
    [
      `fix: Put "git submodule update --init --recursive" first into lanes.setup, in harness.config.json`,
      ['"git submodule update --init --recursive"'],
    ],
    [
      `What a name has in it: git add ':(top,literal)it'\\''s a long name, with (all) kinds of marks.txt'`,
      ["git add ':(top,literal)it'\\''s a long name, with (all) kinds of marks.txt'"],
    ],
    [
      `In CI, where nothing can be asked: HARNESS_TRUST=1 harness run 0001-hello --provider scripted`,
      ['HARNESS_TRUST=1 harness run 0001-hello --provider scripted'],
    ],
  ])('a command in a line is whole, to be pasted: %s', (text, commands) => {
    for (const columns of [60, 80]) {
      const lines = wrapLines(text, columns).split('\n')
      expect(wordsIn(lines.join(' '))).toEqual(wordsIn(text))
      for (const command of commands)
        expect([command, lines.filter((line) => line.includes(command)).length]).toEqual([command, 1])
    }
  })
  test('the name of a program in a sentence is a word like others', () => {
    const prose = `error: git could not read it, so the harness merges nothing and git says no more. ${'word '.repeat(9)}`
    for (const line of wrapLines(prose, 60).split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(60)
  })

  test.each(widths)('a terminal of %i columns: whatever is printed and noted', (columns) => {
    const { terminal, out, err } = fakeTerminal({ tty: true, columns })
    terminal.print(progress)
    terminal.note(`error: ${progress}`)
    for (const shown of [out(), err()])
      expect(shown.split('\n').filter((line) => textWidth(line) > columns)).toEqual([])
    terminal.printAsIs(progress)
    expect(out().endsWith(`${progress}\n`)).toBe(true)
  })
  test('a pipe gets whole lines', () => {
    const { terminal, out } = fakeTerminal()
    terminal.print(progress)
    expect(out()).toBe(`${progress}\n`)
  })
  test.each(widths)('every page of help at %i columns', (columns) => {
    const { terminal, out } = fakeTerminal({ tty: true, columns })
    const context = { commands: commandTree, terminal, version: '1.2.3' }
    for (const text of [programHelp(context), ...commandTree.map((spec) => commandHelp(spec, context))])
      terminal.print(text)
    const tooWide = out()
      .split('\n')
      .filter((line) => textWidth(line) > columns && !/^\s*harness /.test(line))
    expect(tooWide).toEqual([])
  })
})
