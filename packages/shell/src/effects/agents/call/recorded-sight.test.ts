import { expect, test } from 'vitest'
import { seenIn } from './recorded-sight.ts'

const line = (event: object): string => `${JSON.stringify({ at: 1, ...event })}\n`
const called = (id: string, detail: string, text: string, command = true): string =>
  line({ type: 'tool', tool: 'run', detail, id, command }) +
  line({ type: 'output', id, tool: 'run', exitCode: 0, text })

test('AG-17 what an agent shows itself of its own document is nothing that it saw', () => {
  const first =
    called('1', 'npm test', '12 passed') +
    called('2', 'cat docs/a/qa_report.md', '> 13 passed') +
    called('3', "cat > docs/a/qa_report.md <<'E'\n> $ npm run lint\nE", '') +
    called('4', 'src/a.ts', 'const a = 1', false)
  const second = `${called('1', 'ls', 'a.ts')}{"type":"output","te`
  const seen = seenIn([first, second], ['docs/a/qa_report.md'])
  expect(seen.outputs).toEqual(['12 passed', 'const a = 1', 'a.ts'])
  expect(seen.ran).toEqual([
    { line: 'npm test', exitCode: 0, output: '12 passed' },
    { line: 'ls', exitCode: 0, output: 'a.ts' },
  ])
  expect(seenIn([first], []).outputs).toContain('> 13 passed')
})
