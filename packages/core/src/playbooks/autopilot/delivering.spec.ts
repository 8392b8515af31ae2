import { describe, expect, it, test } from 'vitest'
import { asTreeHash } from '../../kernel/ids.ts'
import { checksEnded } from '../../test-support/outcomes.ts'
import { given } from './test-support/given.ts'
import { answers, checks, ending, type Told } from './test-support/happenings.ts'
import { onePhase, specOf } from './test-support/plain-input.ts'

const one = onePhase()
const goOn = answers('continue', 'yes')
const gate = 'deliver: merge, pull-request, leave'
const roadmap = (story: ReturnType<typeof given>) => story.edits().filter((edit) => 'status' in edit)
const skip = answers('verification-failed', 'skip-verification', 'flaky')
const afterGate = (story: ReturnType<typeof given>): readonly string[] =>
  story.order().slice(story.order().indexOf('AskHuman ask/deliver') + 1)
const deliver = (choice: string, ...more: readonly Told[]) =>
  given(one, answers('deliver', choice), ...more).rest()
/** A check failed, and a person passed over it: nothing is proven. */
const unproven = (choice: string, ...more: readonly Told[]) =>
  given(one, checks('test'), skip, answers('deliver', choice), ...more).rest()

describe('AP-14 what becomes of the branch', () => {
  it('a person is shown the totals', () => {
    const asked = given({}, goOn).rest().gate()
    expect(asked.question).toBe(
      'All phases are done. What becomes of the branch autopilot/changes--scanner--proposal?',
    )
    expect(asked.detail).toBe(
      [
        '2 phases, 4 tasks, 0 retries, 1 second',
        'Final review: passed, 0 findings',
        'Outcome: SATISFIED (confidence high)',
      ].join('\n'),
    )
  })

  it('leave: nothing is merged, the branch stays, and the roadmap does not say done', () => {
    const story = deliver('leave')
    expect(afterGate(story)).toEqual(['EditDocuments finish/documents', 'CloseLane finish/close'])
    expect(roadmap(story).map(({ status }) => status)).toEqual(['in-progress', 'in-progress'])
    expect(story.commands.at(-1)).toMatchObject({ type: 'CloseLane', keepsBranch: true })
    expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0, resumable: false })
  })

  it('merge: a tree that all checks passed on is merged as it is, and the lane is closed', () => {
    const story = deliver('merge')
    expect(afterGate(story)).toEqual([
      'MergeLane deliver/merge',
      'EditDocuments finish/documents',
      'CloseLane finish/close',
    ])
    expect(story.commands.find(({ type }) => type === 'MergeLane')).toMatchObject({
      commit: 'commit-2',
      tree: 'tree-2',
      baseBranch: 'main',
      checks: [{ name: 'test' }, { name: 'lint' }],
    })
    expect(roadmap(story).at(-1)?.status).toBe('done')
    expect(story.commands.at(-1)).not.toHaveProperty('keepsBranch')
    expect(story.ends().next).toBe('Merged into main.')
  })

  it('pull request: the roadmap does not say done before it is merged', () => {
    const story = deliver('pull-request')
    expect(afterGate(story)[0]).toBe('OpenPull deliver/pull')
    expect(roadmap(story).at(-1)?.status).toBe('in-progress')
    expect(story.commands.at(-1)).toMatchObject({ type: 'CloseLane', keepsBranch: true })
    expect(story.ends().next).toBe('Pull request: https://forge.test/7')
  })

  it('pull request: one that others merged meanwhile is merged', () => {
    const merged: Told = ending('OpenPull', ({ id, commit }, at, { trees }) => ({
      type: 'LaneMerged',
      at,
      commandId: id,
      commit,
      tree: trees.get(commit) ?? asTreeHash('none'),
      evidence: [],
      size: null,
      by: 'others',
    }))
    expect(roadmap(deliver('pull-request', merged)).at(-1)?.status).toBe('done')
  })
})

describe('AP-14 a branch that is left is done only if the checks passed on its tree', () => {
  const totals = '1 phase, 2 tasks, 0 retries, 3 seconds. Final review: passed.'
  const notPassed = 'The checks have not passed on this branch.'
  const passedOver = 'Passed over: VERIFY skipped_verification: ana: flaky'

  it('otherwise it ends with exit 1, and says so with all that people passed over', () =>
    expect(unproven('leave', checks('test')).ends()).toMatchObject({
      outcome: 'halted',
      exitCode: 1,
      reason: [totals.replace('3 s', '4 s'), notPassed, passedOver].join('\n'),
      resumable: false,
    }))

  it('fast too', () => {
    const story = given({ ...one, rigor: 'fast' }, checks('test'), skip, checks('test')).rest()
    expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1 })
    expect(story.ends().reason).toContain(`\n${notPassed}\n${passedOver}`)
  })

  it('checks that passed on an earlier tree of the branch do not count', () => {
    const failing: Told = { ...checks('test'), claims: ({ id }) => id.includes('verify/phase-2') }
    const story = given({}, goOn, failing, skip, answers('deliver', 'leave'), checks('test')).rest()
    expect(story.ends()).toMatchObject({ exitCode: 1, reason: expect.stringContaining(notPassed) })
  })

  it('a tree that nothing is proven of is checked before it is left', () => {
    const story = unproven('leave')
    expect(afterGate(story)[0]).toBe('RunChecks deliver/checks')
    expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
  })

  it('checks that were run for a merge count', () => {
    const refused: Told = ending('MergeLane', ({ id }, at) => ({
      type: 'MergeRefused',
      at,
      commandId: id,
      reason: 'conflict',
      detail: 'src/walk.js is in both.',
    }))
    const story = unproven('merge', refused, answers('deliver', 'leave'))
    expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
  })

  test.each(['merge', 'pull-request'])('%s: what people passed over is said as well', (choice) => {
    const { outcome, exitCode, reason } = unproven(choice).ends()
    expect({ outcome, exitCode }).toEqual({ outcome: 'done', exitCode: 0 })
    expect(reason).toBe([totals, passedOver].join('\n'))
  })

  it('with nothing passed over it says only the totals', () =>
    expect(deliver('leave').ends().reason).toBe(
      '1 phase, 2 tasks, 0 retries, 1 second. Final review: passed.',
    ))
})

