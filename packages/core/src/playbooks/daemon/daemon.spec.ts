import { describe, expect, it } from 'vitest'
import { exitCode } from '../../kernel/exit-code.ts'
import { isQueued, refusalOf } from './heard.ts'
import { isSooner } from './next-moment.ts'
import { daemonNotices } from './notices.ts'
import { daemon } from './playbook.ts'
import type { Rest } from './rest.ts'
import {
  candidate,
  carriedOut,
  facts,
  type Given,
  given,
  lanes,
  merged,
  settings,
  wanted,
} from './test-support/given.ts'

const two = { ready: [candidate('0001'), candidate('0002')] }
const phaseOf = ({ state }: ReturnType<typeof given>, id: string) => state.work[id]?.phase.type
const events = ({ state }: ReturnType<typeof given>) => state.history.map(({ event }) => event)
const pausedWith = (code: 1 | 75): Rest => ({
  type: 'paused',
  exitCode: code,
  reason: 'Slow down.',
  next: 'wait',
})

describe('DL-12 which plans start', () => {
  it('DL-12 starts nothing before an operator resumes: every boot starts paused', () => {
    const booted = given(false).look(two)
    expect(carriedOut(booted)).toEqual([])
    expect(booted.state.pause?.why).toBe('boot')
    expect(carriedOut(booted.hear({ type: 'resume' }))).toEqual(['0001'])
  })

  it('DL-12 starts as many plans as there are lanes, the most urgent first', () => {
    expect(carriedOut(given().look(two))).toEqual(['0001'])
    expect(carriedOut(given().look({ ...two, ...lanes(2) }))).toEqual(['0001', '0002'])
    expect(carriedOut(given().look({ ...two, ...lanes(2), ready: [] }))).toEqual([])
  })

  it('DL-12 asked twice, wants the same', () => {
    const { state } = given().look({ ...two, ...lanes(2) })
    expect(daemon.decide(state)).toEqual(daemon.decide(state))
  })

  it('DL-12 starts the next plan as soon as one is merged', () => {
    const after = given().look(two).rest('0001', merged())
    expect(carriedOut(after)).toEqual(['0002'])
    expect(after.state.merges.lastSha).toBe('abc')
    expect(events(after)).toContain('plan_completed')
  })

  it('DL-12 does not start a merged plan again that an older look still saw', () => {
    const before = given().look(two)
    const stale = before.rest('0001', merged()).look({ ready: [candidate('0001')], seenAt: before.state.at })
    expect(carriedOut(stale)).toEqual(['0002'])
    expect(carriedOut(stale.rest('0002', merged('def')))).toEqual([])
  })

  it('DL-12 takes a plan for complete only if its merge is verified', () => {
    const lied = given()
      .look(two)
      .rest('0001', { type: 'done', merged: 'abc', verified: false, detail: 'gone' })
    expect(phaseOf(lied, '0001')).toBe('blocked')
    expect(events(lied)).not.toContain('plan_completed')
    expect(lied.state.merges.count).toBe(0)
  })

  it('DL-12 blocks a plan whose run ended badly, with the reason, and goes on', () => {
    const after = given().look(two).rest('0001', { type: 'blocked', reason: 'Red.', next: 'fix' })
    expect(carriedOut(after)).toEqual(['0002'])
    expect(after.state.work['0001']?.phase).toMatchObject({ type: 'blocked', reason: 'Red.' })
    const again = after.rest('0002', merged()).hear({ type: 'unblock', id: '0001' })
    expect(carriedOut(again)).toEqual(['0001'])
    expect(again.state.work['0001']?.retries).toBe(1)
  })

  it('DL-12 leaves a plan to others that a process holds, and takes it up when that lets go', () => {
    const held = { type: 'held', why: 'is held by process 7' } as const
    const seen = given().look({ ready: [candidate('0001', held)] })
    expect(carriedOut(seen)).toEqual([])
    expect(phaseOf(seen, '0001')).toBe('held')
    expect(carriedOut(seen.look({ standings: { '0001': { type: 'free' } } }))).toEqual(['0001'])
    expect(seen.look({ standings: { '0001': { type: 'completed' } } }).state.work).toEqual({})
  })

  it('DL-43 says of a gate and of a held plan since when, however often it looks', () => {
    const gate = { type: 'gate', question: 'Good?', next: 'answer' } as const
    const held = { type: 'held', why: 'is held by process 7' } as const
    const sinceOf = ({ state }: ReturnType<typeof given>) => {
      const phase = state.work['0001']?.phase
      return phase?.type === 'gate' || phase?.type === 'held' ? phase.since : null
    }
    for (const standing of [gate, held]) {
      const first = given().look({ ready: [candidate('0001', standing)] })
      const again = first.look({ standings: { '0001': standing } })
      expect(sinceOf(again)).toBe(first.state.at)
      expect(sinceOf(again.reboot().look({ standings: { '0001': standing } }))).toBe(first.state.at)
      const other = { ...gate, question: 'Really?' }
      const changed = again.look({ standings: { '0001': other } })
      expect(sinceOf(changed)).toBe(changed.state.at)
    }
  })
})

