import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { readPlan } from './plan-file.ts'
import { expectedOf, hasSharedCases, sharedCase } from './test-support/shared-cases.ts'

const plan = (tasks: string, header = ''): string =>
  `# Plan: Scanner\n\n${header}\n\n## Goal\n\nScan.\n\n## Observable Truths (Acceptance Criteria)\n\n1. It scans.\n2. It **ends**.\n\n## File Map\n\n- CREATE \`a.ts\`\n\n## Tasks\n\n${tasks}\n`
const read = (tasks: string, header?: string) => readPlan(plan(tasks, header), 'docs/plan.md')
const idsOf = (tasks: string) => read(tasks).tasks.map(({ id, title }) => `${id} ${title}`)

it('AP-06 a strict plan is read without a warning', () => {
  const text = plan(
    '### Task 1: Write `a`\n\n**Depends on:** none | **Files:** `a.ts`, `b.ts` | **Owns:** `c.ts`\n\n1. Do it.\n\n---\n\n### Task 2: Test it\n\n**Files:** none\n',
    '**Date:** 2026-03-19 | **Spec:** docs/x.md | **Tasks:** ~2 | **Time:** ~8 min | **Tier:** small',
  )
  expect(readPlan(text, 'docs/plan.md')).toEqual({
    title: 'Plan: Scanner',
    text,
    truths: ['It scans.', 'It ends.'],
    tasks: [
      {
        id: '1',
        title: 'Write `a`',
        text: '**Depends on:** none | **Files:** `a.ts`, `b.ts` | **Owns:** `c.ts`\n\n1. Do it.',
        files: ['a.ts', 'b.ts'],
        checkpoints: [],
      },
      { id: '2', title: 'Test it', text: '**Files:** none', files: [], checkpoints: [] },
    ],
    checkpoints: 0,
    warnings: [],
  })
})

it('AP-06 a heading starts a task in any of its forms', () => {
  expect(
    idsOf(
      '### Task 1.0.2: A\n\n## Task 3 — B\n\n###### Task 4\n\n#### **Task 5.** C\n\n### ✅ Task T-06 - D',
    ),
  ).toEqual(['1.0.2 A', '3 B', '4 Task 4', '5 C', 'T-06 D'])
  expect(
    idsOf('### Task 7 (later): E `[checkpoint:decision]`\n\n### Task A: F\n\n### Task 8 [auto] — 2 things'),
  ).toEqual(['7 E', 'A F', '8 2 things'])
  expect(idsOf('### 1. One\n\n#### 1. Inner\n\n### 2) Two')).toEqual(['1 One', '2 Two'])
  expect(idsOf('### 1. No task\n\n### Task 1: One')).toEqual(['1 One'])
  expect(readPlan('## Steps\n\n### 1. One\n', 'a.md').tasks).toEqual([])
})

