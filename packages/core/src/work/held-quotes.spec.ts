import { describe, expect, it } from 'vitest'
import { quotationsIn } from '../kernel/quotation.ts'
import { holdQuotes } from './held-quotes.ts'

const run = '\u001b[32m✓\u001b[39m 12 passed (2.5 s)\r\n  Loading...\r\nUser’s "name" is Ada\n0 failed\n'
const file = '     1→import { sum } from "./sum.js"\n     2→\n     3→export const total = sum(prices)\n'
const grep = '41:const rate = 0.07\n42:return rate * price\n'
const tabs = '  7\tconst port = Number(process.env.PORT ?? 3000)\n  8\tlisten(port)\n'
const outputs = [run, file, grep, tabs]
const stands = (quote: string) => holdQuotes([quote], outputs).missing.length === 0

describe('AG-17 a quotation stands in an output', () => {
  it.each([
    ['of a command, word for word', '12 passed (2.5 s)'],
    ['of a file, without the numbers of lines', 'import { sum } from "./sum.js"'],
    ['over several lines', '12 passed (2.5 s)\n  Loading...\nUser’s "name" is Ada'],
    ['over several lines of a file', 'import { sum } from "./sum.js"\n\nexport const total = sum(prices)'],
    ['with the numbers of lines', '41:const rate = 0.07\n42:return rate * price'],
    ['with the numbers of lines in another form', '1: import { sum } from "./sum.js"\n2:\n3: export'],
    ['behind tabs', 'const port = Number(process.env.PORT ?? 3000)\nlisten(port)'],
    ['with other white space', '12   passed\t(2.5 s)'],
    ['with other quotes', "User's “name” is Ada"],
    ['as a quotation of Markdown', '> const rate = 0.07\n> return rate * price'],
    ['with its escapes', 'User\'s \\"name\\" is Ada\\n0 failed'],
    ['joined by an ellipsis', '12 passed … 0 failed'],
    ['joined by dots', 'export const total ... (prices)'],
    ['cut by an ellipsis', 'const port = Number(process.env.PO…'],
    ['with dots of its own', 'Loading...'],
    ['in the middle of a line', 'total = sum'],
    ['as a number', '0.07'],
  ])('%s', (_, quote) => expect(stands(quote)).toBe(true))
})

describe('AG-17 a quotation that stands in no output is no evidence', () => {
  it.each([
    ['invented', 'All tests are green'],
    ['with another number', '13 passed (2.5 s)'],
    ['with a part of a number', '2 passed (2.5 s)'],
    ['with a part of a decimal', '07'],
    ['with the number of another line', '43:return rate * price'],
    ['with another case', '12 Passed'],
    ['without a word', '12 (2.5 s)'],
    ['joined in another order', '0 failed … 12 passed'],
    ['joined over two outputs', '12 passed … export const total'],
    ['joined of what is too short', '1 … 0'],
    ['of nothing but marks', '…'],
    ['empty', ''],
    ['a command that was run', 'npm test'],
  ])('%s', (_, quote) => expect(stands(quote)).toBe(false))

  it('counts outputs, names each missing quotation once, and takes what the agent was told if that may be quoted', () => {
    expect(holdQuotes(['12 passed', 'x y', 'x y'], outputs)).toEqual({
      quoted: 2,
      outputs: 4,
      missing: ['x y'],
    })
    expect(holdQuotes(['+x y'], [], ['diff\n+x y\n'])).toEqual({ quoted: 1, outputs: 0, missing: [] })
  })

  it('answers soon, whatever the outputs are', () => {
    const large = [
      'ab '.repeat(100_000),
      '1'.repeat(100_000),
      '\u001b['.repeat(30_000),
      '...'.repeat(100_000),
    ]
    const held = holdQuotes([`${'ab '.repeat(50)}c`, 'b … a … b … c', '11 … 2'], large)
    expect(held.missing).toHaveLength(3)
  })
})

describe('AG-17 a command is quoted as it was run', () => {
  const ran = [
    { line: 'cd app && npm test 2>&1 | tail -5', exitCode: 1 },
    { line: 'npx tsc', exitCode: null },
  ]
  it.each([
    ['$ npm test', true],
    ['$ npm test\nexit 1', true],
    ['$ npm test\nexit 0', false],
    ['$ npx tsc\nexit 0', true],
    ['$ npm run lint', false],
    ['npm test', false],
  ])('%j: %s', (quote, isSeen) => {
    expect(holdQuotes([quote], [], [], ran).missing).toEqual(isSeen ? [] : [quote])
  })

  it('lines that begin with > in the output itself are quoted with it or without it', () => {
    const npm = ['\n> shop@1.0.0 test\n> vitest run\n\n12 passed\n']
    const quotes = ['> shop@1.0.0 test\n> vitest run', 'shop@1.0.0 test']
    expect(holdQuotes(quotes, npm).missing).toEqual([])
  })
})

describe('AG-17 what counts as a quotation', () => {
  it.each([
    ['`npm test` prints "12 passed"', ['npm test', '12 passed']],
    ['“ja” and «nein»', ['ja', 'nein']],
    ['> a line\n> another', ['a line', 'another']],
    ['```text\nall of it\n```', ['all of it']],
    ['too short: "1", it’s fine', []],
  ])('%j', (text, quotes) => expect(quotationsIn(text)).toEqual(quotes))
})