describe('DL-12 rate limits and trouble outside', () => {
  it('DL-12 rests a rate-limited run for the back-off, three times, then blocks it', () => {
    let daemonNow = given().look({ ready: [candidate('0001')] })
    for (let time = 1; time <= 3; time++) {
      daemonNow = daemonNow.rest('0001', pausedWith(75))
      expect(phaseOf(daemonNow, '0001')).toBe('resting')
      expect(carriedOut(daemonNow.later(600_000).look())).toEqual([])
      daemonNow = daemonNow.later(1_200_000).look({ digest: `${time}` })
      expect(carriedOut(daemonNow)).toEqual(['0001'])
    }
    const blocked = daemonNow.rest('0001', pausedWith(75))
    expect(blocked.state.work['0001']?.phase).toMatchObject({ type: 'blocked' })
    expect(JSON.stringify(blocked.state.work['0001'])).toContain('Slow down.')
  })

  it('DL-12 a forge that is down for an hour blocks no plan by the default number of resumptions', () => {
    const config = { settings: { ...settings, maxRestarts: 8 }, revision: 'r1' }
    let one = given().look({ ...two, config })
    const began = one.state.at
    for (;;) {
      one = one.rest('0001', pausedWith(1))
      const phase = one.state.work['0001']?.phase
      if (phase?.type !== 'resting') break
      one = one.later(phase.until - one.state.at).look({ ready: [], config, digest: `${phase.until}` })
    }
    expect(phaseOf(one, '0001')).toBe('blocked')
    expect(one.state.at - began).toBeGreaterThan(60 * 60_000)
  })

  it('DL-12 looks around again when the back-off ends', () => {
    const { state } = given()
      .look({ ready: [candidate('0001')] })
      .rest('0001', pausedWith(75))
    const look = wanted(state).find(({ type }) => type === 'LookAround')
    const { phase } = state.work['0001'] ?? { phase: null }
    expect(look).toMatchObject({ until: phase?.type === 'resting' ? phase.until : null })
  })

  it('DL-12 is woken when the back-off ends also after a restart, and whatever an operator says meanwhile', () => {
    const resting = given()
      .look({ ready: [candidate('0001')] })
      .rest('0001', pausedWith(75))
    const { phase } = resting.state.work['0001'] ?? { phase: null }
    const until = phase?.type === 'resting' ? phase.until : null
    const later = [
      resting.hear({ type: 'pause', reason: '' }),
      resting.reboot().look(),
      resting.reboot().hear({ type: 'begin' }).look(),
    ]
    for (const { state } of later)
      expect(wanted(state).find(({ type }) => type === 'LookAround')).toMatchObject({ until })
    const due = resting.reboot().look().hear({ type: 'begin' }).later(1_200_000).look({ digest: 'x' })
    expect(carriedOut(due)).toEqual(['0001'])
  })

  it('DL-12 a look around that waits is woken for each moment that comes before its own', () => {
    const before = given().look({ ready: [candidate('0001')] })
    const rested = before.rest('0001', pausedWith(75))
    expect(isSooner(before.state, rested.state)).toBe(true)
    expect(isSooner(rested.state, rested.hear({ type: 'pause', reason: '' }).state)).toBe(false)
    const audit = { hook: 'fidelity', verdict: 'failed', detail: 'why' } as const
    const failed = before.follow([audit])
    expect(isSooner(before.state, failed.state)).toBe(true)
  })

  it('DL-12 resumes a run that a forge stopped, so often as it may, then blocks it', () => {
    const down = given()
      .look({ ready: [candidate('0001')] })
      .rest('0001', pausedWith(1))
    const again = down.later(900_000).look().rest('0001', pausedWith(1))
    expect(phaseOf(again, '0001')).toBe('resting')
    expect(phaseOf(again.later(3_600_000).look({ digest: 'x' }).rest('0001', pausedWith(1)), '0001')).toBe(
      'blocked',
    )
  })

  it('DL-12 starts nothing while a provider’s window is closed', () => {
    const closed = given().look({ ...two, closedUntil: Date.UTC(2026, 0, 1, 1) })
    expect(carriedOut(closed)).toEqual([])
    const open = closed.later(3_600_000).look({ ...two, digest: 'later' })
    expect(carriedOut(open)).toEqual(['0001'])
  })

  it('DL-12 holds everything for a fault of the repository, and blocks no plan for it', () => {
    const refusal = {
      type: 'refused',
      code: 'dirty-tree',
      exitCode: exitCode.usage,
      reason: 'Dirty.',
      next: 'x',
    } as const
    const held = given()
      .look({ ...two, ...lanes(2) })
      .rest('0001', refusal)
      .rest('0002', refusal)
    expect(carriedOut(held)).toEqual([])
    expect(held.state.hold).toMatchObject({ code: 'dirty-tree', reason: 'Dirty.' })
    expect(carriedOut(held.later(600_000).look(lanes(2)))).toEqual(['0001', '0002'])
  })

  it('DL-12 blocks one plan for a mistake of its own', () => {
    const refusal = {
      type: 'refused',
      code: 'plan-invalid',
      exitCode: exitCode.usage,
      reason: 'x',
      next: 'y',
    } as const
    const after = given().look(two).rest('0001', refusal)
    expect(phaseOf(after, '0001')).toBe('blocked')
    expect(carriedOut(after)).toEqual(['0002'])
    expect(after.state.hold).toBeNull()
  })

  it('DL-12 lets a plan go that waits for another, until a look finds that it can start, and holds nothing for it', () => {
    const refusal = {
      type: 'refused',
      code: 'plan-waits',
      exitCode: exitCode.usage,
      reason: 'Plan 0001 depends on 0002, not completed yet.',
      next: 'y',
    } as const
    const after = given()
      .look({ ready: [candidate('0001')] })
      .rest('0001', { type: 'blocked', reason: 'Red.', next: 'fix' })
      .look({ ready: [candidate('0002')] })
      .rest('0002', pausedWith(75))
      .hear({ type: 'unblock', id: '0001' })
      .rest('0001', refusal)
    expect(after.state.hold).toBeNull()
    expect(after.state.work['0001']).toBeUndefined()
    const early = after.look({ ready: [candidate('0001')], seenAt: after.state.at })
    expect(carriedOut(early)).toEqual([])
    const again = early.later(1_200_000).look({ digest: 'x' })
    expect(carriedOut(again)).toEqual(['0002'])
    const free = again.rest('0002', merged()).look({ ready: [candidate('0001')] })
    expect(carriedOut(free)).toEqual(['0001'])
    expect(free.state.runsFired).toBe(2)
  })

  it('DL-12 lets one plan rest that is not on the base yet, and goes on with the others', () => {
    const refusal = {
      type: 'refused',
      code: 'plan-not-on-base',
      exitCode: exitCode.usage,
      reason: 'It is not on origin/main.',
      next: 'Push it.',
    } as const
    const after = given().look(two).rest('0001', refusal)
    expect(phaseOf(after, '0001')).toBe('resting')
    expect(after.state.hold).toBeNull()
    expect(carriedOut(after)).toEqual(['0002'])
  })

  it('DL-12 lets go of a plan that is not there any more, and says so', () => {
    const blocked = given().look(two).rest('0001', { type: 'blocked', reason: 'Red.', next: 'fix' })
    const after = blocked.look({ standings: { '0001': { type: 'gone' } } })
    expect(after.state.work['0001']).toBeUndefined()
    expect(events(after)).toContain('plan_gone')
  })

  it('DL-12 keeps the last limits and starts nothing while the config cannot be read', () => {
    const broken = given()
      .look(lanes(2))
      .look({ ...two, config: null, trouble: { code: 'config-invalid', reason: 'x', next: 'y' } })
    expect(carriedOut(broken)).toEqual([])
    expect(broken.state.seen?.config?.settings.lanes).toBe(2)
    expect(carriedOut(broken.look(two))).toEqual(['0001'])
  })

  it('DL-12 a look that met trouble tells nothing of plans and merges', () => {
    const base = { commit: 'b', rewritten: false, merges: [{ commit: 'b', planId: '0007' }] }
    const seen = given()
      .look({ base: { ...base, commit: 'a', merges: [] } })
      .look({ plans: { open: 2, completed: 3 }, base })
    const trouble = seen.look({ trouble: { code: 'config-invalid', reason: 'x', next: 'y' } })
    expect(trouble.state.seen?.plans).toEqual({ open: 2, completed: 3 })
    expect(trouble.state.seen?.base?.commit).toBe('b')
    const told = (one: ReturnType<typeof given>) =>
      events(one).filter((event) => event === 'merge_observed' || event === 'graph_refreshed').length
    expect(told(trouble)).toBe(told(seen))
  })
})

