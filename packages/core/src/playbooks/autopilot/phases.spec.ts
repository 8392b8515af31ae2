import { describe, expect, it, test } from 'vitest'
import type { PhaseWishes } from './documents.ts'
import { arrange } from './order.ts'
import type { NumberedPhase } from './state.ts'
import { given } from './test-support/given.ts'
import { answers, edits, gaveUp, holds, says } from './test-support/happenings.ts'
import { phaseOf, sessionDir, specOf } from './test-support/plain-input.ts'

const phases = (...statuses: readonly NumberedPhase['status'][]): readonly NumberedPhase[] =>
  statuses.map((status, index) => ({ ...phaseOf(`P${index + 1}`), status, number: index + 1, text: '' }))
const wishes = (more: Partial<PhaseWishes>): PhaseWishes => ({ skip: [], order: [], ...more })
const shown = (all: readonly NumberedPhase[]) => all.map(({ number, status }) => `${number} ${status}`)

describe('AP-15 wishes for the phases to come', () => {
  const three = phases('complete', 'pending', 'pending')

  it('without a wish all stays as it is', () =>
    expect(arrange(three, wishes({}))).toEqual({ phases: three, isMoved: false, notes: [] }))

  it('a phase is skipped, and it is said', () => {
    const { phases: all, notes } = arrange(three, wishes({ skip: [2] }))
    expect(shown(all)).toEqual(['1 complete', '2 skipped', '3 pending'])
    expect(notes).toEqual(['Phase 2: P2 is skipped'])
  })

  it('a phase that is skipped is no new order, also after phases that are over', () => {
    const { phases: all, isMoved } = arrange(three, wishes({ skip: [3] }))
    expect(isMoved).toBe(false)
    expect(arrange(all, wishes({ skip: [3] })).isMoved).toBe(false)
  })

  it('the phases named come first, the others follow as they are, and numbers stay', () => {
    const four = phases('pending', 'pending', 'pending', 'pending')
    const { phases: all, notes } = arrange(four, wishes({ order: [3, 2] }))
    expect(shown(all)).toEqual(['3 pending', '2 pending', '1 pending', '4 pending'])
    expect(notes).toEqual(['The phases to come are now: 3, 2, 1, 4'])
  })

  it('what is over keeps its place before all that is to come', () => {
    const mixed = phases('complete', 'pending', 'skipped', 'pending')
    expect(shown(arrange(mixed, wishes({ order: [4] })).phases)).toEqual([
      '1 complete',
      '3 skipped',
      '4 pending',
      '2 pending',
    ])
  })

  test.each([{ skip: [1] }, { order: [1, 3] }])('a phase that is complete stays complete: %o', (wish) => {
    const all = arrange(three, wishes(wish)).phases
    expect(all[0]).toEqual(three[0])
    expect(all).toHaveLength(3)
  })

  it('the same wish a second time changes nothing', () => {
    const wish = wishes({ order: [3, 2], skip: [2] })
    const once = arrange(phases('pending', 'pending', 'pending'), wish).phases
    expect(arrange(once, wish)).toMatchObject({ notes: [] })
  })
})

describe('AP-15 a run reads the wishes before each phase', () => {
  const file = `${sessionDir}phases.json`
  const wish = (more: Partial<PhaseWishes>) => JSON.stringify(wishes(more))
  const three = { spec: specOf('low', 'low', 'low') }
  const goOn = answers('continue', 'yes')
  const planned = (story: ReturnType<typeof given>): readonly string[] =>
    story.order().filter((line) => line.startsWith('planner'))

  it('a phase that is skipped never runs, and that is decided and recorded once', () => {
    const story = given(three, holds(file, wish({ skip: [2] })), goOn).rest()
    expect(planned(story)).toEqual(['planner plan/phase-1', 'planner plan/phase-3'])
    expect(story.state().decisions.filter(({ what }) => what === 'skipped_phase')).toEqual([
      {
        state: 'ASSESS',
        what: 'skipped_phase',
        why: 'phase 2 (Rule Engine): harness autopilot phases --skip',
      },
    ])
    expect(story.gate().name).toBe('deliver')
  })

  it('a wish that comes between two phases counts for the next one', () => {
    const story = given(three, edits(file, wish({ order: [3] })), goOn, goOn).rest()
    expect(planned(story)).toEqual([1, 3, 2].map((number) => `planner plan/phase-${number}`))
    expect(story.state().history.map(({ name }) => name)).toEqual(['Core Scanner', 'Pages', 'Rule Engine'])
  })

  it('a new order is decided and recorded once', () => {
    const ordered = (order: readonly number[]) =>
      given(three, edits(file, wish({ order })), goOn, goOn)
        .rest()
        .state()
        .decisions.filter(({ what }) => what === 'reordered_phases')
    expect(ordered([3])).toEqual([
      { state: 'ASSESS', what: 'reordered_phases', why: 'harness autopilot phases --order' },
    ])
    expect(ordered([2, 3])).toEqual([])
  })

  it('a phase that is complete never runs again', () => {
    const story = given(three, edits(file, wish({ order: [1, 3], skip: [1] })), goOn, goOn).rest()
    expect(planned(story)).toEqual([1, 3, 2].map((number) => `planner plan/phase-${number}`))
    expect(story.state().phases.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete'])
  })

  it('all phases to come are skipped: the final review looks at what was done', () => {
    const story = given(three, edits(file, wish({ skip: [2, 3] })), goOn).rest()
    expect(planned(story)).toEqual(['planner plan/phase-1'])
    expect(story.order()).toContain('code-reviewer review/final')
  })
})

describe('AP-15 a phase that is skipped in its middle', () => {
  const inMiddle = [says('execute/phase-2-task-1', {}), ...gaveUp('execute/phase-2-task-2')]
  const skip = answers('attempts-exhausted', 'skip-phase', 'later')
  const story = given({ spec: specOf('low', 'low', 'low') }, answers('continue', 'yes'), ...inMiddle, skip)

  it('puts the lane back to the start of the phase', () => {
    expect(story.state().lane).toMatchObject({ commit: 'commit-2', tree: 'tree-2' })
    expect(story.state().phases[1]?.status).toBe('skipped')
  })

  it('is followed by the next phase, with a fresh start on that commit', () => {
    const next = story.rest()
    expect(next.commands.find(({ id }) => id.includes('/skip/'))).toMatchObject({
      type: 'CommitLane',
      commit: 'commit-2',
      message: '[autopilot] Phase 2: Rule Engine: skipped',
    })
    expect(next.call('execute/phase-3-task-1').startCommit).toBe(next.state().work.start?.commit)
    expect(next.state().history.map(({ name, retriesUsed }) => [name, retriesUsed])).toEqual([
      ['Core Scanner', 0],
      ['Pages', 0],
    ])
  })

  it('a phase that was skipped before its first task leaves the lane as it is', () => {
    const early = given({ reviewPlans: true }, answers('approve-plan', 'skip-phase'))
    expect(early.state().lane).toMatchObject({ commit: 'base' })
  })
})
