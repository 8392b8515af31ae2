import { describe, expect, it, test } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, edits, holds } from './test-support/happenings.ts'
import { onePhase, phaseOf, secondPlan, sessionOf, specOf, specPath } from './test-support/plain-input.ts'
import { twoTasks } from './test-support/plain-plan.ts'

describe('AP-01 the lane', () => {
  test.each([
    ['autopilot/changes--scanner--proposal', 'autopilot-changes--scanner--proposal'],
    ['autopilot/changes--scanner--proposal-2', 'autopilot-changes--scanner--proposal-2'],
  ])('of the branch %s is %s', (branch, lane) =>
    expect(given({ branch }).wanted()).toMatchObject([{ type: 'OpenLane', branch, lane }]),
  )
})

describe('AP-02 phases of the same name', () => {
  const spec = specOf('low', 'low', 'low')
  const texts = ['first c', 'the other', 'third c']
  const names = ['C', 'Other', 'C']
  const same = {
    spec: {
      ...spec,
      phases: spec.phases.map((phase, at) => ({
        ...phase,
        name: names[at] ?? '',
        text: texts[at] ?? '',
      })),
    },
  }
  const goOn = answers('continue', 'yes')
  const told = (story: ReturnType<typeof given>) =>
    [1, 2, 3].map((number) => story.slice(`plan/phase-${number}`, 'Phase')?.split('\n').at(-2))

  it('keep their own text, by their place', () => expect(told(given(same, goOn, goOn).rest())).toEqual(texts))

  it('keep it also if the spec is edited', () =>
    expect(told(given(same, holds(specPath, 'Scan more.'), goOn, goOn).rest())).toEqual(texts))

  it('keep it also in a session of another tool', () => {
    const adopted = sessionOf({ phases: names.map((name) => phaseOf(name)) })
    const story = given({ ...same, adopted })
    expect(story.state().phases.map(({ text }) => text)).toEqual(texts)
    expect(told(given({ ...same, adopted }, goOn, goOn).rest())).toEqual(texts)
  })
})

describe('AP-05 the plan of a phase of high complexity', () => {
  const ready = answers('plan-needed', 'ready')
  const named = (name: string) => {
    const { spec } = onePhase('high')
    return { spec: { ...spec, phases: spec.phases.map((phase) => ({ ...phase, name })) } }
  }
  const long = 'A phase with a name that is longer than any name of a file should ever be'

  test.each([
    ['Core Scanner', 'docs/plans/2026-03-19-core-scanner-plan.md'],
    ['C++', 'docs/plans/2026-03-19-c-plan.md'],
    [long, 'docs/plans/2026-03-19-a-phase-with-a-name-that-is-longer-than-any-name-of-a-file-s-plan.md'],
  ])('%s: is looked for exactly where the gate says', (name, path) => {
    const asked = given(named(name)).rest()
    expect(asked.gate().detail).toContain(`Write the plan to ${path}, or`)
    expect(asked.commands.find(({ type }) => type === 'LookForPlan')).toMatchObject({
      recorded: path,
      phaseName: name,
    })
    const story = given(named(name), edits(path, twoTasks), ready).rest()
    expect(story.gate()).toMatchObject({ name: 'approve-plan', digest: twoTasks })
  })

  it('that is not there yet: it is said, each time that it is looked for', () => {
    const line = 'There is no plan of Phase 1: Core Scanner yet'
    const said = (story: ReturnType<typeof given>) => story.state().said.filter((one) => one === line).length
    expect(said(given(onePhase('high')).rest())).toBe(1)
    const story = given(onePhase('high'), ready).rest()
    expect(said(story)).toBe(2)
    expect(story.gate().name).toBe('plan-needed')
  })

  it('that a planner plans is not looked for, and nothing is said of it', () => {
    const story = given({ ...onePhase('high'), rigor: 'fast' }).rest()
    expect(story.commands.find(({ type }) => type === 'LookForPlan')).toMatchObject({
      recorded: null,
      phaseName: null,
    })
    expect(story.state().said.some((line) => line.includes('There is no plan'))).toBe(false)
  })

  it('of a later phase is looked for under the name of that phase', () => {
    const story = given({ spec: specOf('low', 'high') }, answers('continue', 'yes')).rest()
    expect(story.commands.findLast(({ type }) => type === 'LookForPlan')).toMatchObject({
      recorded: secondPlan,
    })
  })
})
