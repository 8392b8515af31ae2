import { expect, it } from 'vitest'
import { planCodec } from './plan-codec.ts'

const world = { redact: (text: string) => text.replace('secret', '***'), has: () => true }
const written = (there: string | null, text: string, replaces: string | null) =>
  planCodec.rewrite?.([there], [{ text, replaces }], world)
const plan = (...tasks: readonly string[]): string =>
  `# P\n\n## Goal\n\nx\n\n## Acceptance Criteria\n\n- a\n\n## File Map\n\nx\n\n## Tasks\n\n${tasks.join('\n\n')}\n`

it('AP-06 a plan of several files is one plan, and no task has the id of another', () => {
  const first = plan('### Task 1: A\n\n[checkpoint:decision]')
  const second = plan('### Task 1: B\n\n[checkpoint:decision]', '### Task 2: C')
  const parsed = planCodec.parse(planCodec.walk(first), [null, second])
  expect(parsed).toMatchObject({
    ok: true,
    value: { title: 'P', text: `${first}\n${second}`, truths: ['a'], checkpoints: 2, warnings: [] },
  })
  expect(parsed.ok && parsed.value.tasks.map(({ id, title }) => id + title)).toEqual(['1A', '1-2B', '2C'])
})

it('AP-06 a warning names the line, and which of several files; the run names the files', () => {
  const warningsOf = (...texts: readonly string[]) => {
    const [first = '', ...others] = texts
    const read = planCodec.parse(planCodec.walk(first), others)
    return read.ok && read.value.warnings
  }
  const lying = `# P\n\n**Tasks:** 7\n\n${plan('### Task 1: A').slice('# P\n\n'.length)}`
  const said = 'the header says 7 tasks, and the headings are 1: the headings count'
  expect(warningsOf(lying)).toEqual([`line 3: ${said}`])
  expect(warningsOf('### Task 1: A\n')).toEqual([
    'sections are missing: Goal, Observable Truths, File Map, Tasks',
  ])
  expect(warningsOf(lying, lying, '### Task 1: A\n')).toEqual([
    `file 1, line 3: ${said}`,
    `file 2, line 3: ${said}`,
    'file 3: sections are missing: Goal, Observable Truths, File Map, Tasks',
  ])
})

it('AP-06 a plan is written if no other file is there', () => {
  const texts = [{ file: 0, text: 'new\n' }]
  expect(written(null, 'new', null)).toEqual({ texts, refused: [] })
  expect(written('old', 'new\n', 'old')).toEqual({ texts, refused: [] })
  expect(written('old secret', 'new', 'old ***')).toEqual({ texts, refused: [] })
  expect(written('new\n', 'new', null)).toEqual({ texts, refused: [] })
  const twice = [
    { text: 'a', replaces: null },
    { text: 'b', replaces: 'a\n' },
  ]
  expect(planCodec.rewrite?.([null], twice, world)).toEqual({
    texts: [{ file: 0, text: 'b\n' }],
    refused: [],
  })
})

it('AP-06 a plan of a person is not overwritten', () => {
  const refused = [
    { edit: 0, reason: 'edited', detail: 'Another file is there: it was not overwritten.', problems: [] },
  ]
  expect(written('mine', 'new', null)).toEqual({ texts: [], refused })
  expect(written('mine', 'new', 'old')).toEqual({ texts: [], refused })
  expect(written(null, 'new', 'old')).toMatchObject({
    texts: [],
    refused: [{ reason: 'edited', detail: 'The file is gone: it was not written again.' }],
  })
})
