import { describe, expect, it } from 'vitest'
import { asRunId } from '../../../kernel/ids.ts'
import { cannot, ending, laneOpened } from '../../../test-support/story.ts'
import { decisionsIn, given } from '../test-support/given.ts'
import {
  answersGate,
  curates,
  documents,
  done,
  edits,
  fails,
  type Happening,
  meanwhile,
  mergeRefused,
  passes,
  prose,
  removes,
  smokes,
  works,
} from '../test-support/happenings.ts'
import { entry, feature, planned } from '../test-support/shelf.ts'

const one = planned('F-001')
const smoke = { onDone: true, onFeaturePass: false, startup: null, urls: [] }

describe('MI-05 the end', () => {
  it('where nobody said anything there is nothing to curate', () => {
    const shelf = given(one, [...done('F-001'), curates()]).shelf
    const carried = { proven: { 'VAL-F-001': 'VAL-F-001 holds' }, landed: ['F-001'] }
    const again = given(shelf, [], { runId: asRunId('20261117-120000'), carried })
    expect(again.ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
    expect(again.log.filter((line) => line.startsWith('curator'))).toEqual([])
  })
  it('the smoke test comes first, on what is merged; then documenter and curator', () => {
    const story = given(one, [...done('F-001'), smokes(true), curates()], { smoke })
    expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0 })
    expect(story.log.slice(-8)).toEqual([
      'OpenLane open/mission/1',
      'SmokeTest smoke/mission/1',
      'OpenLane open/docs-1/1',
      'documenter document/docs-1/1',
      'CloseLane close/docs-1/1',
      'curator curate/mission/1',
      'EditDocuments write/mission/5',
      'CloseLane close/mission/1',
    ])
  })
  it('a failed smoke test becomes a fix, and the end is tried again', () => {
    const story = given(one, [...done('F-001'), smokes(false)], { smoke })
    story.wants('worker work/F-FIX-001/1')
    expect(story.feature('F-FIX-001')).toMatchObject({
      claims: ['VAL-FIX-001'],
      fixes: null,
      sourceIssueId: '20261116-120000/smoke/mission/1.1',
    })
    given(one, [...done('F-001'), smokes(false), ...done('F-FIX-001')], { smoke }).wants(
      'SmokeTest smoke/mission/2',
    )
  })
  it('a failure in a later run becomes a fix as well, though it is the first of its run', () => {
    const before = given(
      one,
      [...done('F-001'), smokes(false), ...done('F-FIX-001'), smokes(true), curates()],
      {
        smoke,
      },
    )
    const { proven, landed } = before.state
    const runId = asRunId('20261117-120000')
    const later = given(before.shelf, [smokes(false)], { smoke, runId, carried: { proven, landed } })
    later.wants('worker work/F-FIX-002/1')
  })
  it('three failed smoke tests are put to a person', () => {
    const failing = [1, 2].flatMap((nth) => [smokes(false), ...done(`F-FIX-00${nth}`)])
    const thrice = [...done('F-001'), ...failing, smokes(false), curates()]
    const story = given(one, thrice, { smoke })
    expect(story.gate().detail).toContain('the smoke test failed 3 times')
    expect(story.feature('F-FIX-003')).toBeUndefined()
    const { tried, evidence } = story.shelf.escalation ?? {}
    expect(tried?.at(-1)).toMatch(/^\d+ decisions and \d+ agent calls: \$/)
    expect(evidence).toContainEqual(
      expect.stringContaining('[critical] The smoke test fails: GET / answered 500, where 200 was expected'),
    )
    // With what they said the next fix is made, and tested.
    const granted = given(one, [...thrice, answersGate('grant', 'It needs a port.')], { smoke })
    granted.wants('worker work/F-FIX-003/1')
    expect(granted.envelope()).toContain('It needs a port.')
  })
  it('MI-11 a documenter who failed as the cap is reached is not waited for', () => {
    const caps = { usd: 0.025, tokens: null, warnAt: 0.8 }
    const story = given(one, [...done('F-001'), fails('documenter', 'docs-1', 'network')], { caps })
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.notes).toContain('The documentation of F-001 was left as it is: the cost cap is reached')
  })
  it('MI-27 MI-22 what a person drops after the end was decided is said at the end', () => {
    const two = planned('F-001', 'F-002')
    const all = [...done('F-001'), ...done('F-002')]
    const story = given(two, [...all, meanwhile, removes('F-002'), curates()])
    expect(story.ends().reason).toContain('1 feature has passed. Dropped: F-002 (removed).')
    const adds = edits((shelf) => ({
      ...shelf,
      features: [...(shelf.features ?? []), feature('F-003')],
      contract: [...(shelf.contract ?? []), entry('VAL-F-003')],
    }))
    given(two, [...all, meanwhile, adds, curates()]).wants('worker work/F-003/1')
  })
  it('documentation that cannot be merged is kept on its branch, which is named, at the end too', () => {
    const branch = 'harness/docs-1-20261116-120000'
    const keeps: Happening = ending('CloseLane', 'docs-1', ({ id }, at) => ({
      type: 'LaneClosed',
      at,
      commandId: id,
      kept: `${branch} has work that is not in main`,
    }))
    const inTheWay = mergeRefused('docs-1', 'checkout-in-the-way')
    const story = given(one, [...done('F-001'), documents('README.md'), inTheWay, keeps, curates()])
    expect(story.notes).toEqual([
      'The documentation of F-001 was left as it is: checkout-in-the-way',
      `The documentation of F-001 is not merged; it is kept on ${branch}. To have it: git merge ${branch}`,
    ])
    expect(story.ends()).toMatchObject({
      outcome: 'done',
      next: expect.stringContaining(`git merge ${branch}`),
    })
    const unwritten = given(one, [...done('F-001'), prose('documenter'), curates()])
    expect(unwritten.log).toContain('CloseLane close/docs-1/1')
    expect(unwritten.ends().next).toBe('harness mission status')
    const stuck = [
      ...done('F-001'),
      prose('documenter'),
      cannot('CloseLane', 'docs-1', 'lane-odd'),
      curates(),
    ]
    expect(given(one, stuck).ends()).toMatchObject({ outcome: 'done' })
  })
  it.each([
    ['done', ['document/docs-1/1']],
    ['feature', ['document/docs-1/1', 'document/docs-2/1']],
    ['off', []],
  ] as const)('MI-26 with %s the documenter is called %j', (documenter, calls) => {
    const all = [...done('F-001'), ...done('F-002'), curates()]
    const story = given(planned('F-001', 'F-002 < F-001'), all, { documenter })
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.log.filter((line) => line.startsWith('documenter'))).toEqual(
      calls.map((call) => `documenter ${call}`),
    )
  })
  it('MI-13 documentation does not land beside a feature that is about to be validated', () => {
    const opens: Happening = ending('OpenLane', 'docs-1', laneOpened)
    const isolation = { onPass: 'merge', useWorktrees: true, lanes: 2 } as const
    const both = [...done('F-001'), opens, works('F-002'), documents('README.md')]
    const told = { isolation, documenter: 'feature' } as const
    const story = given(planned('F-001', 'F-002'), both, told)
    story.wants('validator validate/F-002/1')
    expect(story.log.filter((line) => line.startsWith('SyncLane'))).toEqual([
      'SyncLane sync/F-001/1',
      'SyncLane sync/F-002/1',
    ])
  })
  it('documentation is merged through checks, and nothing but documentation', () => {
    const story = given(one, [...done('F-001'), documents('README.md'), curates()])
    expect(story.log).toEqual(
      expect.arrayContaining([
        'RunChecks checks/docs-1/1',
        'MergeLane merge/docs-1/1',
        'CloseLane close/docs-1/1',
      ]),
    )
    const strays = given(one, [...done('F-001'), documents('README.md', 'src/a.ts'), curates()])
    expect(strays.log).not.toContain('MergeLane merge/docs-1/1')
    expect(strays.notes[0]).toContain('the documenter changed src/a.ts, which is no documentation')
    expect(strays.ends()).toMatchObject({ outcome: 'done' })
  })
})

