import { describe, expect, it } from 'vitest'
import { asRunId } from '../../ids.ts'
import type { Checkpoint } from './input.ts'
import { decisionsIn, given } from './test-support/given.ts'
import {
  answersGate,
  curates,
  done,
  passes,
  plans,
  reviewsPlan,
  rules,
  works,
} from './test-support/happenings.ts'
import { entry, feature, planned, unplanned } from './test-support/shelf.ts'

const plan = planned('F-001', 'F-002 < F-001')
const at = (triggerOn: Checkpoint['triggerOn'], features: readonly string[] | null = null) => ({
  checkpoints: [{ name: 'look', triggerOn, features }],
})

describe('MI-03 checkpoints', () => {
  it('one for a feature that does not exist is spoken of', () => {
    const checkpoints = [{ name: 'look', triggerOn: 'pre-merge', features: ['F-001', 'F-099'] }] as const
    expect(given(planned('F-001'), [], { checkpoints }).notes).toEqual([
      'Checkpoint look is for F-099, and there is no such feature.',
    ])
  })
  it('post-planner: the run waits with 8 before anything is built', () => {
    const story = given(unplanned(), [plans(plan), reviewsPlan('accept')], at('post-planner'))
    story.wants('AskHuman gate/mission/1')
    expect(story.gate()).toMatchObject({ name: 'look', exitCode: 8 })
    expect(story.shelf.facts.fired).toEqual(['look'])
    given(
      unplanned(),
      [plans(plan), reviewsPlan('accept'), answersGate('granted')],
      at('post-planner'),
    ).wants('worker work/F-001/1')
  })
  it('one that fired in the mission before fires in a new one', () => {
    const before = unplanned({ facts: { planVerdict: null, fired: ['look', 'other'], hooks: [] } })
    const story = given(before, [plans(plan), reviewsPlan('accept')], at('post-planner'))
    story.wants('AskHuman gate/mission/1')
    expect(story.shelf.facts.fired).toEqual(['look'])
  })
  it('post-planner refused: the reason goes back to the planner, and it does not fire again', () => {
    const refused = [plans(plan), reviewsPlan('accept'), answersGate('refused', 'Too large.')]
    const story = given(unplanned(), refused, at('post-planner'))
    story.wants('mission-planner plan/mission/2')
    expect(story.envelope()).toContain('A person refused the plan: Too large.')
    expect(story.envelope()).toMatch(/VAL-F-001: VAL-F-001 holds[\s\S]*F-002 Title of F-002/)
    given(
      unplanned(),
      [...refused, plans(planned('F-001')), reviewsPlan('accept')],
      at('post-planner'),
    ).wants('worker work/F-001/1')
  })
  it('post-feature: after the features it names, once', () => {
    given(plan, done('F-001'), at('post-feature', ['F-002'])).wants('worker work/F-002/1')
    given(plan, done('F-001'), at('post-feature')).wants('AskHuman gate/mission/1')
    const story = given(
      plan,
      [...done('F-001'), answersGate('granted'), ...done('F-002')],
      at('post-feature'),
    )
    story.wants('curator curate/mission/1')
  })
  it('post-feature refused: the reason becomes a fix', () =>
    expect(
      decisionsIn(plan, [...done('F-001'), answersGate('refused', 'Ugly.')], at('post-feature')).slice(-2),
    ).toEqual([
      'CONVERTED: An open issue becomes a fix: 20261116-120000/gate/mission/1.1.',
      'NEXT_WORKER F-002: Everything that F-002 depends on has passed, and a lane is free.',
    ]))
  it('pre-merge: what is validated waits; refused, it goes back to the worker', () => {
    const story = given(plan, done('F-001'), at('pre-merge'))
    story.wants('AskHuman gate/mission/1')
    expect(story.log).not.toContain('MergeLane merge/F-001/1')
    expect(given(plan, [...done('F-001'), answersGate('granted')], at('pre-merge')).log).toContain(
      'MergeLane merge/F-001/1',
    )
    const refused = given(plan, [...done('F-001'), answersGate('refused', 'Not yet.')], at('pre-merge'))
    refused.wants('worker work/F-001/2')
    expect(refused.envelope()).toContain('Not yet.')
  })
  it('pre-done: before the end; refused, the reason becomes a fix', () => {
    const all = [...done('F-001'), ...done('F-002')]
    given(plan, all, at('pre-done')).wants('AskHuman gate/mission/1')
    given(plan, [...all, answersGate('granted')], at('pre-done')).wants('curator curate/mission/1')
    const refused = given(plan, [...all, answersGate('refused', 'No licence.')], at('pre-done'))
    refused.wants('worker work/F-FIX-001/1')
    expect(refused.feature('F-FIX-001')).toMatchObject({ description: 'No licence.', fixes: null })
  })
  it('every refusal at the end becomes a fix: of two checkpoints, and of one that is asked in a later run', () => {
    const checkpoints = ['legal', 'security'].map((name) => ({
      name,
      triggerOn: 'pre-done' as const,
      features: null,
    }))
    const one = planned('F-001')
    const story = given(
      one,
      [
        ...done('F-001'),
        answersGate('refused', 'No licence.', 'legal'),
        ...done('F-FIX-001'),
        answersGate('refused', 'Passwords in clear.', 'security'),
      ],
      { checkpoints },
    )
    story.wants('worker work/F-FIX-002/1')
    expect(story.feature('F-FIX-002')).toMatchObject({ description: 'Passwords in clear.' })
    const before = given(
      one,
      [...done('F-001'), answersGate('refused', 'No licence.'), ...done('F-FIX-001'), curates()],
      at('pre-done'),
    )
    expect(before.ends()).toMatchObject({ outcome: 'done' })
    const { proven, landed } = before.state
    const unfired = { ...before.shelf, facts: { ...before.shelf.facts, fired: [] } }
    const runId = asRunId('20261117-120000')
    const later = given(unfired, [answersGate('refused', 'Still none.')], {
      ...at('pre-done'),
      runId,
      carried: { proven, landed },
    })
    later.wants('worker work/F-FIX-002/1')
  })
  it('feature-claim: before a feature is begun; refused, the architect is asked', () => {
    const tagged = at('feature-claim:F')
    given(plan, [], tagged).wants('AskHuman gate/mission/1')
    given(plan, [answersGate('granted')], tagged).wants('worker work/F-001/1')
    const refused = given(plan, [answersGate('refused', 'No cookies.')], tagged)
    refused.wants('architect architect/F-001/1')
    expect(refused.envelope()).toContain('No cookies.')
    given(plan, [answersGate('refused', 'No cookies.'), rules('F-001')], tagged).wants('worker work/F-001/1')
  })
  it('one that has fired before is not fired again', () => {
    const fired = { ...plan, facts: { ...plan.facts, fired: ['look'] } }
    given(fired, done('F-001'), at('post-feature')).wants('worker work/F-002/1')
    given(fired, [], at('post-planner')).wants('worker work/F-001/1')
  })
  it('one whose moment came in a run that did not get to ask is asked in the next', () => {
    given(plan, [], at('post-planner')).wants('AskHuman gate/mission/1')
    given(plan, [answersGate('granted')], at('post-planner')).wants('worker work/F-001/1')
    const passed = feature('F-001', { status: 'passed' })
    const shelf = {
      ...planned(passed, 'F-002'),
      contract: [entry('VAL-F-001', { status: 'PASS', evidence: '"ok"' }), entry('VAL-F-002')],
    } as const
    const carried = { proven: { 'VAL-F-001': 'VAL-F-001 holds' }, landed: ['F-001'] }
    given(shelf, [], { ...at('post-feature'), carried }).wants('AskHuman gate/mission/1')
    given(shelf, [], { ...at('post-feature', ['F-002']), carried }).wants('worker work/F-002/1')
  })
  it('one that is named like a feature is answered like any other', () => {
    const checkpoints = [{ name: 'F-001', triggerOn: 'pre-merge', features: null }] as const
    const granted = given(plan, [...done('F-001'), answersGate('granted')], { checkpoints })
    expect(granted.log).toContain('MergeLane merge/F-001/1')
    const refused = given(plan, [...done('F-001'), answersGate('refused', 'Not yet.')], { checkpoints })
    refused.wants('worker work/F-001/2')
  })
  it('what is under way comes to its end while it waits, and is written down', () => {
    const story = given(planned('F-001', 'F-002'), [works('F-001'), works('F-002'), passes('F-001')], {
      ...at('post-feature'),
      isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 },
    })
    story.wants('AskHuman gate/mission/1')
    expect(story.feature('F-001')?.status).toBe('passed')
  })
})
