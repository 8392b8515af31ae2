import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, edits, gaveUp, holds, plans, says, type Told } from './test-support/happenings.ts'
import { firstPlan, onePhase, phaseOf, plainInput, sessionOf } from './test-support/plain-input.ts'
import { twoTasks } from './test-support/plain-plan.ts'

const asked = { ...onePhase(), reviewPlans: true }
const approve = answers('approve-plan', 'yes')
const edited = twoTasks.replace('Match', 'Match all')
const beforeTask = (number: number) => (command: { readonly id: string }) =>
  command.id.includes(`execute/phase-1-task-${number}/`)
/** The plan is edited while an executor works. */
const editsDuring = (number: number, text: string): Told => edits(firstPlan, text, beforeTask(number))
const executed = (story: ReturnType<typeof given>): readonly string[] =>
  story.order().filter((line) => line.includes('execute/'))

describe('AP-07 an approval is for the content that was shown', () => {
  it('the gate has the digest of the plan, its path and its text', () => {
    const gate = given(asked).rest().gate()
    expect(gate.digest).toBe(twoTasks)
    expect(gate.detail).toBe(
      `Why you are asked:\n- every plan is reviewed (--review-plans)\n\n${firstPlan}\n\n${twoTasks}`,
    )
    expect(gate.question).toBe('Approve the plan of Phase 1: Core Scanner (2 tasks, truth: I)?')
  })

  it('no executor is called before a yes', () => {
    expect(executed(given(asked).rest())).toEqual([])
    expect(executed(given(asked, approve).rest())).toEqual([
      'task-executor execute/phase-1-task-1',
      'task-executor execute/phase-1-task-2',
    ])
  })

  it('a plan that was edited while the gate was open is shown with the difference, and asked about again', () => {
    const story = given(asked, edits(firstPlan, edited), approve).rest()
    expect(executed(story)).toEqual([])
    expect(story.gate().digest).toBe(edited)
    expect(story.gate().question).toContain('The plan was edited after its approval.')
    expect(story.gate().detail).toContain('-task 2: Match | src/match.js\n+task 2: Match all | src/match.js')
    expect(story.decisions()).toEqual([['APPROVE_PLAN', 'approved_plan']])
  })

  it('a plan that was approved by itself and then edited is asked about before the next task', () => {
    const story = given(onePhase(), editsDuring(1, edited)).rest()
    expect(executed(story)).toEqual(['task-executor execute/phase-1-task-1'])
    expect(story.asks()).toBe('approve-plan: yes, revise, skip-phase, stop')
    expect(story.gate().detail).toContain('+task 2: Match all | src/match.js')
    expect(story.gate().detail).not.toContain('-task 1')
  })

  it('fast asks about an edited plan too', () => {
    const story = given({ ...onePhase(), rigor: 'fast' }, editsDuring(1, edited)).rest()
    expect(story.gate()).toMatchObject({ name: 'approve-plan', digest: edited })
  })

  it('an edit after the last task is asked about before the phase is verified', () => {
    const story = given(onePhase(), editsDuring(2, `${twoTasks}\ntask 3: Print | src/print.js`)).rest()
    expect(story.gate().name).toBe('approve-plan')
    expect(story.order()).not.toContain('RunChecks verify/phase-1')
  })

  it('a plan that is edited while a checkpoint before a task is open is asked about before that task', () => {
    const plan = 'task 1: Walk | src/walk.js\n[human-action] Make a key.'
    const other = plan.replace('Walk', 'Walk all')
    const story = given(
      onePhase(),
      plans(plan),
      edits(firstPlan, other),
      answers('checkpoint', 'done'),
    ).rest()
    expect(executed(story)).toEqual([])
    expect(story.gate()).toMatchObject({ name: 'approve-plan', digest: other })
  })

  it('an edit that is taken back before the next task is no edit', () => {
    const back = edits(firstPlan, twoTasks, (command) => command.id.includes('read/phase-1/2'))
    const story = given(onePhase(), editsDuring(1, edited), back).rest()
    expect(story.gate().name).toBe('deliver')
  })
})