describe('DL-14 a daemon that was killed', () => {
  it('DL-14 checks what it had started before it does anything about it', () => {
    const killed = given().look(two).reboot()
    expect(phaseOf(killed, '0001')).toBe('checking')
    expect(wanted(killed.state)).toContainEqual(expect.objectContaining({ type: 'CheckWork', work: '0001' }))
    expect(carriedOut(killed.hear({ type: 'resume' }))).toEqual([])
    const checked = killed.hear({ type: 'resume' }).check('0001', null)
    expect(carriedOut(checked.look())).toEqual(['0001'])
  })

  it('DL-14 starts nothing by what an earlier daemon saw: plans and lanes are those of its own first look', () => {
    const booted = given()
      .look({ ...two, ...lanes(3) })
      .hear({ type: 'stop' })
      .reboot()
      .hear({ type: 'begin' })
      .check('0001', null)
      .check('0002', null)
    expect(carriedOut(booted)).toEqual([])
    expect(wanted(booted.state).find(({ type }) => type === 'LookAround')).toMatchObject({ known: '' })
    expect(carriedOut(booted.look(lanes(1)))).toEqual(['0001'])
    const gone = given(false).look(two).reboot().hear({ type: 'begin' })
    expect(carriedOut(gone)).toEqual([])
    expect(carriedOut(gone.look({ ready: [candidate('0002')] }))).toEqual(['0002'])
  })

  it('DL-14 counts a merge that an earlier daemon did not record, so that no audit after merges is left out', () => {
    const killed = given().look(two).reboot().hear({ type: 'resume' }).check('0001', null).look()
    const lost = killed.rest('0001', merged('abc'))
    expect(lost.state.merges).toMatchObject({ count: 1, sinceAudit: 1, gateDue: true, lastSha: 'abc' })
    const byOthers = killed.rest('0001', { type: 'done', merged: null, verified: true, detail: 'by others' })
    expect(byOthers.state.merges).toMatchObject({ count: 0, gateDue: false })
    expect(byOthers.state.work['0001']).toBeUndefined()
  })

  it('DL-14 does not work on a run that still lives elsewhere', () => {
    const elsewhere = given().look(two).reboot().hear({ type: 'resume' }).check('0001', 'process 7').look(two)
    expect(phaseOf(elsewhere, '0001')).toBe('held')
    expect(carriedOut(elsewhere)).toEqual(['0002'])
  })

  it('DL-14 resumes the run that a queued command had started, and does not give the command again', () => {
    const killed = given()
      .look({})
      .hear({ type: 'queue', args: ['workflow', 'Sort it'] })
      .reboot()
      .hear({ type: 'begin' })
      .look()
    const known = killed.check('q1', null, 'workflow-20260101-000000')
    expect(wanted(known.state)).toContainEqual(
      expect.objectContaining({ type: 'CarryOut', work: 'q1', run: 'workflow-20260101-000000' }),
    )
    expect(wanted(killed.check('q1', null).state)).toContainEqual(
      expect.objectContaining({ type: 'CarryOut', work: 'q1', run: null }),
    )
  })

  it('DL-14 --run ends the pause of a boot, and no other: a restart overrules no operator and no audit', () => {
    expect(given(false).hear({ type: 'begin' }).state.mode).toBe('running')
    const paused = given().look(two).hear({ type: 'pause', reason: 'lunch' }).reboot().hear({ type: 'begin' })
    expect(paused.state).toMatchObject({ mode: 'paused', pause: { why: 'operator', reason: 'lunch' } })
    expect(paused.hear({ type: 'resume' }).state.mode).toBe('running')
    const drained = given().look(two).hear({ type: 'drain' }).reboot().hear({ type: 'begin' })
    expect(drained.state).toMatchObject({ mode: 'paused', pause: { why: 'operator' } })
  })

  it('DL-14 neither a drain nor a stop ends a pause, whether it came before or while the daemon stops', () => {
    const booted = (before: ReturnType<typeof given>) => before.reboot().hear({ type: 'begin' }).look().state
    const drift = { hook: 'fidelity', verdict: 'pause', detail: 'Score 30.' } as const
    const lunch = { type: 'pause', reason: 'lunch' } as const
    for (const words of [['stop'], ['stop-now'], ['drain', 'stop']] as const) {
      const told = (before: ReturnType<typeof given>) =>
        words.reduce((now, type) => now.hear({ type }), before)
      const operator = { mode: 'paused', pause: { why: 'operator', reason: 'lunch' } }
      expect(booted(told(given().hear(lunch)))).toMatchObject(operator)
      expect(booted(told(given()).hear(lunch))).toMatchObject(operator)
      expect(booted(told(given().follow([drift])))).toMatchObject({ pause: { why: 'fidelity' } })
      expect(booted(told(given()).follow([drift]))).toMatchObject({ pause: { why: 'fidelity' } })
    }
    expect(booted(given().hear({ type: 'stop' })).mode).toBe('running')
  })

  it('DL-15 an unfrozen daemon stays paused, whatever was said between', () => {
    const freeze = { type: 'freeze', reason: 'demo' } as const
    const set = { type: 'FreezeSet', problem: null } as never
    const ways = [
      given().hear(freeze).event(set).look({ frozen: 'demo' }).hear({ type: 'drain' }).hear({ type: 'stop' }),
      given().hear({ type: 'stop' }).hear(freeze).event(set),
      given().hear({ type: 'stop' }).hear(freeze).event(set).look({ frozen: 'demo' }),
    ]
    for (const way of ways) {
      const begun = way.reboot().hear({ type: 'begin' }).look({ frozen: 'demo' })
      const thawed = begun.hear({ type: 'unfreeze' }).event(set).look(two)
      expect(thawed.state.mode).toBe('paused')
      expect(carriedOut(thawed)).toEqual([])
      expect(carriedOut(thawed.hear({ type: 'resume' }))).toEqual(['0001'])
    }
  })

  it('DL-14 counts a checked run against its lane', () => {
    const { state } = given().look(two).reboot().hear({ type: 'resume' }).look(two)
    expect(wanted(state).filter(({ type }) => type === 'CarryOut')).toEqual([])
  })
})

