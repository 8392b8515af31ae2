import { describe, expect, it } from 'vitest'
import { asCommitHash, type CommandId } from '../../../kernel/ids.ts'
import { ending, resumes } from '../../../test-support/story.ts'
import { withReading } from '../documents/known-documents.ts'
import type { Command } from '../state/effects.ts'
import type { MissionInput } from '../state/input.ts'
import type { Feature } from '../state/mission-document.ts'
import { decisionsIn, given } from '../test-support/given.ts'
import {
  answersGate,
  ciReports,
  closesPull,
  curates,
  documents,
  done,
  edits,
  type Happening,
  leaves,
  mergedByOthers,
  mergesAll,
  notCaptured,
  smokes,
} from '../test-support/happenings.ts'
import { feature, planned, type Shelf } from '../test-support/shelf.ts'

const told = (onPass: 'keep' | 'pr', more: Partial<MissionInput> = {}): Partial<MissionInput> => ({
  isolation: { onPass, useWorktrees: true, lanes: 1 },
  ciPatienceMs: 60_000,
  ...more,
})
const twoLanes = { onPass: 'pr', useWorktrees: true, lanes: 2 } as const
const one = planned('F-001')
const chain = planned('F-001', 'F-002 < F-001')

describe('MI-28 what people merge themselves', () => {
  it('keep leaves the branch, nothing is merged, and the end names it', () => {
    const story = given(one, [...done('F-001'), curates()], told('keep'))
    expect(story.log.filter((line) => /MergeLane|OpenPull|docs-/.test(line))).toEqual([])
    expect(story.notes).toContain('F-001 passed; it is kept on harness/F-001.')
    expect(story.ends()).toMatchObject({
      exitCode: 0,
      reason: 'The mission is done: 1 feature has passed, not merged yet: F-001 (branch harness/F-001).',
      next: 'Merge into main: F-001 (branch harness/F-001)',
    })
  })
  it('nothing is built on what is not merged: the run stops and names it', () => {
    const story = given(chain, done('F-001'), told('keep'))
    expect(story.ends()).toMatchObject({
      exitCode: 3,
      resumable: true,
      reason: expect.stringContaining('built on what is not merged yet: F-001 (branch harness/F-001)'),
      next: 'Merge into main: F-001 (branch harness/F-001). If you squash instead, say so for each branch (git update-ref refs/heads/harness/F-001 main). Then: harness resume',
    })
    expect(story.shelf.escalation?.next).toBe(
      'Nothing waits for an answer. Merge what is named, then `harness resume`.',
    )
    expect(story.shelf.escalation?.evidence).toEqual(['Not in main yet: F-001 (branch harness/F-001)'])
    expect(given(chain, [...done('F-001'), resumes], told('keep')).ends()).toMatchObject({ exitCode: 3 })
  })
  it('MI-11 a feature that passes as the cap is reached is handed over without documentation', () => {
    const caps = { usd: 0.015, tokens: null, warnAt: 0.8 }
    const story = given(one, done('F-001'), told('keep', { caps }))
    expect(story.notes).toContain('F-001 passed; it is kept on harness/F-001.')
    expect(story.log.filter((line) => line.startsWith('documenter'))).toEqual([])
    expect(story.ends()).toMatchObject({
      outcome: 'done',
      next: 'Merge into main: F-001 (branch harness/F-001)',
    })
  })
  it('merged, the mission goes on', () => {
    const merged = [...done('F-001'), mergesAll, resumes]
    const story = given(chain, merged, told('keep'))
    story.wants('worker work/F-002/1')
    const ended = given(chain, [...merged, leaves('F-002'), ...done('F-002'), curates()], told('keep'))
    expect(ended.ends().reason).toContain('2 features have passed, 1 of them not merged yet: F-002')
    expect(ended.shelf.escalation).toBeNull()
  })
  it('other features go on before a person is asked', () => {
    const shelf = planned('F-001', 'F-002 < F-001', 'F-003')
    given(shelf, done('F-001'), told('keep')).wants('worker work/F-003/1')
  })
  it('a fix waits for what it mends', () => {
    const issue = { id: 'F-001/validate.1.1', severity: 'major', title: 'Odd', detail: '' } as const
    const fix = feature('F-FIX-001', { fixes: 'F-001', sourceIssueId: issue.id })
    const story = given(planned('F-001', fix), done('F-001'), told('keep'))
    expect(story.ends().next).toContain('F-001 (branch harness/F-001)')
  })
  it('MI-05 the smoke test is made of the whole product: it waits for the merge', () => {
    const smoke = { onDone: true, onFeaturePass: false, startup: null, urls: [] }
    const story = given(one, done('F-001'), told('keep', { smoke }))
    expect(story.ends().reason).toContain('which the smoke test is made of: F-001 (branch harness/F-001)')
    const merged = given(one, [...done('F-001'), mergesAll, resumes, smokes(true)], told('keep', { smoke }))
    expect(merged.log).toContain('SmokeTest smoke/mission/1')
  })
  it('deleting a kept branch merges nothing: what was not merged is told to every look, and how to have it back', () => {
    const tip = asCommitHash('0123456789abcdef')
    const gone = { feature: 'F-001', branch: 'harness/F-001', url: null, tip, isGone: true } as const
    const deletes = edits((shelf) => ({ ...shelf, facts: { ...shelf.facts, unmerged: [gone] } }))
    const known: unknown[] = []
    const story = given(chain, [...done('F-001'), deletes, resumes], told('keep'), (event) => {
      if (event.type === 'CommandIssued' && event.command.type === 'LookAtBase')
        known.push(event.command.known)
    })
    expect(known.at(-1)).toMatchObject([{ feature: 'F-001', tip: 'commit-1' }])
    expect(story.ends().next).toBe(
      'Merge into main: F-001 (branch harness/F-001, deleted; to have it back: git branch harness/F-001 0123456789ab). If you squash instead, say so for each branch (git update-ref refs/heads/harness/F-001 main). Then: harness resume',
    )
    const carried = { proven: { 'VAL-F-001': 'VAL-F-001 holds' }, landed: [], unmerged: [gone] }
    const looks: unknown[] = []
    given(story.shelf, [], { ...told('keep'), carried }, (event) => {
      if (event.type === 'CommandIssued' && event.command.type === 'LookAtBase')
        looks.push(event.command.known)
    })
    expect(looks[0]).toEqual([gone])
  })
  it('a look that began before a feature passed says nothing about its merge', () => {
    const { state } = given(one, done('F-001'), told('keep'))
    const asking = { ...state, at: { phase: 'read', found: null, next: null, isReturning: false } } as const
    const digest = 'later'
    const read = (asked: readonly string[], status: Feature['status'] = 'passed') => {
      const features = { digest, changed: { content: [feature('F-001', { status })] } }
      const same = { digest, changed: null }
      return withReading(
        asking,
        { spec: same, features, contract: same, memory: same, review: same, checkpoints: same },
        { type: 'BaseLooked', at: 0, commandId: 'look' as CommandId, unmerged: [], asked, hooks: [] },
      ).unmerged.map((kept) => kept.feature)
    }
    expect(read([])).toEqual(['F-001'])
    expect(read(['F-001'])).toEqual([])
    expect(read([], 'todo')).toEqual([])
  })
  it('MI-26 what is merged after the end is documented by the next mission, once', () => {
    const kept = given(one, [...done('F-001'), curates()], told('keep'))
    const { proven, landed, unmerged, undocumented } = kept.state
    const carried = { proven, landed, unmerged, undocumented }
    const next = (more: Partial<MissionInput> = {}, shelf: Partial<Shelf> = {}) =>
      given(
        { ...kept.shelf, ...shelf, facts: { ...kept.shelf.facts, unmerged: [] } },
        [curates()].slice(more.documenter === 'off' || shelf.features !== undefined ? 1 : 0),
        { ...told('keep'), carried, ...more },
      )
    expect(undocumented).toEqual(['F-001'])
    const documenter = 'documenter document/docs-1/1'
    const story = next()
    expect(story.log).toContain(documenter)
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.state.undocumented).toEqual([])
    expect(next({ documenter: 'off' }).log).not.toContain(documenter)
    const branch = 'harness/docs-1-20261116-120000'
    const keeps: Happening = ending('CloseLane', 'docs-1', ({ id }, at) => ({
      type: 'LaneClosed',
      at,
      commandId: id,
      kept: `${branch} has work that is not in main`,
    }))
    const merged = { ...kept.shelf, facts: { ...kept.shelf.facts, unmerged: [] } }
    const written = given(merged, [documents('README.md'), keeps, curates()], { ...told('keep'), carried })
    expect(written.notes).toEqual([
      `The documentation of F-001 is not merged; it is kept on ${branch}. To have it: git merge ${branch}`,
    ])
    const others = [feature('F-009', { status: 'blocked' })]
    expect(next({}, { features: others }).log).not.toContain(documenter)
  })
  it('a run that finds what an earlier one left unmerged asks for it too', () => {
    const facts = { ...one.facts, unmerged: [{ feature: 'F-001', branch: 'harness/F-001', url: null }] }
    const shelf = { ...given(one, done('F-001')).shelf, facts }
    const more = {
      ...shelf,
      features: [...(shelf.features ?? []), ...(planned('F-002 < F-001').features ?? [])],
    }
    const contract = [...(shelf.contract ?? []), ...(planned('F-002').contract ?? [])]
    const carried = { proven: { 'VAL-F-001': 'VAL-F-001 holds' }, landed: [] }
    expect(given({ ...more, contract }, [], { carried }).state.landed).toEqual([])
    expect(decisionsIn({ ...more, contract }, [], { carried })).toEqual([
      'ESCALATE: What is left is built on what is not merged yet: F-001 (branch harness/F-001).',
    ])
  })
})