it('AP-06 a heading in a fence starts no task', () => {
  const fences = ['```md', '~~~~', '````', '   ```'].map((fence, at) => {
    const close = /[`~]+/.exec(fence)?.[0] ?? ''
    return `### Task ${at + 1}: Real\n\n${fence}\n### Task 9: No\n${close.slice(1)} x\n${close}`
  })
  const inList =
    '### Task 5: Real\n\n1. Write:\n\n   ```md\n   ### Task 9: No\n   ```\n\n   ````\n   ```\n   ### Task 9: No\n   ````'
  const { tasks, warnings } = read([...fences, inList].join('\n\n'))
  expect(tasks.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5'])
  expect(warnings).toEqual([
    'docs/plan.md:23: headings of tasks in code fences do not count (lines 23, 30, 37, 44, 53, 58)',
  ])
})

it('AP-06 a task ends at the next task, and at a heading of its level or above', () => {
  const { tasks } = read(
    '### Task 1: A\n\na\n\n#### Note\n\nb\n\n#### Task 1.1: B\n\nc\n\n### Phase 2\n\nd\n\n### Task 2: C\n\ne\n\n### Gates\n\nf',
  )
  expect(tasks.map(({ text }) => text)).toEqual(['a\n\n#### Note\n\nb', 'c', 'e'])
})

it('AP-06 the headings count, and a header that says otherwise is a warning', () => {
  for (const header of [
    '**Tasks:** 7',
    '**Date:** x | **Tasks:** ~7 | y',
    '**Tasks**: `7`',
    '**Estimated tasks:** 7 tasks',
  ])
    expect(read('### Task 1: A', header).warnings).toEqual([
      'docs/plan.md:3: the header says 7 tasks, and the headings are 1: the headings count',
    ])
  expect(read('### Task 1: A', '**Tasks:** 1').warnings).toEqual([])
})

it('AP-06 what is ignored or guessed is a warning that names the line', () => {
  expect(readPlan('# X\n\nNo plan.\n', 'a.md')).toMatchObject({
    tasks: [],
    warnings: [
      'a.md: no tasks are found: a task starts with a heading such as `### Task 1: Name`',
      'a.md: sections are missing: Goal, Observable Truths, File Map, Tasks',
    ],
  })
  const { tasks, warnings } = read(
    '### Task 1: A\n\n### Task 1: B\n\n### Task 1-2: C\n\n### Tasks 3 – 9: All\n\n### Task 1: D',
  )
  expect(tasks.map(({ id, title }) => id + title)).toEqual(['1A', '1-2B', '1-3D'])
  expect(warnings).toEqual([
    'docs/plan.md:22: task 1 stands there twice: this one is called 1-2',
    'docs/plan.md:28: task 1 stands there twice: this one is called 1-3',
    'docs/plan.md:24: “Task 1-2: C” stands for several tasks: it does not count as a task',
    'docs/plan.md:26: “Tasks 3 – 9: All” stands for several tasks: it does not count as a task',
  ])
})

it('AP-06 any text is read, and soon', () => {
  fc.assert(
    fc.property(
      textsLike(
        plan('### Task 1: A\n\n**Files:** `a`\n\n[checkpoint:decision] x\n\n- a\n- b'),
        plan('### 1. A\n\n```\nx'),
      ),
      (text) => {
        expect(readPlan(text, 'a.md').text).toBe(text)
      },
    ),
    { numRuns: runs(100) },
  )
  const pieces = [
    '### Task 1: a\n',
    '[checkpoint:decision]\n- a\n',
    '**Files:** `a`, (',
    '**Files:**\n- a\n',
    '[checkpoint:',
    '`',
    '|',
  ]
  for (const piece of pieces) {
    readPlan(`## Tasks\n\n### Task 1: x\n\n${piece.repeat(60_000 / piece.length)}`, 'a.md')
  }
})

describe.skipIf(!hasSharedCases)('AP-06 the plans in shared/cases', () => {
  it.each(['typical', 'header-lies', 'fenced-tasks'])('%s has the tasks of its headings', (name) => {
    const { tasks, warnings } = readPlan(sharedCase(`plans/${name}.md`), name)
    const { tasksOutsideFences, headerTasks } = expectedOf(`plans/${name}.md`)
    expect(tasks).toHaveLength(Number(tasksOutsideFences))
    const mismatch = warnings.filter((warning) => warning.includes('the header says'))
    expect(mismatch).toEqual(
      headerTasks === null ? [] : [expect.stringContaining(`says ${headerTasks} tasks`)],
    )
  })

  it('every task of header-lies has its id, and those that review change no file', () => {
    const { tasks, truths } = readPlan(sharedCase('plans/header-lies.md'), 'x')
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(49)
    expect(tasks.filter(({ files }) => files?.length === 0).map(({ id }) => id)).toEqual([
      '1.8.1',
      '2.2.6',
      '2.3.1',
      '3.5.1',
    ])
    expect(tasks.find(({ id }) => id === '0.2')?.files).toBeNull()
    expect(truths[0]).toMatch(/^\(SC-1\) Convention findings/)
  })
})