describe('DL-13 what operators say', () => {
  it('DL-13 pause and drain start nothing new, and let what runs go on', () => {
    for (const type of ['pause', 'drain'] as const) {
      const told = given()
        .look(two)
        .hear(type === 'pause' ? { type, reason: '' } : { type })
      expect(carriedOut(told)).toEqual(['0001'])
      expect(carriedOut(told.rest('0001', merged()).look(two))).toEqual([])
    }
  })

  it('DL-13 stop lets runs finish, releases those that sleep, and then ends resumably', () => {
    const stopping = given().look(two).hear({ type: 'stop' })
    expect(wanted(stopping.state).map(({ type }) => type)).toContain('ReleaseRuns')
    const { state } = stopping.rest('0001', merged())
    expect(daemon.decide(state)).toMatchObject({ type: 'end', end: { resumable: true, exitCode: 0 } })
  })

  it('DL-15 freeze writes the file and pauses; unfreeze stays paused', () => {
    const frozen = given().look(two).hear({ type: 'freeze', reason: 'demo' })
    expect(wanted(frozen.state)).toContainEqual(
      expect.objectContaining({ type: 'SetFreeze', reason: 'demo' }),
    )
    const set = frozen.event({ type: 'FreezeSet', problem: null } as never).look({ ...two, frozen: 'demo' })
    expect(set.state.mode).toBe('paused')
    expect(set.hear({ type: 'resume' }).state.mode).toBe('paused')
    const thawed = set
      .hear({ type: 'unfreeze' })
      .event({ type: 'FreezeSet', problem: null } as never)
      .look(two)
    expect(thawed.state.mode).toBe('paused')
    expect(thawed.hear({ type: 'resume' }).state.mode).toBe('running')
  })

  it('DL-15 tells why the file could not be written or removed, and stays paused', () => {
    const failed = given()
      .look(two)
      .hear({ type: 'freeze', reason: 'demo' })
      .event({ type: 'FreezeSet', problem: 'EROFS' } as never)
    expect(failed.state.history.at(-1)).toMatchObject({ event: 'freeze_failed', detail: 'EROFS' })
    expect(failed.state.mode).toBe('paused')
  })

  it('DL-15 a file that anybody wrote freezes it too', () => {
    const frozen = given()
      .look(two)
      .look({ ...two, frozen: 'stop, please' })
    expect(frozen.state.pause).toMatchObject({ why: 'frozen', reason: 'stop, please' })
  })

  it('DL-12 carries out queued commands before plans, and resumes their run by its name', () => {
    const queued = given()
      .look({})
      .hear({ type: 'queue', args: ['mission', '--spec', 'SPEC.md'] })
    expect(carriedOut(queued)).toEqual(['q1'])
    const answered = queued
      .rest(
        'q1',
        { type: 'gate', gate: 'plan', question: 'Good?', next: 'answer' },
        'mission-20260101-000000',
      )
      .look({ standings: { q1: { type: 'free' } } })
    expect(wanted(answered.state)).toContainEqual(
      expect.objectContaining({ type: 'CarryOut', work: 'q1', run: 'mission-20260101-000000' }),
    )
  })

  it('DL-12 takes a queued command back that has not started', () => {
    const queued = given()
      .look(two)
      .hear({ type: 'queue', args: ['handbook'] })
    expect(queued.hear({ type: 'unqueue', id: 'q1' }).state.work.q1).toBeUndefined()
    const started = queued.rest('0001', merged()).hear({ type: 'unqueue', id: 'q1' })
    expect(started.state.work.q1).toBeDefined()
  })

  it('DL-12 takes a queued command back that is blocked, and names the way; a blocked plan stays', () => {
    const refused = {
      type: 'refused',
      code: 'spec-missing',
      exitCode: 2,
      reason: 'There is no NOPE.md.',
      next: 'Name one.',
    } as const
    const blocked = given()
      .look({ ready: [candidate('0001')], ...lanes(2) })
      .hear({ type: 'queue', args: ['mission', '--spec', 'NOPE.md'] })
      .rest('q1', refused)
      .rest('0001', { type: 'blocked', reason: 'Red.', next: 'Look.' })
    expect(phaseOf(blocked, 'q1')).toBe('blocked')
    expect(isQueued(blocked.state, 'q1')).toBe(true)
    expect(isQueued(blocked.state, '0001')).toBe(false)
    expect(
      daemonNotices(blocked.state).flatMap(({ kind, next }) => (kind === 'needs-you' ? [next] : [])),
    ).toEqual([
      'Look. Try it again: harness daemon unblock 0001',
      'Name one. Try it again: harness daemon unblock q1, or take it back: harness daemon unqueue q1',
    ])
    expect(blocked.hear({ type: 'unqueue', id: 'q1' }).state.work.q1).toBeUndefined()
    expect(blocked.hear({ type: 'unqueue', id: '0001' }).state.work['0001']).toBeDefined()
  })

  it('DL-13 refuses words that would do nothing, with the next step: resume while frozen, and most while stopping', () => {
    const codeOf = (one: Given, type: 'resume' | 'drain' | 'stop-now' | 'unfreeze') =>
      refusalOf(one.state, { type })?.code
    const frozen = given().look({ frozen: 'by ann' })
    expect(refusalOf(frozen.state, { type: 'resume' })).toEqual({
      code: 'frozen',
      reason: 'The repository is frozen: by ann',
      next: 'harness daemon unfreeze, then harness daemon resume',
    })
    expect(codeOf(frozen, 'unfreeze')).toBeUndefined()
    const stopping = given().look().hear({ type: 'stop' })
    expect(codeOf(stopping, 'resume')).toBe('stopping')
    expect(codeOf(stopping, 'drain')).toBe('stopping')
    expect(refusalOf(stopping.state, { type: 'queue', args: ['handbook'] })?.next).toContain(
      'harness daemon start',
    )
    expect(codeOf(stopping, 'stop-now')).toBeUndefined()
    expect(refusalOf(given().look().state, { type: 'resume' })).toBeNull()
  })

  it('DL-15 knows that a freeze was lifted until a look that began after it', () => {
    const lifted = given()
      .look({ frozen: 'by ann' })
      .hear({ type: 'unfreeze' })
      .event({ type: 'FreezeSet', problem: null } as never)
    const { at } = lifted.state
    expect(lifted.state.lifted).toBe(at)
    expect(lifted.look({ frozen: 'by ann', seenAt: at - 1 }).state.lifted).toBe(at)
    expect(lifted.look({ seenAt: at }).state.lifted).toBeNull()
  })
})