describe('AP-14 nothing is merged without checks that passed on that tree', () => {
  const ways = [
    ['merge', 'MergeLane deliver/merge'],
    ['pull-request', 'OpenPull deliver/pull'],
  ] as const

  test.each(ways)('%s: a tree that is not proven is checked first', (choice, command) =>
    expect(afterGate(unproven(choice)).slice(0, 2)).toEqual(['RunChecks deliver/checks', command]),
  )

  test.each(ways)('%s: checks that fail come back to the gate', (choice, command) => {
    const story = unproven(choice, checks('lint'))
    expect(story.asks()).toBe(gate)
    expect(story.gate().question).toContain('That did not work.')
    expect(story.gate().detail).toContain('These checks fail on the branch: lint.')
    expect(story.order()).not.toContain(command)
  })

  test.each(ways)('%s: results of another tree prove nothing', (choice, command) => {
    const other: Told = ending('RunChecks', (checked, at) =>
      checksEnded({ ...checked, tree: asTreeHash('other') }, at, 0, null),
    )
    expect(unproven(choice, other).order()).not.toContain(command)
  })

  it('a tree that changed after its checks passed is checked again', () => {
    const failing: Told = { ...checks('test'), claims: ({ id }) => id.includes('verify/phase-2') }
    const story = given({}, goOn, failing, skip, answers('deliver', 'merge')).rest()
    expect(afterGate(story)[0]).toBe('RunChecks deliver/checks')
  })
})

describe('AP-14 what is refused comes back to the gate', () => {
  const refusals: readonly (readonly [string, string, Told, string])[] = [
    [
      'merge',
      'a conflict',
      ending('MergeLane', ({ id }, at) => ({
        type: 'MergeRefused',
        at,
        commandId: id,
        reason: 'conflict',
        detail: 'src/walk.js is in both.',
      })),
      'src/walk.js is in both.\nThe base branch main has moved.',
    ],
    [
      'pull-request',
      'a push that is rejected',
      ending('OpenPull', ({ id }, at) => ({
        type: 'MergeRefused',
        at,
        commandId: id,
        reason: 'push-rejected',
        detail: 'The branch is protected.',
      })),
      'The branch is protected.',
    ],
    [
      'pull-request',
      'a pull request that a person closed',
      ending('OpenPull', ({ id }, at) => ({
        type: 'PullClosed',
        at,
        commandId: id,
        number: 7,
        url: 'https://x/7',
      })),
      'A person closed the pull request https://x/7.',
    ],
  ]

  test.each(refusals)('%s: %s', (choice, _, refusal, why) => {
    const story = deliver(choice, refusal)
    expect(story.asks()).toBe(gate)
    expect(story.gate().detail.startsWith(why)).toBe(true)
    expect(deliver(choice, refusal, answers('deliver', 'leave')).ends().outcome).toBe('done')
  })
})

it('AP-14 the last handoff tells of the whole session', () => {
  const approve = answers('approve-plan', 'yes')
  const story = given(
    { spec: specOf('low', 'medium', 'low'), reviewPlans: true },
    approve,
    goOn,
    answers('approve-plan', 'skip-phase', 'later'),
    approve,
    answers('deliver', 'leave'),
  ).rest()
  expect(story.state().handoff).toEqual({
    timestamp: '2026-03-19T12:00:05.000Z',
    fromSkill: 'autopilot',
    phase: '',
    summary: '2 phases complete, final review passed',
    completed: ['Core Scanner: 2 tasks', 'Pages: 2 tasks'],
    pending: ['Phase 2: Rule Engine'],
    concerns: [],
    decisions: [
      { what: 'approved_plan', why: 'answered by ana' },
      { what: 'continued', why: 'answered by ana' },
      { what: 'skipped_phase', why: 'ana: later' },
      { what: 'approved_plan', why: 'answered by ana' },
      { what: 'left_branch', why: 'answered by ana' },
    ],
    blockers: [],
    contextKeywords: [],
  })
})
