import { describe, expect, it } from 'vitest'
import { asRunId } from '../../../kernel/ids.ts'
import { resumes } from '../../../test-support/story.ts'
import { given } from '../test-support/given.ts'
import { answersGate, curates, done, edits, meanwhile, removes, sets } from '../test-support/happenings.ts'
import { entry, feature, planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const look = { checkpoints: [{ name: 'look', triggerOn: 'post-feature', features: ['F-001'] }] } as const
/** The edit is made while the mission waits at a checkpoint. */
const edited = (...deeds: Parameters<typeof given>[1] & object) =>
  [...done('F-001'), meanwhile, ...deeds, answersGate('grant')] as const
const blocks = (id: string) => sets(id, { status: 'blocked' })

describe('MI-22 a feature that a person drops', () => {
  it.each([
    ['blocked', blocks('F-002'), 'F-002 is blocked: it is dropped, and VAL-F-002 need not be shown.'],
    ['removed', removes('F-002'), 'F-002 was removed: it is dropped, and VAL-F-002 need not be shown.'],
  ])('%s: the mission is done without it, and says so once', (how, deed, note) => {
    const story = given(two, [...edited(deed), curates()], look)
    const end = story.ends()
    expect(end).toMatchObject({
      outcome: 'done',
      exitCode: 0,
      reason: `The mission is done: 1 feature has passed. Dropped: F-002 (${how}, without VAL-F-002).`,
    })
    expect(end.report).toContain(`## Dropped\n\n- F-002 (${how}, without VAL-F-002)`)
    expect(story.notes.filter((one) => one.startsWith('F-002'))).toEqual([note])
    expect(story.claim('VAL-F-002')).toMatchObject({ status: 'TODO' })
  })
  it('removed with its claim, it is named all the same', () => {
    const both = edits((shelf) => ({ ...shelf, contract: shelf.contract?.slice(0, 1) ?? null }))
    expect(given(two, [...edited(removes('F-002'), both), curates()], look).ends()).toMatchObject({
      outcome: 'done',
      reason: expect.stringContaining('Dropped: F-002 (removed).'),
    })
  })
  it('a claim that another feature makes too is still to be shown', () => {
    const shared = planned('F-001', 'F-002', feature('F-003', { claims: ['VAL-F-003', 'VAL-F-002'] }))
    const story = given(shared, edited(blocks('F-002')), look)
    story.wants('worker work/F-003/1')
    expect(story.notes).toContain('F-002 is blocked: it is dropped.')
  })
  it('a claim that somebody adds and no feature claims is asked about, as before', () => {
    const adds = edits((shelf) => ({ ...shelf, contract: [...(shelf.contract ?? []), entry('VAL-NEW-001')] }))
    const story = given(two, [...edited(removes('F-002'), adds), curates()], look)
    expect(story.gate().detail).toContain('No feature claims VAL-NEW-001 of the contract.')
  })
  it('what depends on it is not built and not dropped by itself: a person is asked, by name', () => {
    const chain = planned('F-001', 'F-002', 'F-003 < F-002')
    const asked = [...edited(removes('F-002')), curates()]
    const story = given(chain, asked, look)
    expect(story.gate()).toMatchObject({
      name: 'escalation',
      exitCode: 3,
      detail: expect.stringContaining('F-003 depends on F-002, which was dropped.'),
      question:
        'Fix features.json: change depends_on, or block or remove what is not to be built. Then grant.',
    })
    const builds = sets('F-003', { dependsOn: [] })
    given(chain, [...asked, meanwhile, builds, answersGate('grant')], look).wants('worker work/F-003/1')
    const drops = [...asked, meanwhile, blocks('F-003'), answersGate('grant'), curates()]
    expect(given(chain, drops, look).ends()).toMatchObject({
      outcome: 'done',
      reason: expect.stringContaining(
        'Dropped: F-003 (blocked, without VAL-F-003), F-002 (removed, without VAL-F-002).',
      ),
    })
  })
  it('brought back, it is built', () => {
    const back = edits((shelf) => ({ ...shelf, features: [...(shelf.features ?? []), feature('F-002')] }))
    const chain = planned('F-001', 'F-002', 'F-003 < F-002')
    const asked = [...edited(removes('F-002')), curates()]
    const story = given(chain, [...asked, meanwhile, back, answersGate('grant')], look)
    story.wants('worker work/F-002/1')
    expect(story.state.removed).toEqual([])
  })
  it('the next run knows it, and names it as well', () => {
    const before = given(two, [...edited(removes('F-002')), curates()], look)
    const { proven, landed, removed } = before.state
    const runId = asRunId('20261117-120000')
    const told = { runId, carried: { proven, landed, removed, features: [] } }
    expect(given(before.shelf, [], told).ends()).toMatchObject({
      outcome: 'done',
      reason: expect.stringContaining('Dropped: F-002 (removed, without VAL-F-002).'),
    })
  })
  it('so it does of one that was removed between the runs', () => {
    const before = given(two, [...done('F-001'), ...done('F-002'), curates()])
    const { proven, landed } = before.state
    const features = before.shelf.features ?? []
    const told = { runId: asRunId('20261117-120000'), carried: { proven, landed, features } }
    const without = { ...before.shelf, features: before.shelf.features?.slice(0, 1) ?? null }
    expect(given(without, [], told).ends()).toMatchObject({
      outcome: 'done',
      // It was shown before: nothing is missing.
      reason: 'The mission is done: 1 feature has passed. Dropped: F-002 (removed).',
    })
  })
})

describe('MI-22 the note about a dropped feature', () => {
  it('is said once: a resumed run starts with new notes only', () => {
    const happened = [...done('F-001'), meanwhile, blocks('F-002'), resumes] as const
    const said = ({ state }: ReturnType<typeof given>) => state.notes.slice(state.notesSaid)
    const once = given(two, happened, look)
    expect(said(once).join('\n')).toContain('F-002 is blocked')
    expect(said(given(two, [...happened, resumes], look))).toEqual([])
  })
})
