import { expect, test } from 'vitest'
import { fittedLine, type LinePart } from './fitted-line.ts'
import { textWidth } from './text.ts'

const parts: readonly LinePart[] = [
  { text: 'implement', rank: 4 },
  { text: 'implementer', rank: 0 },
  { text: '$ npm test -- --run packages/shell/src/store', rank: 0, shrinks: true },
  { text: '12 s', rank: 1 },
  { text: '13.3k tokens', rank: 3 },
  { text: '$0.31+', rank: 2 },
]

test.each([
  [
    120,
    'implement · implementer · $ npm test -- --run packages/shell/src/store · 12 s · 13.3k tokens · $0.31+',
  ],
  [80, 'implementer · $ npm test -- --run packages/shell… · 12 s · 13.3k tokens · $0.31+'],
  [60, 'implementer · $ npm test -- … · 12 s · 13.3k tokens · $0.31+'],
  [50, 'implementer · $ npm test -- --run… · 12 s · $0.31+'],
  [30, 'implementer · $ npm test -- -…'],
  [8, 'impleme…'],
])('AG-17 in %d columns the least important parts are left out first', (columns, line) => {
  expect(fittedLine(parts, columns)).toBe(line)
})

test('AG-17 wide characters count twice, so that the line never wraps', () => {
  for (let columns = 1; columns < 100; columns++) {
    const text = '写入文件和目录'.repeat(9)
    const line = fittedLine(
      [
        { text, rank: 0, shrinks: true },
        { text: '说', rank: 1 },
      ],
      columns,
    )
    expect(textWidth(line)).toBeLessThanOrEqual(columns)
  }
})