describe('MI-13 a pull request for each feature', () => {
  it('is opened, and its own checks are waited for', () => {
    const story = given(one, [...done('F-001'), curates()], told('pr'))
    expect(story.log.filter((line) => /pull|ci\/|documenter/.test(line))).toEqual([
      'OpenPull pull/F-001/1',
      'AwaitCi ci/F-001/1',
    ])
    expect(story.ends().reason).toContain('not merged yet: F-001 (https://example.org/1)')
  })
  it('that fails there goes back to the worker', () => {
    const story = given(one, [...done('F-001'), ciReports('failed')], told('pr'))
    story.wants('worker work/F-001/2')
    expect(story.envelope()).toContain('build fails on the forge')
    expect(story.feature('F-001')?.status).toBe('in_progress')
  })
  it('whose checks never end is put to a person, who may have them waited for again', () => {
    const silent = [...done('F-001'), ciReports('silent')]
    expect(given(one, [...silent, curates()], told('pr')).gate()).toMatchObject({
      name: 'escalation',
      exitCode: 3,
      detail: expect.stringContaining('The forge has not reported all of its checks of F-001 in time'),
    })
    const deadlines: number[] = []
    const again = given(one, [...silent, curates(), answersGate('grant')], told('pr'), (event) => {
      if (event.type === 'CommandIssued' && event.command.type === 'AwaitCi')
        deadlines.push(event.command.deadline - event.at)
    })
    expect(again.log).toContain('AwaitCi ci/F-001/2')
    expect(deadlines).toEqual([60_000, 60_000])
  })
  describe('that a person closes', () => {
    const closed = [...done('F-001'), closesPull]
    it('is put to that person, once the other features are done', () => {
      const shelf = planned('F-001', 'F-002')
      const story = given(shelf, closed, told('pr', { isolation: twoLanes }))
      expect(story.log).toContain('worker work/F-002/1')
      const asked = given(one, [...closed, curates()], told('pr'))
      expect(asked.gate()).toMatchObject({ name: 'escalation', exitCode: 3 })
      expect(asked.gate().question).toContain('The pull request of F-001 was closed and not merged')
    })
    it('granted, it goes back to its worker with the words, and what comes of it is offered again', () => {
      const asked: Command[] = []
      const back = [...closed, curates(), answersGate('grant', 'Too wide on a phone.')]
      const story = given(one, back, told('pr'))
      story.wants('worker work/F-001/2')
      expect(story.envelope()).toContain('Too wide on a phone.')
      given(one, [...back, ...done('F-001'), curates()], told('pr'), (event) => {
        if (event.type === 'CommandIssued' && event.command.type === 'OpenPull') asked.push(event.command)
      })
      expect(asked).toMatchObject([{ pull: null }, { pull: null, mayReopen: true }])
      expect(asked[0]).not.toHaveProperty('mayReopen')
    })
  })
  it('that somebody merges meanwhile is merged, and is built on', () => {
    const story = given(chain, [...done('F-001'), mergedByOthers], told('pr'))
    expect(story.log).toContain('CloseLane close/F-001/1')
    story.wants('worker work/F-002/1')
  })
})

describe('MI-07 what nobody could look at', () => {
  it('is named in the report', () => {
    const uiQa = { server: { run: 'npm start', url: 'http://localhost:1', readyMs: 1000 }, routes: ['/'] }
    const story = given(one, [...done('F-001'), notCaptured('no-browser'), curates()], { uiQa })
    expect(story.ends().report).toContain('The user interface of F-001 was not looked at: no-browser')
  })
})
