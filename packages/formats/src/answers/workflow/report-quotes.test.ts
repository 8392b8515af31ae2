import { expect, test } from 'vitest'
import { quotingReport } from './report-quotes.ts'

const quotesIn = (report: string) => quotingReport.quotesIn(null, [report])

test.each([
  ['a line', '> 12 passed\n', ['12 passed']],
  ['lines of one block', '> one\n> two\n\n> three', ['one\ntwo', 'three']],
  [
    'a command with its code and output',
    '> $ npm test\n> exit 0\n> 12 passed',
    ['$ npm test\nexit 0', '12 passed'],
  ],
  ['a code at the end', '> $ npm test\n> 12 passed\n> Exit code: 0', ['$ npm test\nexit 0', '12 passed']],
  ['two commands', '> $ a b\n> x y\n> $ c d\n> exit 2', ['$ a b', '$ c d\nexit 2', 'x y']],
  [
    'in a list, with marks of code',
    '- it runs:\n  > `$ npm test`\n  > ```text\n  > 12 passed\n  > ```',
    ['$ npm test', '12 passed'],
  ],
  ['lines of npm itself', '> > shop@1.0.0 test\n> > vitest run', ['> shop@1.0.0 test\n> vitest run']],
  [
    'nothing in fences, tables and prose',
    '```\n> shop@1.0.0 test\n```\n| `a` | "b" |\nIt prints `12 passed`.',
    [],
  ],
])('AG-17 a report quotes %s', (_, report, quotes) => {
  expect(quotesIn(report)).toEqual(quotes)
})
