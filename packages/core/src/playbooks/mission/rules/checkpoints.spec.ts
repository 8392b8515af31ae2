import { describe, expect, it } from 'vitest'
import { jointDigest, shortDigest } from '../../../kernel/gate-answer.ts'
import { asRunId } from '../../../kernel/ids.ts'
import type { Event } from '../state/effects.ts'
import type { Checkpoint } from '../state/input.ts'
import { decisionsIn, given } from '../test-support/given.ts'
import {
  answersGate,
  done,
  edits,
  meanwhile,
  passes,
  plans,
  reviewsPlan,
  rules,
  sets,
  works,
} from '../test-support/happenings.ts'
import { entry, feature, planned, unplanned } from '../test-support/shelf.ts'

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
    const { features, contract } = story.state.digests
    const digest = jointDigest(features ?? '', contract ?? '')
    expect(story.gate()).toMatchObject({
      name: 'look',
      exitCode: 8,
      digest,
      question: `Checkpoint look: go on? (features+contract ${shortDigest(digest)})`,
    })
    expect(story.shelf.facts.fired).toEqual([])
    const granted = given(
      unplanned(),
      [plans(plan), reviewsPlan('accept'), answersGate('grant')],
      at('post-planner'),
    )
    granted.wants('worker work/F-001/1')
    expect(granted.shelf.facts.fired).toEqual(['look'])
  })
  const asked = [plans(plan), reviewsPlan('accept'), meanwhile]
  it('post-planner: a plan that was removed before the grant is made again, and asked about', () => {
    const gone = edits((shelf) => ({ ...shelf, features: null, contract: null }))
    const story = given(unplanned(), [...asked, gone, answersGate('grant')], at('post-planner'))
    story.wants('mission-planner plan/mission/2')
    const again = [...asked, gone, answersGate('grant'), plans(planned('F-001')), reviewsPlan('accept')]
    given(unplanned(), again, at('post-planner')).wants('AskHuman gate/mission/2')
  })
  it('one that fired in the mission before fires in a new one', () => {
    const before = unplanned({
      facts: { planVerdict: null, planNotes: [], fired: ['look', 'other'], hooks: [] },
    })
    const story = given(before, [plans(plan), reviewsPlan('accept')], at('post-planner'))
    story.wants('AskHuman gate/mission/1')
    expect(story.shelf.facts.fired).toEqual([])
  })
  it('post-planner refused: the reason goes back to the planner, and the new plan waits again', () => {
    const refused = [plans(plan), reviewsPlan('accept'), answersGate('refuse', 'Too large.')]
    const story = given(unplanned(), refused, at('post-planner'))
    story.wants('mission-planner plan/mission/2')
    expect(story.envelope()).toContain('A person refused the plan: Too large.')
    expect(story.envelope()).toMatch(/VAL-F-001: VAL-F-001 holds[\s\S]*F-002 Title of F-002/)
    const anew = [...refused, plans(planned('F-001')), reviewsPlan('accept')]
    const asked = given(unplanned(), anew, at('post-planner'))
    asked.wants('AskHuman gate/mission/2')
    expect(asked.gate()).toMatchObject({
      name: 'look',
      exitCode: 8,
      detail: 'The plan is there. A person refused it before: Too large.',
    })
    given(unplanned(), [...anew, answersGate('grant')], at('post-planner')).wants('worker work/F-001/1')
  })
  it('one that was refused waits until it is granted: it has fired once, and is asked about again', () => {
    const fired: unknown[] = []
    const hear = (event: Event): void => {
      if (event.type !== 'CommandIssued' || event.command.type !== 'EditDocuments') return
      fired.push(
        ...event.command.edits.flatMap(({ edit }) =>
          edit.type === 'checkpoint' ? [edit.checkpoint.at] : [],
        ),
      )
    }
    const twice = [...done('F-001'), answersGate('refuse', 'No.'), ...done('F-001'), answersGate('grant')]
    given(plan, twice, at('pre-merge'), hear)
    expect(fired).toHaveLength(2)
    expect(new Set(fired).size).toBe(1)
  })
  it('post-feature: after the features it names, once', () => {
    given(plan, done('F-001'), at('post-feature', ['F-002'])).wants('worker work/F-002/1')
    given(plan, done('F-001'), at('post-feature')).wants('AskHuman gate/mission/1')
    const story = given(plan, [...done('F-001'), answersGate('grant'), ...done('F-002')], at('post-feature'))
    story.wants('curator curate/mission/1')
  })
  it('post-feature refused: the reason becomes a fix, and what depends on the feature is not begun', () => {
    expect(
      decisionsIn(plan, [...done('F-001'), answersGate('refuse', 'Ugly.')], at('post-feature')).slice(-2),
    ).toEqual([
      'CONVERTED: An open issue becomes a fix: 20261116-120000/gate/mission/1.1.',
      'NEXT_WORKER F-FIX-001: F-FIX-001 depends on nothing and a lane is free.',
    ])
    const blocks = sets('F-FIX-001', { status: 'blocked' })
    const inVain = [...done('F-001'), answersGate('refuse', 'Ugly.'), meanwhile, blocks, works('F-FIX-001')]
    given(plan, inVain, at('post-feature')).wants('AskHuman gate/mission/2')
  })
  it('post-feature refused: it waits again once the fix has passed, and for no other feature', () => {
    const refused = [...done('F-001'), answersGate('refuse', 'Ugly.'), ...done('F-003')]
    const more = planned('F-001', 'F-002 < F-001', 'F-003')
    given(more, refused, at('post-feature')).wants('worker work/F-FIX-001/1')
    const mended = given(more, [...refused, ...done('F-FIX-001')], at('post-feature'))
    mended.wants('AskHuman gate/mission/2')
    expect(mended.gate()).toMatchObject({
      question: 'Checkpoint look (F-001): go on?',
      detail: 'F-001 has passed. A person refused it before: Ugly.',
    })
    given(more, [...refused, ...done('F-FIX-001'), answersGate('grant')], at('post-feature')).wants(
      'worker work/F-002/1',
    )
  })
  it('pre-merge: what is validated waits; refused, it goes back to the worker', () => {
    const story = given(plan, done('F-001'), at('pre-merge'))
    story.wants('AskHuman gate/mission/1')
    expect(story.log).not.toContain('MergeLane merge/F-001/1')
    expect(given(plan, [...done('F-001'), answersGate('grant')], at('pre-merge')).log).toContain(
      'MergeLane merge/F-001/1',
    )
    const refused = given(plan, [...done('F-001'), answersGate('refuse', 'Not yet.')], at('pre-merge'))
    refused.wants('worker work/F-001/2')
    expect(refused.envelope()).toContain('Not yet.')
  })
  it('pre-merge refused: what was changed waits again, and only a grant has it merged', () => {
    const changed = [...done('F-001'), answersGate('refuse', 'Not yet.'), ...done('F-001')]
    const asked = given(plan, changed, at('pre-merge'))
    asked.wants('AskHuman gate/mission/2')
    expect(asked.log.join()).not.toContain('MergeLane')
    expect(asked.gate().detail).toBe('F-001 is about to be merged. A person refused it before: Not yet.')
    given(plan, [...changed, answersGate('refuse', 'Worse.')], at('pre-merge')).wants('worker work/F-001/3')
    const granted = given(plan, [...changed, answersGate('grant')], at('pre-merge'))
    expect(granted.log).toContain('MergeLane merge/F-001/1')
    granted.wants('worker work/F-002/1')
    given(plan, [...changed, answersGate('grant'), ...done('F-002')], at('pre-merge')).wants(
      'curator curate/mission/1',
    )
  })
  it('pre-merge refused: it is not asked about another feature meanwhile', () => {
    const beside = {
      ...at('pre-merge'),
      isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 },
    } as const
    const story = given(
      planned('F-001', 'F-002'),
      [works('F-001'), works('F-002'), passes('F-001'), answersGate('refuse', 'Not yet.'), passes('F-002')],
      beside,
    )
    expect(story.log).toContain('MergeLane merge/F-002/1')
    expect(story.log).not.toContain('MergeLane merge/F-001/1')
  })
  it('pre-merge refused: a worker that changes nothing has failed, and the reason is told until it is granted', () => {
    const idle = [...done('F-001'), answersGate('refuse', 'Wrong words.'), works('F-001', { files: [] })]
    const story = given(plan, idle, at('pre-merge'))
    story.wants('worker work/F-001/3')
    expect(story.envelope()).toContain('Wrong words.')
    expect(story.envelope()).toContain('The worker changed nothing')
    const granted = given(plan, [...idle, ...done('F-001'), answersGate('grant')], at('pre-merge'))
    expect(granted.feature('F-001')).toMatchObject({ status: 'passed', issues: [] })
  })
  it('pre-done: before the end; refused, the reason becomes a fix', () => {
    const all = [...done('F-001'), ...done('F-002')]
    given(plan, all, at('pre-done')).wants('AskHuman gate/mission/1')
    given(plan, [...all, answersGate('grant')], at('pre-done')).wants('curator curate/mission/1')
    const refused = given(plan, [...all, answersGate('refuse', 'No licence.')], at('pre-done'))
    refused.wants('worker work/F-FIX-001/1')
    expect(refused.feature('F-FIX-001')).toMatchObject({ description: 'No licence.', fixes: null })
    expect(refused.claim('VAL-FIX-001')?.assertion).toBe('What a person refused is put right: No licence.')
  })
  it('pre-done refused: an empty fix has failed, and the end waits again after one that is not', () => {
    const one = planned('F-001')
    const refused = [...done('F-001'), answersGate('refuse', 'No licence.')]
    given(one, [...refused, works('F-FIX-001', { files: [] })], at('pre-done')).wants(
      'worker work/F-FIX-001/2',
    )
    const mended = given(one, [...refused, ...done('F-FIX-001')], at('pre-done'))
    mended.wants('AskHuman gate/mission/2')
    expect(mended.gate().detail).toBe('All 2 features have passed. A person refused it before: No licence.')
    given(one, [...refused, ...done('F-FIX-001'), answersGate('grant')], at('pre-done')).wants(
      'curator curate/mission/1',
    )
  })
  it('every refusal at the end becomes a fix: of two checkpoints, one after the other', () => {
    const checkpoints = ['legal', 'security'].map((name) => ({
      name,
      triggerOn: 'pre-done' as const,
      features: null,
    }))
    const story = given(
      planned('F-001'),
      [
        ...done('F-001'),
        answersGate('refuse', 'No licence.', 'legal'),
        ...done('F-FIX-001'),
        answersGate('grant', '', 'legal'),
        answersGate('refuse', 'Passwords in clear.', 'security'),
      ],
      { checkpoints },
    )
    story.wants('worker work/F-FIX-002/1')
    expect(story.feature('F-FIX-002')).toMatchObject({ description: 'Passwords in clear.' })
  })
  it('one that was refused is asked again in the next mission on the plan, about the same feature', () => {
    const before = given(
      planned('F-001', 'F-002'),
      [...done('F-001'), answersGate('refuse', 'Not yet.')],
      at('pre-merge'),
    )
    const { proven, landed, firings } = before.state
    const told = {
      ...at('pre-merge'),
      runId: asRunId('20261117-120000'),
      carried: { proven, landed, firings },
    }
    const features = before.shelf.features?.map((one) => ({ ...one, status: 'todo' as const })) ?? []
    const shelf = {
      ...before.shelf,
      features: [...features].reverse(),
      facts: { ...before.shelf.facts, fired: [] },
    }
    const other = given(shelf, done('F-002'), told)
    expect(other.log).toContain('MergeLane merge/F-002/1')
    const same = given(shelf, [...done('F-002'), ...done('F-001')], told)
    same.wants('AskHuman gate/mission/1')
    expect(same.gate()).toMatchObject({ detail: expect.stringContaining('Not yet.') })
    // A checkpoint that was removed from the config is not asked any more.
    const without = given(shelf, [...done('F-002'), ...done('F-001')], { ...told, checkpoints: [] })
    expect(without.log).toContain('MergeLane merge/F-001/1')
  })
  it('feature-claim: before a feature is begun; refused, the architect is asked', () => {
    const tagged = at('feature-claim:F')
    given(plan, [], tagged).wants('AskHuman gate/mission/1')
    given(plan, [answersGate('grant')], tagged).wants('worker work/F-001/1')
    const refused = given(plan, [answersGate('refuse', 'No cookies.')], tagged)
    refused.wants('architect architect/F-001/1')
    expect(refused.envelope()).toContain('No cookies.')
    const ruled = [answersGate('refuse', 'No cookies.'), rules('F-001')]
    const again = given(plan, ruled, tagged)
    again.wants('AskHuman gate/mission/2')
    expect(again.gate().detail).toBe('F-001 is about to begin. A person refused it before: No cookies.')
    given(plan, [...ruled, answersGate('refuse', 'Still.')], tagged).wants('architect architect/F-001/2')
    given(plan, [...ruled, answersGate('grant')], tagged).wants('worker work/F-001/1')
  })
  it('one that has fired before is not fired again', () => {
    const fired = { ...plan, facts: { ...plan.facts, fired: ['look'] } }
    given(fired, done('F-001'), at('post-feature')).wants('worker work/F-002/1')
    given(fired, [], at('post-planner')).wants('worker work/F-001/1')
  })
  it('one whose moment came in a run that did not get to ask is asked in the next', () => {
    given(plan, [], at('post-planner')).wants('AskHuman gate/mission/1')
    given(plan, [answersGate('grant')], at('post-planner')).wants('worker work/F-001/1')
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
    const granted = given(plan, [...done('F-001'), answersGate('grant')], { checkpoints })
    expect(granted.log).toContain('MergeLane merge/F-001/1')
    const refused = given(plan, [...done('F-001'), answersGate('refuse', 'Not yet.')], { checkpoints })
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