describe('AP-07 tasks that are done stay done', () => {
  const goesOn = (text: string) => executed(given(onePhase(), editsDuring(2, text), approve).rest()).slice(2)

  it('if their text is the same', () =>
    expect(goesOn(`${twoTasks}\ntask 3: Print | src/print.js`)).toEqual([
      'task-executor execute/phase-1-task-3',
    ]))

  it('not if their title changed', () =>
    expect(goesOn(edited)).toEqual(['task-executor execute/phase-1-task-2']))

  it('not if their body changed', () =>
    expect(goesOn(`${twoTasks}\nAlso folders.`)).toEqual(['task-executor execute/phase-1-task-2']))

  it('a checkpoint that was passed is not asked again, one that is new is', () => {
    const plan = 'task 1: Walk | src/walk.js\n[decision] Which? | A | B'
    const passed = answers('checkpoint', 'option-1')
    const story = given(onePhase(), plans(plan), passed, editsDuring(1, `${plan}\nMore.`), approve).rest()
    expect(story.order().filter((line) => line === 'AskHuman ask/checkpoint')).toHaveLength(1)
    const other = plan.replace('Which?', 'Which one?')
    expect(
      given(onePhase(), plans(plan), passed, editsDuring(1, other), approve).rest().gate(),
    ).toMatchObject({
      name: 'checkpoint',
      detail: expect.stringMatching(/^Which one\?\n/),
    })
  })
})

describe('AP-07 a plan that is revised', () => {
  const revise = answers('approve-plan', 'revise', 'Match first.')

  it('is written with the plan so far and the words, keeps its file, and is asked about again', () => {
    const story = given(asked, revise, says('planner', { wrote: edited })).rest()
    expect(story.slice('planner', 'Plan so far')).toContain(twoTasks)
    expect(story.slice('planner', 'What the person wants otherwise')).toContain('Match first.')
    expect([...story.files.keys()]).toEqual([firstPlan])
    expect(story.files.get(firstPlan)).toBe(edited)
    expect(story.gate()).toMatchObject({ name: 'approve-plan', digest: edited })
  })

  it('is shown again also if the signal is gone: the person was told that they see it', () => {
    const concerned = says('planner', { answer: { concerns: ['the index'] } })
    const story = given(onePhase(), concerned, revise, says('planner', { wrote: edited })).rest()
    expect(story.gate()).toMatchObject({ name: 'approve-plan', digest: edited })
  })

  it('is shown again also if the planner wrote the same once more', () => {
    const concerned = says('planner', { answer: { concerns: ['the index'] } })
    const story = given(onePhase(), concerned, revise).rest()
    expect(story.gate()).toMatchObject({ name: 'approve-plan', digest: twoTasks })
    expect(executed(story)).toEqual([])
    expect(story.decisions()).toEqual([['APPROVE_PLAN', 'revised_plan']])
  })

  it('in one phase says nothing of the next one', () => {
    const concerned = says('planner', { answer: { concerns: ['the index'] } })
    const story = given(plainInput, concerned, revise, approve, answers('continue', 'yes')).rest()
    expect(story.decisions()).toContainEqual(['APPROVE_PLAN', 'auto_approved_plan'])
    expect(story.gate().name).toBe('deliver')
  })

  it('that a person wrote stays: the next one gets the next free name', () => {
    const mine = 'docs/plans/mine.md'
    const adopted = sessionOf({ phases: [phaseOf('Core Scanner', { planPath: mine })] })
    const story = given(
      { ...asked, adopted },
      holds(mine, twoTasks),
      revise,
      says('planner', { wrote: edited }),
    )
    expect(story.rest().files.get(mine)).toBe(twoTasks)
    expect(story.files.get(firstPlan)).toBe(edited)
    expect(story.state().phases[0]?.planPath).toBe(firstPlan)
  })

  it('that a person wrote to the name of a plan stays as well', () => {
    const revised = says('planner', { wrote: edited })
    const story = given(
      onePhase('high'),
      edits(firstPlan, twoTasks),
      answers('plan-needed', 'ready'),
      revise,
      revised,
    ).rest()
    expect(story.files.get(firstPlan)).toBe(twoTasks)
    expect(story.files.get(firstPlan.replace('.md', '-2.md'))).toBe(edited)
  })

  it('that a person edited before they were asked stays: the next one gets the next free name', () => {
    const during = edits(firstPlan, edited, (command) => command.id.includes('read/phase-1/1'))
    const third = twoTasks.replace('Match', 'Match none')
    const story = given(asked, during, revise, says('planner', { wrote: third })).rest()
    expect(story.files.get(firstPlan)).toBe(edited)
    expect(story.files.get(firstPlan.replace('.md', '-2.md'))).toBe(third)
    expect(story.gate().digest).toBe(third)
  })

  it('does not replace what a person wrote into the file meanwhile', () => {
    const during = edits(firstPlan, 'mine', (command) => command.id.includes('/plan/phase-1/2'))
    const story = given(asked, revise, during, says('planner', { wrote: edited })).rest()
    expect(story.files.get(firstPlan)).toBe('mine')
    expect(story.files.get(firstPlan.replace('.md', '-2.md'))).toBe(edited)
    expect(story.gate().digest).toBe(edited)
  })

  it('after attempts that failed it is asked about with the difference to what was approved', () => {
    const again = [...gaveUp(), answers('attempts-exhausted', 'revise', 'Use git.')]
    const story = given(onePhase(), ...again, says('planner', { wrote: edited })).rest()
    const words = story.slice('planner', 'What the person wants otherwise')
    expect(words).toContain(
      'could not be done:\nfirst error\nsecond error\nthird error\nfourth error\nUse git.',
    )
    expect(story.gate().detail).toContain('+task 2: Match all | src/match.js')
  })
})

