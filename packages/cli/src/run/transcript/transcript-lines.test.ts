import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import { expect, test } from 'vitest'
import { textWidth } from '../../terminal/text.ts'
import { transcriptLines } from './transcript-lines.ts'

const style = { columns: 60, outputLines: 8 }
const lead = /^\d\d:\d\d:\d\d {2}worker {6}/
const told = (event: AgentEvent, columns = style.columns): readonly string[] =>
  transcriptLines('worker', 0, event, { ...style, columns }).map((line) => line.replace(lead, '').trimStart())

test('AG-17 a command, what it printed and its exit code; a long output keeps more of its end', () => {
  expect(told({ type: 'tool', tool: 'Bash', detail: 'npm test', id: '1', command: true })).toEqual([
    '$ npm test',
  ])
  expect(told({ type: 'tool', tool: 'Read', detail: 'src/a.ts', id: '2' })).toEqual(['Read src/a.ts'])
  const text = Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n')
  expect(told({ type: 'output', id: '1', tool: 'Bash', exitCode: 1, text })).toEqual([
    '| line 0',
    '| line 1',
    '| … 12 lines are left out here …',
    ...[14, 15, 16, 17, 18, 19].map((n) => `| line ${n}`),
    'exit code 1',
  ])
  expect(told({ type: 'output', id: '2', tool: 'Read', exitCode: null, text: '' })).toEqual([])
})

test('AG-17 a message is wrapped, and all else is cut to the width', () => {
  const said = told({ type: 'text', text: 'one two three four five six seven eight nine ten eleven' })
  expect(said.length).toBeGreaterThan(1)
  expect(said.join(' ')).toBe('one two three four five six seven eight nine ten eleven')
  const wide = { type: 'output', id: '1', tool: 'Bash', exitCode: 0, text: `\t${'写'.repeat(100)}` } as const
  for (const line of transcriptLines('worker', 0, wide, style))
    expect(textWidth(line)).toBeLessThanOrEqual(style.columns)
  expect(told(wide, Number.POSITIVE_INFINITY)[0]).toHaveLength(2 + 4 + 100)
})

test('QA-07 nothing that an agent says or prints moves the cursor or hides text', () => {
  const evil = 'a\u001b[2K\u001b]0;title\u0007b\u202ec\rd'
  const events: readonly AgentEvent[] = [
    { type: 'text', text: evil },
    { type: 'tool', tool: evil, detail: evil },
    { type: 'output', id: '1', tool: 'x', exitCode: 0, text: evil },
    { type: 'file', path: evil, change: 'written' },
    { type: 'denied', tool: evil, detail: evil },
    { type: 'retry', reason: evil },
    { type: 'session', session: evil },
  ]
  const shown = events.flatMap((event) => transcriptLines('worker', 0, event, style))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  expect(shown.join('')).not.toMatch(/[\u0000-\u001f\u202e]/)
})

test('AG-17 what a later version records and this one does not know is left out', () => {
  expect(told({ type: 'dream', text: 'of sheep' } as never)).toEqual([])
})
