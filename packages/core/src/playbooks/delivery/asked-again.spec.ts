/** A person has something looked at again instead of deciding it: checks, a dispute, a finished change. */
import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { changed, disputed, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import {
  checksFailed,
  checksPassed,
  chosen,
  granted,
  laneOpened,
  mergeRefused,
  refused,
  synced,
} from './test-support/happenings.ts'

const implemented = [laneOpened, changed('v1')]

describe('DL-45 checks that keep failing can run again', () => {
  const retries = { checkFixes: 0 }
  const asked = [...implemented, checksFailed]
  it('on the change as it is, without an agent', () => {
    expect(
      given(asked, { retries })
        .asks()
        .choices.map(({ name }) => name),
    ).toEqual(['grant', 'check-again', 'refuse'])
    const again = [...asked, chosen('check-again')]
    given(again, { retries }).wants('RunChecks 20261116-120000/checks/0001/2')
    given([...again, checksPassed], { retries }).wants('reviewer 20261116-120000/review/0001/1')
    expect(given([...again, checksFailed], { retries }).asks().name).toBe('checks-keep-failing')
  })
})

describe('DL-45 the reviewer can be asked about a dispute again', () => {
  const wrong = finding('High', 'Sum of nothing is not zero', 'src/sum.js')
  const says = (version: string | null = null) =>
    disputed([{ title: wrong.title, why: 'A test shows 0.' }], version)
  const insisted = [...implemented, checksPassed, reviewed(wrong), says(), reviewed(wrong), says()]
  it('and is told the reasons of the fixer, and what the person says', () => {
    const ruling = given([...insisted, chosen('ask-reviewer', 'The spec says zero.')])
    ruling.wants('reviewer 20261116-120000/review/0001/3')
    expect(ruling.envelope()).toContain('Findings that the fixer disputes')
    expect(ruling.envelope()).toContain('A test shows 0.')
    expect(ruling.envelope()).toContain('The spec says zero.')
  })
  it('and without words nothing is put into the person’s mouth', () => {
    const ruling = given([...insisted, chosen('ask-reviewer')])
    expect(ruling.envelope()).not.toContain('The finding stands')
  })
  it('its ruling counts: withdrawn, or upheld until the fixer insists again', () => {
    const asked = [...insisted, chosen('ask-reviewer')]
    given([...asked, reviewed()]).wants('SyncLane 20261116-120000/preflight/0001/1')
    given([...asked, reviewed(wrong)]).wants('fixer 20261116-120000/fix/0001/3')
    expect(given([...asked, reviewed(wrong), says()]).asks().name).toBe('finding-disputed')
  })
  it('a change that came with the dispute is checked first', () =>
    given([...insisted.slice(0, -1), says('v2'), chosen('ask-reviewer')]).wants(
      'RunChecks 20261116-120000/checks/0001/2',
    ))
})

describe('DL-47 mergePolicy', () => {
  const ready = [...implemented, checksPassed, reviewed(), synced('v1')]
  const mergePolicy = 'ask' as const
  it('auto merges what has passed everything', () =>
    given(ready, { mergePolicy: 'auto' }).wants('MergeLane 20261116-120000/merge/0001/1'))
  it('ask opens a gate for exactly the tree that would be merged, which no failure opens', () => {
    const gate = given(ready, { mergePolicy }).asks()
    expect(gate).toMatchObject({ name: 'merge-wanted', exitCode: 8 })
    expect(gate.question).toContain('Merge')
    expect(gate.digest).not.toBeNull()
    expect(gate.choices.map(({ name }) => name)).toEqual(['grant', 'refuse'])
  })
  it('granted, it is merged; refused, nothing is', () => {
    given([...ready, granted], { mergePolicy }).wants('MergeLane 20261116-120000/merge/0001/1')
    const left = given([...ready, refused('Not now.')], { mergePolicy })
    expect(left.state.phase).toBe('blocked')
  })
  it('another tree is asked about again', () => {
    const moved = [...ready, granted, mergeRefused('base-moved'), synced('v1+base', 'base2'), checksPassed]
    const first = given(ready, { mergePolicy }).asks()
    const second = given(moved, { mergePolicy }).asks()
    expect(second.name).toBe('merge-wanted')
    expect(second.digest).not.toBe(first.digest)
  })
})