describe('DL-17 after merges', () => {
  const audited = {
    config: { settings: { ...settings, fidelityEvery: 2, releaseGate: true }, revision: 'r1' },
  }

  it('DL-17 audits after every N merges, and the gate after each', () => {
    const one = given()
      .look({ ...two, ...audited })
      .rest('0001', merged())
    expect(wanted(one.state)).toContainEqual(expect.objectContaining({ hooks: ['release-gate'] }))
    const followed = one.follow([{ hook: 'release-gate', verdict: 'goes-on', detail: '' }])
    expect(wanted(followed.state).map(({ type }) => type)).not.toContain('AfterMerge')
    const second = followed.rest('0002', merged('def'))
    expect(wanted(second.state)).toContainEqual(
      expect.objectContaining({ hooks: ['fidelity', 'release-gate'] }),
    )
  })

  it('DL-17 drift pauses; DL-18 a product that is ready pauses; a hook that fails does neither', () => {
    const follow = (hook: 'fidelity' | 'release-gate', verdict: 'pause' | 'failed') =>
      given()
        .look({ ...two, ...audited })
        .follow([{ hook, verdict, detail: 'why' }])
    expect(follow('fidelity', 'pause').state.pause?.why).toBe('fidelity')
    expect(follow('release-gate', 'pause').state.pause?.why).toBe('release-ready')
    expect(follow('fidelity', 'failed').state.mode).toBe('running')
    expect(events(follow('fidelity', 'failed'))).not.toContain('fidelity_blocked')
    expect(events(follow('fidelity', 'pause'))).toContain('fidelity_blocked')
  })
})