describe('MI-09 open issues become fixes', () => {
  it('what is wrong with a fix becomes a fix too, and its worker is told what people said', () => {
    const wrong = { issues: [{ severity: 'critical', title: 'It deletes all data', detail: '' }] } as const
    const said = [
      fails('worker', 'F-001', 'unknown'),
      fails('worker', 'F-001', 'unknown'),
      answersGate('grant', 'By hand.'),
    ]
    const chain = ['F-001', 'F-FIX-001'].flatMap((id) => [works(id), passes(id, wrong)])
    const story = given(one, [...said, ...chain])
    story.wants('worker work/F-FIX-002/1')
    expect(story.feature('F-FIX-002')).toMatchObject({ fixes: 'F-FIX-001' })
    expect(story.envelope()).toContain('A person says: By hand.')
  })
  const issues = [
    { severity: 'major', title: 'The cookie is readable', detail: 'It lacks HttpOnly.' },
    { severity: 'minor', title: 'A typo', detail: '' },
  ] as const
  const found = [works('F-001'), passes('F-001', { issues })]
  it('only critical and major ones, each once, with a claim of its own', () => {
    const story = given(one, found)
    story.wants('worker work/F-FIX-001/1')
    expect(story.shelf.features?.map(({ id }) => id)).toEqual(['F-001', 'F-FIX-001'])
    expect(story.feature('F-FIX-001')).toMatchObject({
      fixes: 'F-001',
      sourceIssueId: '20261116-120000/merge/F-001/1.1',
      claims: ['VAL-FIX-001'],
    })
    expect(story.claim('VAL-FIX-001')).toMatchObject({
      assertion: 'This no longer happens: The cookie is readable',
      verify: 'Do what showed it, and see that it does not happen: It lacks HttpOnly.',
    })
    const fixed = given(one, [...found, ...done('F-FIX-001'), curates()])
    expect(fixed.ends()).toMatchObject({ outcome: 'done' })
    expect(
      decisionsIn(one, [...found, ...done('F-FIX-001'), curates()]).filter((line) =>
        line.startsWith('CONVERTED'),
      ),
    ).toHaveLength(1)
  })
  it('MI-25 the claim of a fix is what must hold, with how to verify it and what was seen before', () => {
    const told = { expected: 'The session cookie has HttpOnly', verify: 'Read Set-Cookie of POST /login.' }
    const story = given(one, [works('F-001'), passes('F-001', { issues: [{ ...issues[0], ...told }] })])
    expect(story.claim('VAL-FIX-001')).toMatchObject({
      assertion: told.expected,
      verify: told.verify,
      evidence: 'Before the fix: It lacks HttpOnly. (20261116-120000/merge/F-001/1.1)',
      status: 'TODO',
    })
    expect(story.envelope()).toContain(`VAL-FIX-001: ${told.expected}\n  Verify: ${told.verify}`)
  })
  it('MI-25 so is the claim of what the smoke test found', () => {
    const urls = [{ url: 'http://127.0.0.1/', expectStatus: 200, expectText: 'fine' }]
    const smoke = { onDone: true, onFeaturePass: false, startup: { run: 'npm start', waitMs: 1 }, urls }
    const story = given(one, [...done('F-001'), smokes(false)], { smoke })
    expect(story.claim('VAL-FIX-001')).toMatchObject({
      assertion: 'The smoke test passes; it no longer reports: GET / answered 500, where 200 was expected',
      verify: 'Start the product: `npm start`. Ask http://127.0.0.1/: it answers 200 with "fine".',
    })
  })
  it('a fix that a person takes away is not made again, and its number is not given again', () => {
    const takesAway = edits(({ features, contract, ...shelf }) => ({
      ...shelf,
      features: features?.filter(({ id }) => id !== 'F-FIX-001') ?? null,
      contract: contract?.filter(({ id }) => id !== 'VAL-FIX-001') ?? null,
    }))
    const later = { severity: 'critical', title: 'Anybody may log in', detail: '' } as const
    const story = given(planned('F-001', 'F-002 < F-001'), [
      ...found,
      works('F-002'),
      takesAway,
      passes('F-002', { issues: [later] }),
    ])
    story.wants('worker work/F-FIX-002/1')
    expect(story.shelf.features?.map(({ id }) => id)).toEqual(['F-001', 'F-002', 'F-FIX-002'])
  })
})

