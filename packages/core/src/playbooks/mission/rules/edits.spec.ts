import { describe, expect, it } from 'vitest'
import { cannot, ending, resumes } from '../../../test-support/story.ts'
import { given } from '../test-support/given.ts'
import {
  answersGate,
  crosschecks,
  curates,
  done,
  edits,
  type Happening,
  meanwhile,
  passes,
  refutes,
  removes,
  sets,
  works,
} from '../test-support/happenings.ts'
import { entry, feature, planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const chain = planned('F-001', 'F-002 < F-001')

describe('a person edits the documents while the mission runs', () => {
  it('a feature that is taken away while it is under way is let go of, and its lane kept', () => {
    const story = given(two, [meanwhile, removes('F-001'), works('F-001')])
    story.wants('worker work/F-002/1')
    expect(story.notes).toContain('F-001 was under way when it was dropped; its lane is kept.')
    expect(story.log).not.toContain('CloseLane close/F-001/1')
  })
  const blocks = sets('F-001', { status: 'blocked' })
  const merges = (log: readonly string[]) => log.filter((line) => line.startsWith('MergeLane'))
  it('MI-13 a feature that is blocked while it is validated is not merged, nor is anything built on it', () => {
    const blocked = [works('F-001'), meanwhile, blocks, passes('F-001')]
    const story = given(chain, [...blocked, curates()])
    story.wants('AskHuman gate/escalation/1')
    expect(story.gate().detail).toContain('F-002 depends on F-001, which was dropped.')
    expect(merges(story.log)).toEqual([])
    expect(story.notes).toContain('F-001 was under way when it was dropped; its lane is kept.')
    expect(story.feature('F-001')?.status).toBe('blocked')
  })
  it('MI-13 a feature that is taken away while it is validated is not merged', () => {
    const story = given(two, [works('F-001'), meanwhile, removes('F-001'), passes('F-001')])
    story.wants('worker work/F-002/1')
    expect(merges(story.log)).toEqual([])
  })
  it.each([
    ['blocked', blocks],
    ['taken away', removes('F-001')],
  ])('MI-03 a feature that is %s while its checkpoint waits is not merged by the grant', (_, deed) => {
    const checkpoints = [{ name: 'look', triggerOn: 'pre-merge', features: null }] as const
    const story = given(two, [...done('F-001'), meanwhile, deed, answersGate('grant')], { checkpoints })
    story.wants('worker work/F-002/1')
    expect(merges(story.log)).toEqual([])
    expect(story.feature('F-001')?.status).not.toBe('passed')
  })
  it('MI-13 a feature that is blocked while it is merged stays blocked, and is shown again once it is not', () => {
    const blockedMeanwhile: Happening = ending('MergeLane', 'F-001', ({ id, commit, tree }, at, scene) => {
      scene.shelf = blocks.edit?.(scene.shelf) ?? scene.shelf
      const merged = { commit, tree, evidence: [], size: null, by: 'harness' } as const
      return { type: 'LaneMerged', at, commandId: id, ...merged }
    })
    const late = [...done('F-001'), blockedMeanwhile, curates()]
    const story = given(chain, late)
    story.wants('AskHuman gate/escalation/1')
    expect(story.feature('F-001')?.status).toBe('blocked')
    given(chain, [...late, sets('F-001', { status: 'todo' }), answersGate('grant')]).wants(
      'validator validate/F-001/2',
    )
  })
  it('a changed id is another feature', () => {
    const renames = [meanwhile, sets('F-001', { id: 'F-007' }), works('F-001')]
    const story = given(two, renames)
    story.wants('worker work/F-007/1')
  })
  it('a new feature is worked on, also when all others had passed', () => {
    const adds = edits((shelf) => ({
      ...shelf,
      features: [...(shelf.features ?? []), feature('F-003')],
      contract: [...(shelf.contract ?? []), entry('VAL-F-003')],
    }))
    given(planned('F-001'), [works('F-001'), adds, passes('F-001')]).wants('worker work/F-003/1')
  })
  it.each([
    ['claims nothing', [], 'F-002 claims nothing'],
    [
      'claims what the contract lacks',
      ['VAL-NO-001'],
      'F-002 claims VAL-NO-001, which the contract does not have',
    ],
  ])(
    'MI-01 a feature that %s is put to a person at once, and nobody works before it is mended',
    (_, claims, why) => {
      const broken = { ...two, features: [feature('F-001'), feature('F-002', { claims })] }
      const story = given(broken)
      story.wants('AskHuman gate/escalation/1')
      expect(story.gate().detail).toContain(`The plan does not hold together: ${why}.`)
      given(broken, [answersGate('grant')]).wants('AskHuman gate/escalation/2')
      const mends = [meanwhile, sets('F-002', { claims: ['VAL-F-002'] }), answersGate('grant')]
      given(broken, mends).wants('worker work/F-001/1')
      given(broken, [meanwhile, sets('F-002', { status: 'blocked' }), answersGate('grant')]).wants(
        'worker work/F-001/1',
      )
    },
  )
  it('MI-01 what claims nothing has not passed, whatever the file says', () =>
    given(planned(feature('F-001', { claims: [], status: 'passed' })), []).wants(
      'AskHuman gate/escalation/1',
    ))
  it('MI-07 what is reworded while a second model looks is shown again before it is merged', () => {
    const rewords = edits((shelf) => ({
      ...shelf,
      contract: (shelf.contract ?? []).map((one) => ({ ...one, assertion: `${one.assertion} twice` })),
    }))
    const looked = [works('F-001'), passes('F-001'), meanwhile, rewords, resumes, meanwhile]
    const answered = [...looked, crosschecks('F-001', 'PASS')]
    const story = given(two, answered, { crosscheck: true })
    story.wants('validator validate/F-001/2')
    expect(story.log).not.toContain('MergeLane merge/F-001/1')
  })
  const claimsPass = edits((shelf) => ({
    ...shelf,
    features: (shelf.features ?? []).map((one) => (one.id === 'F-002' ? { ...one, status: 'passed' } : one)),
    contract: (shelf.contract ?? []).map((one) =>
      one.id === 'VAL-F-002' ? { ...one, status: 'PASS', evidence: '"it works"' } : one,
    ),
  }))
  it('MI-07 a claim that no validator saw pass is set back', () => {
    const claimed = edits((shelf) => ({
      ...shelf,
      contract: (shelf.contract ?? []).map((one) =>
        one.id === 'VAL-F-002' ? { ...one, status: 'PASS', evidence: '"it works"' } : one,
      ),
    }))
    const story = given(two, [meanwhile, claimed, works('F-001'), passes('F-001')])
    story.wants('worker work/F-002/1')
    expect(story.claim('VAL-F-002')).toMatchObject({ status: 'TODO', evidence: '' })
    expect(story.notes).toContain(
      'Set back, for no validator of this mission has seen it pass as it stands there: VAL-F-002.',
    )
  })
  it('MI-27 in an unconfined run a pass that no validator saw is set back', () => {
    const story = given(two, [meanwhile, claimsPass, works('F-001'), passes('F-001')])
    story.wants('worker work/F-002/1')
    expect(story.claim('VAL-F-002')).toMatchObject({ status: 'TODO', evidence: '' })
    given(two, [meanwhile, claimsPass, works('F-001'), resumes, passes('F-001')]).wants('worker work/F-002/1')
  })
  it('MI-07 what a validator refuted is not proven by an older pass', () => {
    const before = {
      ...two,
      contract: [entry('VAL-F-001', { status: 'PASS', evidence: '"ok"' }), entry('VAL-F-002')],
    } as const
    const again = edits((shelf) => ({
      ...shelf,
      features: (shelf.features ?? []).map((one) => ({ ...one, status: 'passed' })),
      contract: before.contract.map((one) => ({ ...one, status: 'PASS', evidence: '"ok"' })),
    }))
    const story = given(before, [works('F-001'), refutes('F-001'), meanwhile, again, works('F-001')])
    story.wants('validator validate/F-001/2')
    expect(story.claim('VAL-F-001')?.status).toBe('TODO')
  })
  it('other attempts are counted from what the file says', () => {
    const story = given(planned(feature('F-001', { attempts: 2, status: 'failing' })))
    expect(story.feature('F-001')?.attempts).toBe(3)
  })
  it('the documents are read again when the run is resumed', () =>
    expect(
      given(two, [resumes, works('F-001')]).log.filter((line) => line.startsWith('ReadDocuments')),
    ).toEqual(['ReadDocuments read/mission/1', 'ReadDocuments read/mission/2']))
  it('a file that cannot be read stops the run, which goes on once it is mended', () => {
    const broken = [cannot('ReadDocuments', null, 'features-invalid')]
    expect(given(two, broken).ends()).toMatchObject({ exitCode: 1, resumable: true, next: 'mend it' })
    given(two, [...broken, resumes]).wants('worker work/F-001/1')
  })
  it('a look at the base that failed is made again after a new reading', () => {
    const failed = [cannot('LookAtBase', null, 'base-branch-missing')]
    expect(given(two, failed).ends()).toMatchObject({ exitCode: 1, resumable: true })
    const story = given(two, [...failed, resumes])
    story.wants('worker work/F-001/1')
    expect(story.log.slice(0, 4)).toEqual([
      'ReadDocuments read/mission/1',
      'LookAtBase look/mission/1',
      'ReadDocuments read/mission/2',
      'LookAtBase look/mission/2',
    ])
  })
  it('a feature whose lane a person deleted is started again, with what was committed on its branch', () => {
    const story = given(two, [cannot('RunAgent', 'F-001', 'lane-missing')])
    story.wants('worker work/F-001/2')
    expect(story.log).toContain('OpenLane open/F-001/2')
    expect(story.notes).toEqual(['The lane of F-001 was gone: the feature is started again.'])
  })
})
