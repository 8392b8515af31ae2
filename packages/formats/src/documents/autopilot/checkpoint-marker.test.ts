import { expect, it } from 'vitest'
import { markersIn } from './checkpoint-marker.ts'
import { outlineOf } from './markdown-outline.ts'
import { readPlan } from './plan-file.ts'
import { expectedOf, hasSharedCases, sharedCase } from './test-support/shared-cases.ts'

const task = (body: string) =>
  readPlan(`## Tasks\n\n### Task 1: A\n\n${body}\n\n### Task 2: B\n\nEnd.\n`, 'a.md')

it('AP-08 a marker that leads its line counts', () => {
  const leading = [
    '[checkpoint:human-verify]',
    '`[checkpoint:human-verify]` Look.',
    '**[checkpoint:human-verify]** — Look.',
    '- [checkpoint:human-verify] Look.',
    '- [ ] `[checkpoint:human-verify]`',
    '2. **[checkpoint:human-verify]** Look.',
    '> [CHECKPOINT:human_verify]: Look.',
    '[checkpoint:human-verify] Look.\n---',
  ]
  for (const line of leading) {
    const { checkpoints, tasks, warnings } = task(`First.\n\n${line}`)
    const text = line.includes('Look.') ? 'Look.' : ''
    expect([checkpoints, tasks[0]?.checkpoints], line).toEqual([
      1,
      [{ kind: 'human-verify', text, options: [] }],
    ])
    expect(warnings.filter((warning) => warning.includes('checkpoint'))).toEqual([])
  }
})

it('AP-08 a marker that does not lead, or stands in code, a comment or a heading, does not count and is said', () => {
  const { checkpoints, tasks, warnings } = readPlan(
    '## Tasks\n\n### Task 1: A `[checkpoint:decision]`\n\nUse [checkpoint:decision] here.\n\n```\n[checkpoint:decision]\n```\n\n<!--\n[checkpoint:decision]\n-->\n',
    'a.md',
  )
  expect([checkpoints, tasks[0]?.checkpoints, tasks[0]?.title]).toEqual([0, [], 'A'])
  expect(warnings.slice(0, 2)).toEqual([
    'a.md:3: [checkpoint:decision] does not count: it does not lead a line of its own',
    'a.md:5: [checkpoint:decision] does not count: it does not lead a line of its own',
  ])
  expect(warnings).toHaveLength(3)
})

it('AP-08 an unknown kind is a warning, and a person looks', () => {
  const { tasks, warnings } = task('[checkpoint:foo] Look.')
  expect(tasks[0]?.checkpoints).toEqual([{ kind: 'human-verify', text: 'Look.', options: [] }])
  expect(warnings[0]).toBe('a.md:5: [checkpoint:foo] is unknown: it counts as human-verify')
})

it('AP-08 a checkpoint has the text up to the next one, or to the end of its task', () => {
  const { tasks, checkpoints } = task(
    '[checkpoint:human-action] Log in\nat the site.\n\nThen more.\n\n[checkpoint:human-verify]\n\n1. Look.',
  )
  expect(tasks[0]?.checkpoints).toEqual([
    { kind: 'human-action', text: 'Log in\nat the site.\n\nThen more.', options: [] },
    { kind: 'human-verify', text: '1. Look.', options: [] },
  ])
  expect(checkpoints).toBe(2)
  expect(task('[checkpoint:human-verify] Look.\n\n#### How\n\nRun it.').tasks[0]?.checkpoints).toEqual([
    { kind: 'human-verify', text: 'Look.\n#### How\n\nRun it.', options: [] },
  ])
  expect(readPlan('[checkpoint:decision]\n\n## Tasks\n\n### Task 1: A\n', 'a.md').checkpoints).toBe(1)
})

it('AP-08 a marker outside of all tasks belongs to the next task, with its own text and options', () => {
  const { tasks, checkpoints } = readPlan(
    '[checkpoint:human-action] Back it up.\n\n## Tasks\n\n[checkpoint:decision] Which?\n\nOne of these:\n- one\n- two\n\n### Task 1: A\n\n- step\n\n[checkpoint:human-verify] Look at A.\n\n### Interlude\n\n[checkpoint:decision]\n\n### More\n\n- no option\n\n[checkpoint:human-verify] Look\nat both.\n\n### Task 2: B\n\n- step\n',
    'a.md',
  )
  expect(tasks.map((one) => one.checkpoints)).toEqual([
    [
      { kind: 'human-action', text: 'Back it up.', options: [] },
      { kind: 'decision', text: 'Which?\nOne of these:\n- one\n- two', options: ['one', 'two'] },
      { kind: 'human-verify', text: 'Look at A.', options: [] },
    ],
    [
      { kind: 'decision', text: '', options: [] },
      { kind: 'human-verify', text: 'Look\nat both.', options: [] },
    ],
  ])
  expect(checkpoints).toBe(5)
  expect(tasks.map(({ text }) => text)).toEqual(['- step\n\n[checkpoint:human-verify] Look at A.', '- step'])
})

it('AP-08 a marker behind the last task belongs to it, with its own text and options', () => {
  const { tasks, checkpoints } = task(
    'Work.\n\n## Release\n\n[checkpoint:decision] When?\n\n- now\n- later\n\n## Notes\n\nNone.',
  )
  const [first, second] = tasks
  expect([first?.checkpoints, second?.checkpoints, checkpoints]).toEqual([
    [],
    [{ kind: 'decision', text: 'When?\n- now\n- later', options: ['now', 'later'] }],
    1,
  ])
  const last = readPlan('### Task 1: A\n\n## Done\n\n[checkpoint:human-verify] Look\n\nat it.\n', 'a.md')
  expect(last.tasks[0]).toMatchObject({
    text: '',
    checkpoints: [{ kind: 'human-verify', text: 'Look\nat it.', options: [] }],
  })
})

it('AP-08 the list below a decision has its options', () => {
  const optionsOf = (body: string) => task(body).tasks[0]?.checkpoints[0]?.options
  const both = ['one thing more', 'two']
  expect(optionsOf('[checkpoint:decision] Which?\n- one thing\n  more\n- **two**\n\nThen:\n\n- no')).toEqual(
    both,
  )
  expect(
    optionsOf('`[checkpoint:decision]` — Which of\nthe two.\n\n1. one thing\n   more\n\n2. two\n'),
  ).toEqual(both)
  expect(optionsOf('[checkpoint:decision]\n\nWhich one?\n\nA) one thing more\nB) two\n')).toEqual(both)
  expect(optionsOf('- [checkpoint:decision] Which?\n  - one thing more\n  - two\n- Do it\n')).toEqual(both)
  expect(optionsOf('- [checkpoint:decision] Which?\n- Do it\n')).toEqual([])
  expect(optionsOf('[checkpoint:decision] Which.\n\nThen work.\n\n1. Do it\n')).toEqual([])
  expect(optionsOf('[checkpoint:human-verify]\n\n1. Do it\n')).toEqual([])
})

it.skipIf(!hasSharedCases)('AP-08 of the markers in shared/cases, only those that lead a line count', () => {
  for (const [name, leading] of [
    ['typical', 0],
    ['header-lies', 5],
    ['fenced-tasks', 0],
  ] as const) {
    const text = sharedCase(`plans/${name}.md`)
    const all = markersIn(outlineOf(text)).length
    expect(all, name).toBe(expectedOf(`plans/${name}.md`).checkpointMarkersOutsideFences)
    expect(readPlan(text, name).checkpoints, name).toBe(leading)
  }
})
