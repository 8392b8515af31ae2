import { describe, expect, it } from 'vitest'
import type { HookResult } from './effects.ts'
import { daemonNotices } from './notices.ts'
import { candidate, type Given, given, lanes, merged, settings, wanted } from './test-support/given.ts'

const two = { ready: [candidate('0001'), candidate('0002')], ...lanes(2) }
const told = ({ state }: Given) =>
  daemonNotices(state).map(({ kind, subject, text }) => [kind, subject, text])
const keys = ({ state }: Given) => daemonNotices(state).map(({ key }) => key)
const blocked = { type: 'blocked', reason: 'The checks stay red.', next: 'Look at it.' } as const

describe('DL-47 what a daemon tells a person who does not watch', () => {
  it('tells of a blocked plan with its reason, once, until it is blocked again', () => {
    const stuck = given().look(two).rest('0001', blocked)
    expect(told(stuck)).toEqual([['needs-you', '0001', '0001 Plan 0001 is blocked: The checks stay red.']])
    expect(keys(stuck.reboot())).toEqual(keys(stuck))
    const again = stuck.hear({ type: 'unblock', id: '0001' }).rest('0001', blocked)
    expect(keys(again)).not.toEqual(keys(stuck))
  })

  it('tells of drift and of a release, and not of a pause that the operator wanted or of a boot', () => {
    const due = given().look(two)
    const followed = (hook: HookResult['hook'], detail: string) =>
      due.follow([{ hook, verdict: 'pause', detail }])
    expect(told(followed('fidelity', 'drift 40'))[0]?.slice(0, 2)).toEqual(['needs-you', 'daemon'])
    expect(told(followed('release-gate', 'main at abc'))).toEqual([
      ['finished', 'daemon', 'The product can be released: main at abc'],
    ])
    expect(told(due.hear({ type: 'pause', reason: 'lunch' }))).toEqual([])
    expect(told(given(false))).toEqual([])
  })

  it('tells of a fault that keeps everything from starting, and again if it comes back', () => {
    const trouble = { code: 'config-invalid', reason: 'It cannot be read.', next: 'Correct it.' }
    const broken = given().look(two).look({ trouble, config: null })
    expect(told(broken)).toEqual([['needs-you', 'daemon', 'Nothing can start: It cannot be read.']])
    expect(keys(broken.look({ trouble, config: null }))).toEqual(keys(broken))
    expect(keys(broken.look(two).look({ trouble, config: null }))).not.toEqual(keys(broken))
  })

  it('waits with a fault of the machine until it has lasted', () => {
    const full = {
      type: 'refused',
      code: 'disk-full',
      exitCode: 1,
      reason: 'Full.',
      next: 'Make room.',
    } as const
    let one = given().look(two).rest('0001', full)
    expect(told(one)).toEqual([])
    for (const _ of [2, 3])
      one = one
        .later((one.state.hold?.until ?? 0) - one.state.at)
        .look(two)
        .rest('0001', full)
    expect(told(one)).toEqual([['needs-you', 'daemon', 'Nothing can start: Full.']])
  })

  it('tells that nothing is left only after a look that began behind the last merge', () => {
    const last = given().look(two).rest('0001', merged()).rest('0002', merged('def'))
    expect(told(last)).toEqual([])
    expect(wanted(last.state)).toContainEqual(
      expect.objectContaining({ type: 'LookAround', until: last.state.at }),
    )
    const seen = last.look({ ...two, ready: [] })
    expect(told(seen)).toEqual([['finished', 'daemon', 'The daemon has nothing left to do: 2 merged.']])
    expect(told(last.look({ ...two, ready: [candidate('0003')] }))).toEqual([])
  })

  it('tells that nothing is left only after the audits, also if one of them rests because it failed', () => {
    const config = {
      config: { settings: { ...settings, fidelityEvery: 1, releaseGate: true }, revision: 'r1' },
    }
    const due = given()
      .look({ ready: [candidate('0001')], ...config })
      .rest('0001', merged())
      .look(config)
    expect(told(due)).toEqual([])
    const followed = (verdict: HookResult['verdict'], ...hooks: readonly HookResult['hook'][]) =>
      due.follow(hooks.map((hook) => ({ hook, verdict, detail: 'x' })))
    expect(told(followed('failed', 'fidelity', 'release-gate'))).toEqual([])
    expect(told(followed('goes-on', 'fidelity', 'release-gate'))).toEqual([
      ['finished', 'daemon', 'The daemon has nothing left to do: 1 merged.'],
    ])
  })

  it('DL-16 tells after a hard budget that its ceiling is to be raised first', () => {
    const over = { ceilingReached: true, budget: { tokens: 9, ceilingTokens: 5, hard: true } }
    const nextOf = ({ state }: Given) => daemonNotices(state).map(({ next }) => next)
    expect(nextOf(given().look(two).look(over))).toEqual([
      'Raise budget.ceilingTokens, then harness daemon unfreeze, then harness daemon resume',
    ])
    expect(nextOf(given().look(two).look({ frozen: 'by ann' }))).toEqual([
      'harness daemon unfreeze, then harness daemon resume',
    ])
  })

  it('counts what is blocked and what waits for that among what is left', () => {
    const left = given()
      .look({ ...two, ready: [candidate('0001')] })
      .rest('0001', blocked)
      .look({ ...two, ready: [], behind: { count: 2, first: [] } })
    expect(told(left).at(-1)?.[2]).toBe(
      'The daemon has nothing left to do: 0 merged, 1 blocked, 2 behind those.',
    )
  })

  it('tells that a queued command has finished, and not each plan', () => {
    const queued = given()
      .look({})
      .hear({ type: 'queue', args: ['workflow', 'Sort it'] })
      .rest('q1', { type: 'done', merged: null, verified: true, detail: 'Sorted.' })
    expect(told(queued)).toEqual([['finished', 'q1', 'The queued command has finished: Sorted.']])
  })
})