describe('DL-12 what is seen of the base', () => {
  const base = (commit: string, change = {}) => ({
    base: { commit, rewritten: false, merges: [], ...change },
  })

  it('DL-12 the first look only sets the anchor', () => {
    const first = given().look(base('a', { merges: [{ commit: 'a', planId: '0001' }] }))
    expect(events(first)).not.toContain('merge_observed')
    const next = first.look(base('b', { merges: [{ commit: 'b', planId: '0002' }] }))
    expect(next.state.merges.lastSha).toBe('b')
    expect(events(next)).toContain('merge_observed')
  })

  it('DL-12 tells of a base that was force-pushed, and goes on', () => {
    const rewritten = given()
      .look(base('a'))
      .look({ ...two, ...base('c', { rewritten: true }) })
    expect(events(rewritten)).toContain('base_rewritten')
    expect(carriedOut(rewritten)).toEqual(['0001'])
  })

  it('DL-12 tells once that a forge is down, and once that it is back, also if looks between did not ask', () => {
    const down = { forgeProblem: 'could not resolve host' }
    const back = given()
      .look({ forgeProblem: null })
      .look(down)
      .look({})
      .look({ trouble: { code: 'x', reason: 'r', next: '' } })
      .look({ forgeProblem: 'timed out' })
      .look({})
      .look({ forgeProblem: null })
      .look({})
    const told = back.state.history.filter(({ event }) => event.startsWith('forge_'))
    expect(told.map(({ event, detail }) => [event, detail])).toEqual([
      ['forge_unreachable', 'could not resolve host'],
      ['forge_reached', ''],
    ])
  })

  it('DL-16 tells of the ceiling once', () => {
    const over = given().look({ ceilingReached: true }).look({ ceilingReached: true, digest: 'x' })
    expect(events(over).filter((event) => event === 'budget_ceiling_reached')).toHaveLength(1)
  })

  it('DL-16 a hard ceiling freezes and pauses, once: an operator who lifts that decides', () => {
    const budget = { tokens: 100, ceilingTokens: 100, hard: true }
    const over = { ...two, ...lanes(2), ceilingReached: true, budget }
    const frozen = given()
      .look({ ...two, budget: { ...budget, tokens: 1 } })
      .look(over)
    const reason = 'budget ceiling of 100 tokens reached'
    expect(carriedOut(frozen)).toEqual(['0001'])
    expect(frozen.state.pause).toMatchObject({ why: 'frozen', reason })
    expect(wanted(frozen.state)).toContainEqual(expect.objectContaining({ type: 'SetFreeze', reason }))
    const set = frozen
      .event({ type: 'FreezeSet', problem: null } as never)
      .look({ ...over, frozen: reason, digest: 'frozen' })
    expect(set.state.pause).toEqual(frozen.state.pause)
    const lifted = set
      .look({ ...over, digest: 'lifted' })
      .hear({ type: 'resume' })
      .look(over)
    expect(lifted.state).toMatchObject({ mode: 'running', freezeWanted: null })
    expect(lifted.reboot().look(over).state.freezeWanted).toBeNull()
    const again = lifted.look({ ...two, budget: { ...budget, tokens: 1 } }).look(over)
    expect(again.state.freezeWanted).toEqual({ reason })
  })

  it('DL-16 a ceiling that is not hard freezes nothing, and a hard one nothing that is frozen', () => {
    const budget = { tokens: 100, ceilingTokens: 100, hard: true }
    const soft = given().look({ ...two, ceilingReached: true, budget: { ...budget, hard: false } })
    expect(soft.state).toMatchObject({ mode: 'running', freezeWanted: null })
    const before = given().look({ ...two, ceilingReached: true, budget, frozen: 'lunch' })
    expect(before.state).toMatchObject({ freezeWanted: null, pause: { reason: 'lunch' } })
  })

  it('DL-12 keeps nothing of work that is done: its state is as large after 1 000 runs as after 200', () => {
    const ids = new Set<string>()
    let one = given()
    const sizes: number[] = []
    for (let run = 1; run <= 1_000; run++) {
      const id = String(run).padStart(4, '0')
      one = one.look({ ready: [candidate(id)], digest: `${run % 2}` })
      for (const command of wanted(one.state)) if (command.type === 'CarryOut') ids.add(command.id)
      one = one.rest(id, merged(`c${1_000 + run}`))
      if (run % 200 === 0) sizes.push(JSON.stringify(one.state).length)
    }
    expect(ids.size).toBe(1_000)
    for (const size of sizes) expect(Math.abs(size - (sizes[0] ?? 0))).toBeLessThan(50)
  })

  it('keeps a hundred things in mind', () => {
    let told = given()
    for (let time = 0; time < 150; time++) told = told.hear({ type: 'pause', reason: '' })
    expect(told.state.history).toHaveLength(100)
    expect(facts().digest).toBe('{}')
  })
})