describe('MI-10 nothing can go on', () => {
  it.each([
    [
      'MI-22 no feature that is not blocked',
      planned(feature('F-001', { status: 'blocked' })),
      'Every feature was dropped: F-001.',
    ],
    [
      'MI-22 features that depend on a blocked one',
      planned(feature('F-001', { status: 'blocked' }), 'F-002 < F-001', 'F-003 < F-002', 'F-004 < F-001'),
      'Nothing can go on: F-002 depends on F-001, which was dropped;',
    ],
    [
      'a dependency that a person took away',
      planned('F-001 < F-009'),
      'F-001 depends on F-009, which does not exist',
    ],
    ['a circle that a person made', planned('F-001 < F-002', 'F-002 < F-001'), 'F-001 waits for F-002'],
    ['no feature at all', { ...planned(), contract: [] }, 'There is no feature to work on.'],
    [
      'too many attempts in a run before',
      planned(feature('F-001', { attempts: 5, status: 'failing' })),
      'F-001 has had 5 attempts, and has not passed.',
    ],
  ])('%s', (_name, shelf, said) => {
    const story = given(shelf)
    expect(story.gate()).toMatchObject({ name: 'escalation', exitCode: 3 })
    expect(story.gate().detail).toContain(said)
  })
  it('a contract line that nobody claims keeps the mission from being done', () => {
    const shelf = planned('F-001')
    const more = { ...shelf, contract: [...(shelf.contract ?? []), ...(planned('F-009').contract ?? [])] }
    const story = given(more, [...done('F-001'), curates()])
    expect(story.gate().detail).toContain('No feature claims VAL-F-009 of the contract.')
    expect(given(more, [...done('F-001'), curates(), answersGate('refuse')]).ends()).toMatchObject({
      exitCode: 1,
    })
  })
})
