import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { checksPass, finds, merged, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-02 documents are re-read before every dispatch', () => {
  it('reads before the first one, before each that follows, and before a change is merged', () => {
    const { log } = given(documents([prompt('0.1', 'document'), prompt('3.1', 'harden')]), [
      writes('0.1', 'DESIGN.md'),
      checksPass(),
      merged,
    ])
    expect(log).toEqual([
      'ReadDocuments read/handbook/1',
      'OpenLane open/0.1/1',
      'prompt-worker work/0.1/1',
      'MeasureChange measure/0.1/1',
      'RunChecks verify/0.1/1',
      'ReadDocuments read/handbook/2',
      'MergeLane merge/0.1/1',
      'CloseLane shut/0.1/1',
      'EditDocuments tick/0.1/1',
      'ReadDocuments read/handbook/3',
      'OpenLane open/3.1/1',
      'prompt-worker work/3.1/1',
    ])
  })
  it('tells only what differs from what is known', () => {
    const story = given(documents([prompt('1.1', 'audit'), prompt('1.2', 'harden')]), [finds('1.1')])
    expect(story.state.documents?.digests.handbook).toBe(JSON.stringify(story.shelf.handbook))
  })
})
