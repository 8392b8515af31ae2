import { describe, expect, it } from 'vitest'
import { asRunId } from '../../../kernel/ids.ts'
import { resumes } from '../../../test-support/story.ts'
import type { Carried } from '../state/input.ts'
import type { Feature } from '../state/mission-document.ts'
import { given } from '../test-support/given.ts'
import { curates, ends, fails, passes, removes, works } from '../test-support/happenings.ts'
import { planned } from '../test-support/shelf.ts'

const slow = [{ severity: 'major', title: 'It is slow', detail: 'It takes "10 s".' }] as const
const one = planned('F-001')
const found = [works('F-001'), passes('F-001', { issues: slow })]
const removed = [...found, fails('worker', 'F-FIX-001', 'auth'), ends, removes('F-FIX-001'), resumes]
const before = given(one, [...removed, curates()])
const { proven, landed } = before.state
/** What a new run is told of the run before. */
const known: Carried = {
  proven,
  landed,
  removed: before.state.removed,
  features: [{ id: 'F-001', claims: ['VAL-F-001'], sourceIssueId: null }],
}
const runId = asRunId('20261117-120000')
const isDone = { outcome: 'done', reason: expect.stringContaining('Dropped: F-FIX-001 (removed') }

describe('MI-09 a fix that a person removed', () => {
  it('is not made again in this run', () => expect(before.ends()).toMatchObject(isDone))
  it('nor in the next run', () => {
    const story = given(before.shelf, [], { runId, carried: known })
    expect(story.ends()).toMatchObject(isDone)
    expect(story.feature('F-FIX-001')).toBeUndefined()
  })
  it('nor if its claim was removed too', () => {
    const shelf = { ...before.shelf, contract: before.shelf.contract?.slice(0, 1) ?? null }
    expect(given(shelf, [], { runId, carried: known }).ends()).toMatchObject({ outcome: 'done' })
  })
})

describe('MI-09 the number of a fix is never given twice', () => {
  const { contract, features } = planned('F-001', 'F-002')
  const shelf = {
    ...before.shelf,
    features: [...(before.shelf.features ?? []), ...(features?.slice(1) ?? [])],
    contract: [...(before.shelf.contract ?? []), ...(contract?.slice(1) ?? [])],
  }
  const withoutIssues = (one: Feature): Feature => ({ ...one, issues: [] })
  const again = [works('F-002'), passes('F-002', { issues: slow })]
  it.each([
    [
      'a run before gave it',
      { ...shelf, contract: shelf.contract.filter(({ id }) => id !== 'VAL-FIX-001') },
      known,
    ],
    [
      'its claim is in the contract',
      { ...shelf, features: shelf.features.map(withoutIssues) },
      { ...known, removed: [] },
    ],
  ])('%s', (_name, papers, carried) => {
    const story = given(papers, again, { runId, carried })
    expect(story.shelf.features?.map(({ id }) => id)).toEqual(['F-001', 'F-002', 'F-FIX-002'])
    expect(story.feature('F-FIX-002')?.claims).toEqual(['VAL-FIX-002'])
  })
})
