import { describe, expect, it } from 'vitest'
import type { AfterMerge } from './effects.ts'
import { daemonNotices } from './notices.ts'
import { candidate, type Given, given, merged, settings, wanted } from './test-support/given.ts'

const two = { ready: [candidate('0001'), candidate('0002')] }
const every = (fidelityEvery: number) => ({
  config: { settings: { ...settings, fidelityEvery, releaseGate: true }, revision: 'r1' },
})
const hooksOf = (one: Given) =>
  wanted(one.state).flatMap((command) => (command.type === 'AfterMerge' ? command.hooks : []))
const timedOut = { hook: 'fidelity', verdict: 'failed', detail: 'it timed out' } as const
const drifted = { hook: 'fidelity', verdict: 'pause', detail: 'Drift score 29, above 25' } as const
const ready = { hook: 'release-gate', verdict: 'pause', detail: 'main at abc' } as const
const notReady = { hook: 'release-gate', verdict: 'goes-on', detail: '' } as const

describe('DL-17 DL-18 the audits after merges', () => {
  it('DL-17 an audit that times out is said, rests, and is tried again; after three times the next merge decides', () => {
    const due = given()
      .look({ ...two, ...every(1) })
      .rest('0001', merged())
    let one = due.follow([timedOut, notReady])
    expect(one.state.history.at(-1)).toMatchObject({ event: 'hook_failed', detail: 'fidelity: it timed out' })
    expect(hooksOf(one)).toEqual([])
    const until = one.state.merges.hookRests.fidelity?.until ?? 0
    expect(until).toBeGreaterThan(one.state.at)
    const seen = one.look({ ...two, ...every(1) })
    expect(wanted(seen.state)).toContainEqual(expect.objectContaining({ type: 'LookAround', until }))
    for (const _ of [2, 3]) {
      one = one
        .later((one.state.merges.hookRests.fidelity?.until ?? 0) - one.state.at)
        .look({ ...two, ...every(1) })
      expect(hooksOf(one)).toEqual(['fidelity'])
      one = one.follow([timedOut])
    }
    expect(hooksOf(one)).toEqual([])
    expect(one.state.merges.hookRests).toEqual({})
    expect(hooksOf(one.rest('0002', merged('def')))).toEqual(['fidelity', 'release-gate'])
  })

  it('DL-17 never audits while paused, and neither audits nor gates while frozen or stopping', () => {
    const due = given()
      .look({ ...two, ...every(1) })
      .rest('0001', merged())
    expect(hooksOf(due)).toEqual(['fidelity', 'release-gate'])
    expect(hooksOf(due.hear({ type: 'pause', reason: '' }))).toEqual(['release-gate'])
    expect(hooksOf(due.look({ ...two, ...every(1), frozen: 'no' }))).toEqual([])
    expect(hooksOf(due.hear({ type: 'stop' }))).toEqual([])
  })

  it('DL-17 the pause of an audit is never that of the release gate: it is told, and the gate waits for the operator', () => {
    const due = given()
      .look({ ...two, ...every(1) })
      .rest('0001', merged())
    const paused = due.follow([drifted, ready])
    expect(paused.state.pause).toMatchObject({ why: 'fidelity', reason: 'Drift score 29, above 25' })
    expect(daemonNotices(paused.state).map(({ kind, text }) => [kind, text])).toEqual([
      ['needs-you', 'It is paused, the product has drifted: Drift score 29, above 25'],
    ])
    expect(paused.state.history.map(({ event }) => event)).not.toContain('release_candidate_ready')
    expect(hooksOf(paused)).toEqual([])
    expect(hooksOf(paused.reboot().look({ ...two, ...every(1) }))).toEqual([])
    expect(hooksOf(paused.hear({ type: 'resume' }))).toEqual(['release-gate'])
  })

  it('DL-17 the pause of an audit stays one whatever an operator or a budget says, until an operator resumes', () => {
    const paused = given()
      .look({ ...two, ...every(1) })
      .rest('0001', merged())
      .follow([drifted])
    const fidelity = { mode: 'paused', pause: paused.state.pause }
    const lunch = paused.hear({ type: 'pause', reason: 'lunch' })
    expect(lunch.state).toMatchObject(fidelity)
    expect(lunch.state.history.at(-1)).toMatchObject({ event: 'paused', detail: 'lunch' })
    const unfrozen = paused
      .hear({ type: 'freeze', reason: 'demo' })
      .event({ type: 'FreezeSet', problem: null } as never)
      .look({ ...two, ...every(1), frozen: 'demo' })
      .hear({ type: 'unfreeze' })
      .event({ type: 'FreezeSet', problem: null } as never)
      .look({ ...two, ...every(1) })
    expect(unfrozen.state).toMatchObject(fidelity)
    expect(hooksOf(unfrozen)).toEqual([])
    const budget = { tokens: 9, ceilingTokens: 5, hard: true }
    expect(paused.look({ ...two, ...every(1), ceilingReached: true, budget }).state).toMatchObject(fidelity)
    expect(hooksOf(unfrozen.hear({ type: 'resume' }))).toEqual(['release-gate'])
  })

  it('DL-17 DL-18 a merge that lands while the audits work is still to be audited, by both of them', () => {
    const due = given()
      .look({ ...two, ...every(1) })
      .rest('0001', merged())
    const [begun] = wanted(due.state).filter(({ type }) => type === 'AfterMerge') as [AfterMerge]
    const fine = { hook: 'fidelity', verdict: 'goes-on', detail: '' } as const
    expect(hooksOf(due.follow([fine, notReady], begun.landed))).toEqual([])
    const meanwhile = due.rest('0002', merged('def'))
    const both = meanwhile.follow([fine, notReady], begun.landed)
    expect(both.state.merges).toMatchObject({ sinceAudit: 1, gateDue: true })
    expect(hooksOf(both)).toEqual(['fidelity', 'release-gate'])
  })

  it('DL-18 the gate runs after each merge until RELEASE_READY is there, and again once it is gone', () => {
    const ready = given()
      .look({ ...two, ...every(0), isReleaseReady: true })
      .rest('0001', merged())
    expect(hooksOf(ready)).toEqual([])
    expect(hooksOf(ready.look({ ...two, ...every(0) }))).toEqual(['release-gate'])
  })

  it('DL-17 merges of other people count for the audits, and a merge of the daemon once', () => {
    const base = (commit: string, ...merges: readonly { commit: string; planId: string | null }[]) => ({
      base: { commit, rewritten: false, merges },
    })
    const first = given().look({ ...every(2), ...base('a') })
    const theirs = first.look({ ...every(2), ...base('b', { commit: 'b', planId: '0007' }) })
    expect(theirs.state.merges).toMatchObject({ sinceAudit: 1, gateDue: true, count: 0 })
    const own = given()
      .look({ ...two, ...every(2), ...base('a') })
      .look({ ...two, ...every(2), ...base('abc', { commit: 'abc', planId: '0001' }) })
      .rest('0001', merged('abc'))
    expect(own.state.merges).toMatchObject({ sinceAudit: 1, count: 1 })
  })

  it('DL-17 a merge that names no plan counts once, whose ever it is: a hotfix, or one of the daemon seen early', () => {
    const base = (commit: string, ...merges: readonly { commit: string; planId: string | null }[]) => ({
      base: { commit, rewritten: false, merges },
    })
    const hotfix = given()
      .look({ ...two, ...every(3), ...base('a') })
      .look({ ...two, ...every(3), ...base('b', { commit: 'b', planId: null }) })
    expect(hotfix.state.merges).toMatchObject({ sinceAudit: 1, gateDue: true, count: 0 })
    const early = hotfix.look({ ...two, ...every(3), ...base('c', { commit: 'c', planId: null }) })
    const both = early.rest('0001', merged('c'))
    expect(both.state.merges).toMatchObject({ sinceAudit: 2, count: 1 })
    const later = both.look({ ...two, ...every(3), ...base('d', { commit: 'd', planId: null }) })
    expect(later.state.merges).toMatchObject({ sinceAudit: 3, count: 1 })
  })

  it('DL-17 a plan of the daemon that a person merges counts once for the audits', () => {
    const base = (commit: string, ...merges: readonly { commit: string; planId: string | null }[]) => ({
      base: { commit, rewritten: false, merges },
    })
    const blocked = given()
      .look({ ...two, ...every(5), ...base('a') })
      .rest('0001', { type: 'blocked', reason: 'Red.', next: 'Look.' })
      .rest('0002', { type: 'blocked', reason: 'Red.', next: 'Look.' })
    const merge = { commit: 'b', planId: '0001' }
    const byPerson = blocked.look({
      ...every(5),
      ...base('b', merge),
      standings: { '0001': { type: 'completed' } },
    })
    expect(byPerson.state.merges).toMatchObject({ sinceAudit: 1, gateDue: true, count: 0 })
  })
})
