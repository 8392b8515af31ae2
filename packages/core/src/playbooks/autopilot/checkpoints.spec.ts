import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, idle, plans, says } from './test-support/happenings.ts'
import { onePhase } from './test-support/plain-input.ts'

const one = onePhase()
const first = 'task-executor execute/phase-1-task-1'
const where = 'The work is in /lane. What you change there is committed with your answer.'
const task = (...lines: readonly string[]) => plans(['task 1: Walk | src/walk.js', ...lines].join('\n'))
const executed = (story: ReturnType<typeof given>): readonly string[] =>
  story.order().filter((line) => line.startsWith('task-executor'))

describe('AP-08 human-verify', () => {
  const plan = task('[human-verify] Look at the list.', 'task 2: Match | src/match.js')

  it('pauses after the task, and shows what the executor said and where the work is', () => {
    const story = given(one, plan, says('task-executor', { answer: { summary: 'walks 3 files' } })).rest()
    expect(executed(story)).toEqual([first])
    expect(story.gate()).toMatchObject({
      name: 'checkpoint',
      question: 'Phase 1: Core Scanner, task 1 (Walk): please verify. Is it right?',
      detail: `Look at the list.\n\nwalks 3 files\n\n${where}`,
      exitCode: 8,
    })
    expect(story.asks()).toBe('checkpoint: yes, no, stop')
  })

  it('yes: a commit marks it, and the next task begins', () => {
    const story = given(one, plan, answers('checkpoint', 'yes')).rest()
    expect(story.marks()).toEqual(['[autopilot] Phase 1: Core Scanner, task 1: human-verify passed'])
    expect(executed(story)).toEqual([first, 'task-executor execute/phase-1-task-2'])
    expect(story.state().history[0]?.retriesUsed).toBe(0)
  })

  it('no: the executor tries again with the words, it counts as a retry, and the person is asked again', () => {
    const no = answers('checkpoint', 'no', 'Two are missing.')
    const story = given(one, plan, no)
    expect(story.slice('task-executor', 'Retry')).toContain('- a person rejected it: Two are missing.')
    expect(story.state().work.retries).toBe(1)
    expect(story.rest().asks()).toBe('checkpoint: yes, no, stop')
    expect(story.marks()).toEqual([])
  })

  it('no: a second attempt that changes nothing is a failed one', () => {
    const story = given(one, plan, answers('checkpoint', 'no', 'Two are missing.'), idle())
    expect(story.slice('task-executor', 'Retry')).toContain('it reported the work done and changed nothing')
  })
})

describe('AP-08 decision', () => {
  const plan = task('[decision] Which store? | SQLite | Files')

  it('pauses before the task, with a choice for each option and one for other words', () => {
    const story = given(one, plan).rest()
    expect(executed(story)).toEqual([])
    expect(story.asks()).toBe('checkpoint: option-1, option-2, other, stop')
    expect(story.gate()).toMatchObject({
      question: 'Phase 1: Core Scanner, task 1 (Walk): please decide.',
      detail: `Which store?\n\n${where}`,
    })
    expect(story.gate().choices.map(({ label, words }) => [label, words])).toEqual([
      ['SQLite', 'optional'],
      ['Files', 'optional'],
      ['Something else', 'required'],
      ['Stop', 'none'],
    ])
  })

  it.each([
    ['option-2', '', 'Files'],
    ['option-1', 'but in memory', 'SQLite: but in memory'],
    ['other', 'No store at all.', 'No store at all.'],
  ])('%s (%s): the executor is told', (choice, words, told) => {
    const story = given(one, plan, answers('checkpoint', choice, words)).rest()
    expect(story.slice('task-executor', 'What people decided')).toBe(`- ${told}`)
    expect(story.marks()).toEqual(['[autopilot] Phase 1: Core Scanner, task 1: decision passed'])
  })

  it('without options a person says it in words', () =>
    expect(given(one, task('[decision] Which store?')).rest().asks()).toBe('checkpoint: other, stop'))

  it('fast lets the executor choose what it recommends', () => {
    const story = given({ ...one, rigor: 'fast' }, plan).rest()
    expect(story.slice('task-executor', 'What people decided')).toBe(
      '- Choose the option that you recommend, and say which.',
    )
    expect(story.state().decisions[1]).toEqual({
      state: 'EXECUTE',
      what: 'auto_passed_checkpoint_fast',
      why: 'decision of task 1: the rigor is fast',
    })
  })
})

describe('AP-08 human-action', () => {
  const plan = task('[human-action] Make a key.')

  it('pauses before the task, until the person says that it is done', () => {
    const story = given(one, plan).rest()
    expect(executed(story)).toEqual([])
    expect(story.asks()).toBe('checkpoint: done, stop')
    expect(story.gate()).toMatchObject({
      question: 'Phase 1: Core Scanner, task 1 (Walk): please do this. Is it done?',
      detail: `Make a key.\n\n${where}`,
    })
  })

  it('done: the commit takes what the person did in the lane, as that of each passed checkpoint does', () => {
    const marks = (story: ReturnType<typeof given>) =>
      story.commands.flatMap((command) => (command.type === 'CommitLane' ? [command.takesFiles] : []))
    expect(marks(given(one, plan, answers('checkpoint', 'done')).rest())).toEqual([true])
    const looked = task('[human-verify] Look.')
    expect(marks(given(one, looked, answers('checkpoint', 'yes')).rest())).toEqual([true])
    const decided = task('[decision] Which store?')
    expect(marks(given(one, decided, answers('checkpoint', 'other', 'None.')).rest())).toEqual([true])
  })

  it('done: what the person did is part of the tree that is checked', () => {
    const story = given(one, plan, answers('checkpoint', 'done'))
    expect(story.rest().state().lane).toMatchObject({ commit: 'commit-2', tree: 'tree-2' })
    expect(story.call('task-executor').startCommit).toBe('commit-1')
    expect(story.commands.find(({ type }) => type === 'RunChecks')).toMatchObject({ tree: 'tree-2' })
  })

  it('done: a commit marks it, and the task begins on top of that commit', () => {
    const story = given(one, plan, answers('checkpoint', 'done')).rest()
    expect(story.marks()).toEqual(['[autopilot] Phase 1: Core Scanner, task 1: human-action passed'])
    expect(story.call('task-executor').startCommit).toBe('commit-1')
  })
})

it('AP-08 several checkpoints of a task are passed one by one: those before it, the task, those after it', () => {
  const story = given(
    onePhase('medium'),
    task('[human-verify] See.', '[human-action] Key.', '[decision] Which? | A', '[human-verify] See more.'),
    answers('checkpoint', 'done'),
    answers('checkpoint', 'option-1'),
    answers('checkpoint', 'yes'),
    answers('checkpoint', 'yes'),
  ).rest()
  const passed = (kind: string) => `[autopilot] Phase 1: Core Scanner, task 1: ${kind} passed`
  expect(story.marks()).toEqual(['human-action', 'decision', 'human-verify', 'human-verify'].map(passed))
  const order = story.order().filter((line) => /CommitLane|task-executor/.test(line))
  const mark = 'CommitLane checkpoint/phase-1-task-1'
  expect(order).toEqual([mark, mark, first, mark, mark])
})

it('AP-08 a task that names its files must change one, also after the commit of a checkpoint', () => {
  const story = given(one, task('[human-action] Key.'), answers('checkpoint', 'done'), idle())
  expect(story.state().work.retries).toBe(1)
})