describe('AP-06 a plan that is not there', () => {
  it('a foreign file of the same name stays: the plan gets the next number', () => {
    const story = given(
      asked,
      holds(firstPlan, 'theirs'),
      holds(firstPlan.replace('.md', '-2.md'), 'too'),
    ).rest()
    expect(story.files.get(firstPlan)).toBe('theirs')
    expect(story.files.get(firstPlan.replace('.md', '-3.md'))).toBe(twoTasks)
    expect(story.state().phases[0]?.planPath).toBe(firstPlan.replace('.md', '-3.md'))
  })

  it('a planner that writes no plan is asked once more, then a person is: retry or stop', () => {
    const silent = says('planner', { wrote: null })
    const once = given(onePhase(), silent)
    once.wants('planner plan/phase-1/2')
    const story = given(onePhase(), silent, says('planner', { wrote: '  \n' }))
    expect(story.asks()).toBe('output-missing: retry, stop')
    expect(story.gate().question).toBe(
      `The planner gave nothing that counts: it did not write ${firstPlan}. Try again?`,
    )
    given(onePhase(), silent, silent, answers('output-missing', 'retry')).wants('planner plan/phase-1/3')
  })

  it('a plan that is deleted after its approval is asked about, and planned again', () => {
    const gone = edits(firstPlan, null, beforeTask(1))
    const story = given(onePhase(), gone).rest()
    expect(story.gate().question).toBe(
      `The plan gave nothing that counts: ${firstPlan} is missing. Try again?`,
    )
    const again = given(
      onePhase(),
      gone,
      answers('output-missing', 'retry'),
      says('planner', { wrote: edited }),
    )
    expect(again.rest().gate()).toMatchObject({ name: 'approve-plan', digest: edited })
  })

  it('a planner whose plan has no task writes another one, told why', () => {
    const story = given(onePhase(), plans('No task.'), answers('output-missing', 'retry')).rest()
    expect(story.slice('planner', 'What the person wants otherwise')).toContain(`${firstPlan} has no task`)
    expect(executed(story)).toEqual([])
  })

  it('a plan of a person without tasks is never approved, also if it is the same the second time', () => {
    const path = 'docs/plans/mine.md'
    const adopted = sessionOf({ phases: [phaseOf('Core Scanner', { planPath: path })] })
    const retry = answers('output-missing', 'retry')
    const story = given({ ...onePhase(), adopted }, holds(path, 'No task.'), retry).rest()
    expect(story.asks()).toBe('output-missing: retry, stop')
    expect(story.decisions()).toEqual([['ASSESS', 'retried']])
    const better = given({ ...onePhase(), adopted }, holds(path, 'No task.'), edits(path, twoTasks), retry)
    expect(better.rest().gate().name).toBe('deliver')
  })
})
