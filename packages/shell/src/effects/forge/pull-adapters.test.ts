import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompletePlan } from '@harness/core/effects/complete-plan'
import type { SyncLane } from '@harness/core/effects/sync-lane'
import { asCommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { completePlan } from '../../playbooks/delivery/complete-plan.ts'
import { githubWorld } from '../../test-support/github-world.ts'
import {
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  testNow,
  treeAt,
} from '../../test-support/target-repo.ts'
import { branch, from, minute, on, openedPull, plan, to, workedLane } from '../../test-support/worked-lane.ts'
import { closeLane } from '../lanes/close-lane.ts'
import { openLane } from '../lanes/open-lane.ts'
import { syncLane } from '../lanes/sync-lane.ts'
import { awaitCi, verdict } from './await-ci.ts'
import { mergePull } from './merge-pull.ts'
import { openPull } from './open-pull.ts'

describe('DL-11 OpenPull', () => {
  it('publishes the branch and opens one pull request, however often it is asked', async () => {
    const { open, ports, forge, github, commit } = await openedPull()
    expect(github.git('rev-parse', branch)).toBe(commit)
    expect(await openPull(open, repeatedAttempt, ports, forge)).toMatchObject({
      type: 'PullOpened',
      number: 1,
      created: false,
      url: 'https://github.example/owner/name/pull/1',
    })
    expect(github.pulls).toHaveLength(1)
  })

  it('finds the one whose answer was lost', async () => {
    const { open, ports, forge, github } = await workedLane()
    github.onRequest(on('POST', /^\/pulls$/, { cut: true, afterAll: true }))
    expect(await openPull(open, firstAttempt, ports, forge)).toMatchObject({
      type: 'ForgeFailed',
      error: { kind: 'network' },
    })
    github.onRequest(() => null)
    expect(await openPull(open, repeatedAttempt, ports, forge)).toMatchObject({ number: 1, created: false })
    expect(github.pulls).toHaveLength(1)
  })

  it('brings the one it is told of up to date', async () => {
    const { open, ports, forge, github, work } = await openedPull()
    const commit = work({ 'c.txt': 'c\n' })
    const again = { ...open, commit, pull: 1, body: 'Better.\n' }
    expect(await openPull(again, firstAttempt, ports, forge)).toMatchObject({ number: 1, created: false })
    expect(github.pulls).toMatchObject([{ body: 'Better.\n' }])
    expect(github.git('rev-parse', branch)).toBe(commit)
  })

  it('tells that the one it is told of was closed, and pushes nothing', async () => {
    const { open, ports, forge, github, work, commit } = await openedPull()
    github.closePull(1)
    const event = await openPull(
      { ...open, commit: work({ 'c.txt': 'c\n' }), pull: 1 },
      firstAttempt,
      ports,
      forge,
    )
    expect(event).toMatchObject({ type: 'PullClosed', number: 1 })
    expect(github.git('rev-parse', branch)).toBe(commit)
  })

  it('asks before it opens again what an earlier run opened and a person closed, whatever was added since', async () => {
    const { open, ports, forge, github, work, commit } = await openedPull()
    github.closePull(1)
    const closed = { type: 'PullClosed', number: 1 }
    expect(await openPull(open, firstAttempt, ports, forge)).toMatchObject(closed)
    const more = { ...open, commit: work({ 'c.txt': 'c\n' }) }
    expect(await openPull(more, firstAttempt, ports, forge)).toMatchObject(closed)
    expect(github.pulls).toMatchObject([{ state: 'closed' }])
    expect(github.git('rev-parse', branch)).toBe(commit)
  })

  it('opens another for commits that the closed one did not have', async () => {
    const { open, ports, forge, github, opened, repo } = await openedPull()
    github.closePull(1)
    github.git('update-ref', '-d', `refs/heads/${branch}`)
    repo.gitIn(opened.path, 'commit', '--quiet', '--amend', '-m', 'other work')
    const commit = asCommitHash(repo.gitIn(opened.path, 'rev-parse', 'HEAD'))
    expect(await openPull({ ...open, commit }, firstAttempt, ports, forge)).toMatchObject({
      type: 'PullOpened',
      number: 2,
      created: true,
    })
    expect(github.pulls[0]?.state).toBe('closed')
  })

  it('once a person agreed, opens again what was closed, or another where GitHub will not', async () => {
    const { open: asked, ports, forge, github } = await openedPull()
    const open = { ...asked, mayReopen: true }
    github.closePull(1)
    expect(await openPull(open, firstAttempt, ports, forge)).toMatchObject({ number: 1, created: false })
    expect(github.pulls[0]?.state).toBe('open')
    github.closePull(1)
    github.onRequest(on('PATCH', /./, { status: 422, body: { message: 'state cannot be changed' } }))
    expect(await openPull(open, firstAttempt, ports, forge)).toMatchObject({ number: 2, created: true })
  })

  it('tells that somebody merged it, and what', async () => {
    const { open, ports, forge, github, commit } = await openedPull()
    const merged = github.mergePull(1)
    const expected = {
      type: 'LaneMerged',
      commit: merged,
      by: 'others',
      size: { files: 1, added: 1, removed: 0 },
    }
    expect(await openPull({ ...open, pull: 1 }, firstAttempt, ports, forge)).toMatchObject(expected)
    expect(await openPull(open, repeatedAttempt, ports, forge)).toMatchObject(expected)
    expect(github.git('merge-base', '--is-ancestor', commit, merged)).toBe('')
  })

  it('tells that somebody merged less than is ready here', async () => {
    const { open, ports, forge, github, work } = await openedPull()
    github.mergePull(1)
    const event = await openPull(
      { ...open, commit: work({ 'c.txt': 'c\n' }), pull: 1 },
      firstAttempt,
      ports,
      forge,
    )
    expect(event).toMatchObject({
      type: 'LaneMerged',
      notes: [expect.stringContaining('which is not what this run last had ready')],
    })
  })

  it('leaves alone a branch that has commits it does not know', async () => {
    const { open, ports, forge, github, others, repo } = await openedPull()
    const theirs = others.commit(branch, { 'theirs.txt': 'x\n' })
    const event = await openPull({ ...open, pull: 1 }, firstAttempt, ports, forge)
    expect(event).toMatchObject({ type: 'MergeRefused', reason: 'push-rejected' })
    expect(github.git('rev-parse', branch)).toBe(theirs)
    if (event.type !== 'MergeRefused') return
    expect(event.detail).toMatch(new RegExp(`- ${theirs.slice(0, 7)}\\S* by .+: .+`))
    // What is advised to take theirs away does so.
    const [, advised = ''] = /git (push \S+ \S+ \S+)/.exec(event.detail) ?? []
    repo.git(...advised.split(' '))
    expect(await openPull({ ...open, pull: 1 }, firstAttempt, ports, forge)).toMatchObject({ number: 1 })
  })

  it('takes the plan for merged where another clone had its branch merged meanwhile', async () => {
    const { open, ports, forge, github, others } = await workedLane()
    github.git('branch', branch, 'main')
    others.commit(branch, { 'theirs.txt': 'x\n' })
    await forge.openPull({ title: 'Theirs', body: '', branch, base: 'main' }, firstAttempt.signal)
    const commit = github.mergePull(1)
    expect(await openPull(open, firstAttempt, ports, forge)).toMatchObject({
      type: 'LaneMerged',
      by: 'others',
      commit,
      notes: [expect.stringContaining('which is not what this run last had ready')],
    })
  })

  it('QA-07 lets no secret leave the machine in its text', async () => {
    const { open, ports, forge, github } = await workedLane()
    await openPull(
      { ...open, title: 'top-secret-value', body: 'a\n\ntop-secret-value' },
      firstAttempt,
      ports,
      forge,
    )
    expect(github.pulls).toMatchObject([{ title: '[redacted]', body: 'a\n\n[redacted]' }])
  })

  it('DL-09 cuts what is too long for GitHub, and says the same again without another request', async () => {
    const { open, ports, forge, github } = await workedLane()
    const long = { ...open, body: 'x'.repeat(70_000) }
    await openPull(long, firstAttempt, ports, forge)
    expect(github.pulls[0]?.body.length).toBe(65_000)
    expect(github.pulls[0]?.body).toMatch(/cut: too long for GitHub/)
    expect(await openPull(long, repeatedAttempt, ports, forge)).toMatchObject({ created: false })
    expect(github.requests.some(({ method }) => method === 'PATCH')).toBe(false)
  })

  it('QA-07 tells a failure without secrets', async () => {
    const { open, ports, forge, github } = await workedLane()
    github.onRequest(() => ({ status: 422, body: { message: 'no top-secret-value here' } }))
    expect(await openPull(open, firstAttempt, ports, forge)).toMatchObject({
      type: 'ForgeFailed',
      error: { kind: 'invalid', message: expect.stringContaining('no [redacted] here') },
    })
  })
})

describe('DL-11 AwaitCi', () => {
  const passes = { name: 'build', status: 'completed', conclusion: 'success' }
  const works = { name: 'build', status: 'in_progress' }
  const fails = {
    name: 'lint',
    status: 'completed',
    conclusion: 'failure',
    summary: 'top-secret-value is odd',
  }

  it('waits until everything has ended', async () => {
    const { ci, ports, forge, github } = await openedPull()
    github.onCi((_, asked) => ({ runs: [asked < 4 ? works : passes] }))
    expect(await awaitCi(ci, firstAttempt, ports, forge)).toMatchObject({
      type: 'CiReported',
      state: 'passed',
      jobs: [{ name: 'build', state: 'passed' }],
    })
  })

  it('tells all that failed, once the rest has ended too', async () => {
    const { ci, ports, forge, github } = await openedPull()
    github.onCi((_, asked) => ({ runs: [fails, asked < 3 ? works : passes] }))
    const event = await awaitCi(ci, firstAttempt, ports, forge)
    expect(event).toMatchObject({ state: 'failed', jobs: [{ state: 'failed' }, { state: 'passed' }] })
    expect(JSON.stringify(event)).not.toContain('top-secret-value')
  })

  it('AG-14 brings annotations, failed steps and the log of a failed job, without secrets', async () => {
    const { ci, ports, forge, github } = await openedPull()
    const annotation = { path: 'src/b.js', start_line: 3, annotation_level: 'failure', message: 'not b' }
    const job = {
      steps: [
        { name: 'Set up', conclusion: 'success' },
        { name: 'npm test', conclusion: 'failure' },
      ],
      log: '\uFEFF2026-01-01T00:00:00.1234567Z ##[group]Run npm test\n2026-01-01T00:00:01.1234567Z top-secret-value\n',
    }
    const annotations = [...Array(40).fill(annotation), { ...annotation, message: 'x'.repeat(5_000) }]
    github.onCi(() => ({ runs: [{ ...fails, job, annotations }, { ...fails, name: 'by others' }, passes] }))
    const event = await awaitCi(ci, firstAttempt, ports, forge)
    if (event.type !== 'CiReported') throw new Error(event.type)
    const [failed, others, passed] = event.jobs
    expect(failed?.annotations?.slice(0, 2)).toEqual([
      'failed step: npm test (failure)',
      'failure: src/b.js:3: not b',
    ])
    expect(failed?.annotations?.at(-1)).toBe('… (11 more annotations)')
    expect(failed).toMatchObject({ log: 'ci/await-ci-0001-1/1-lint.log' })
    expect(failed).not.toHaveProperty('unread')
    expect(readFileSync(join(ports.runDir, failed?.log ?? ''), 'utf8')).toBe(
      '##[group]Run npm test\n[redacted]\n',
    )
    expect(Object.keys(others ?? {})).toEqual(['name', 'state', 'url', 'summary'])
    expect(passed).not.toHaveProperty('annotations')
  })

  it('AG-14 a log that the forge does not give is said, and the rest is told', async () => {
    const { ci, ports, forge, github } = await openedPull()
    const annotations = [{ path: 'a.js', annotation_level: 'warning', title: 'Odd', message: 'm' }]
    github.onCi(() => ({ runs: [{ ...fails, job: { steps: [], log: '' }, annotations }] }))
    github.onRequest(on('GET', /\/logs$/, { status: 410, body: { message: 'Gone' } }))
    const event = await awaitCi(ci, firstAttempt, ports, forge)
    expect(event).toMatchObject({
      state: 'failed',
      jobs: [
        {
          annotations: ['warning: a.js: Odd: m'],
          unread: expect.stringContaining('Its log could not be read: '),
        },
      ],
    })
    expect(JSON.stringify(event)).not.toContain('"log"')
  })

  it('takes a forge without any checks for one, after a while', async () => {
    const { ci, ports, forge, github } = await openedPull()
    expect(await awaitCi(ci, firstAttempt, ports, forge)).toMatchObject({ state: 'absent', jobs: [] })
    expect(ports.clock.now()).toBeGreaterThanOrEqual(testNow + minute)
    expect(ports.clock.now()).toBeLessThan(testNow + 3 * minute)
    expect(github.requests.length).toBeLessThan(40)
  })

  it('says that it hears nothing when the time is up', async () => {
    const { ci, ports, forge, github } = await openedPull()
    github.onCi(() => ({ runs: [passes, works] }))
    expect(await awaitCi(ci, firstAttempt, ports, forge)).toMatchObject({ state: 'silent', at: ci.deadline })
    expect(github.requests.length).toBeLessThan(300)
  })

  it('hears of a pull request that people closed or merged meanwhile', async () => {
    const closed = await openedPull()
    closed.github.onCi((_, asked) => {
      if (asked === 2) closed.github.closePull(1)
      return { runs: [works] }
    })
    expect(await awaitCi(closed.ci, firstAttempt, closed.ports, closed.forge)).toMatchObject({
      type: 'PullClosed',
    })
    const merged = await openedPull()
    merged.github.onCi((_, asked) => {
      if (asked === 2) merged.github.mergePull(1)
      return { runs: [works] }
    })
    expect(await awaitCi(merged.ci, firstAttempt, merged.ports, merged.forge)).toMatchObject({
      type: 'LaneMerged',
      by: 'others',
    })
  })

  it('lets go when it is asked to', async () => {
    const { ci, ports, forge, github } = await openedPull()
    github.onCi(() => ({ runs: [works] }))
    const stop = new AbortController()
    const clock = {
      ...ports.clock,
      until: (_: number, signal: AbortSignal) =>
        new Promise<void>((__, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          stop.abort(new Error('stop'))
        }),
    }
    const waiting = awaitCi(ci, { ...firstAttempt, signal: stop.signal }, { ...ports, clock }, forge)
    await expect(waiting).rejects.toThrow('stop')
  })

  const job = (state: 'passed' | 'failed' | 'pending') => ({ name: 'x', state, url: '', summary: '' })
  const early = { isLate: false, mayBeAbsent: false }
  const late = { isLate: true, mayBeAbsent: true }
  it.each([
    [[], null, early, null],
    [[], null, { ...early, mayBeAbsent: true }, 'absent'],
    [[job('passed')], null, early, null],
    [[job('passed')], [job('pending')], early, null],
    [[job('passed')], [job('passed')], early, 'passed'],
    [[job('passed'), job('passed')], [job('passed')], early, null],
    [[job('passed')], null, late, 'passed'],
    [[job('failed'), job('pending')], null, early, null],
    [[job('failed'), job('pending')], null, late, 'failed'],
    [[job('failed')], null, early, 'failed'],
    [[job('pending')], null, late, 'silent'],
  ] as const)('of %j after %j, %j, says %s', (jobs, before, when, state) =>
    expect(verdict(jobs, before, when)).toBe(state),
  )
})

describe('DL-11 MergePull', () => {
  it('labels and merges exactly what was checked', async () => {
    const { merge, ports, forge, github, commit } = await openedPull()
    const event = await mergePull(merge, firstAttempt, ports, forge)
    expect(event).toMatchObject({
      type: 'LaneMerged',
      commit: github.git('rev-parse', 'main'),
      tree: merge.tree,
      by: 'harness',
      size: { files: 1, added: 1, removed: 0 },
    })
    expect(event).not.toHaveProperty('notes')
    expect(github.pulls).toMatchObject([{ labels: ['agent/automerge'], frozenHead: commit }])
  })

  it('merged already, it is found merged, and known for ours', async () => {
    const { merge, ports, forge } = await openedPull()
    const first = await mergePull(merge, firstAttempt, ports, forge)
    expect(await mergePull(merge, repeatedAttempt, ports, forge)).toEqual(first)
  })

  it('merged by somebody else, it is known for theirs', async () => {
    const { merge, ports, forge, github } = await openedPull()
    github.mergePull(1)
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({
      type: 'LaneMerged',
      by: 'others',
    })
  })

  it('closed by somebody, it is not merged', async () => {
    const { merge, ports, forge, github } = await openedPull()
    github.closePull(1)
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({
      type: 'PullClosed',
      number: 1,
    })
  })

  it('merges nothing on a base that moved since the checks', async () => {
    const { merge, ports, forge, github, others } = await openedPull()
    const moved = others.commit('main', { 'others.txt': 'x\n' })
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({ reason: 'base-moved' })
    expect(github.git('rev-parse', 'main')).toBe(moved)
    expect(github.pulls[0]?.labels).toEqual([])
  })

  it('merges nothing that others pushed to the branch', async () => {
    const { merge, ports, forge, others } = await openedPull()
    others.commit(branch, { 'theirs.txt': 'x\n' })
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({
      type: 'MergeRefused',
      reason: 'push-rejected',
      detail: expect.stringContaining('Another commit was pushed'),
    })
  })

  it('merges no tree but the checked one', async () => {
    const { merge, ports, forge, repo } = await openedPull()
    const other = { ...merge, tree: treeAt(repo, 'main') }
    expect(await mergePull(other, firstAttempt, ports, forge)).toMatchObject({ reason: 'tree-differs' })
  })

  it.each([
    [409, 'base-moved'],
    [405, 'not-mergeable'],
  ])('GitHub’s %s is a refusal: %s', async (status, reason) => {
    const { merge, ports, forge, github } = await openedPull()
    github.onRequest(on('PUT', /merge$/, { status, body: { message: 'No.' } }))
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({ type: 'MergeRefused', reason })
    expect(github.pulls[0]?.labels).toEqual([])
  })

  it('GitHub’s 409 is a push of others only where the branch has moved', async () => {
    const { merge, ports, forge, github, others } = await openedPull()
    let asked = false
    github.onRequest((request) => {
      if (request.method !== 'PUT' || !request.path.endsWith('/merge')) return null
      asked = true
      others.commit(branch, { 'theirs.txt': 'x\n' })
      return null
    })
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({
      type: 'MergeRefused',
      reason: 'push-rejected',
    })
    expect(asked).toBe(true)
  })

  it('a merge that the token may not make leaves no label', async () => {
    const { merge, ports, forge, github } = await openedPull()
    github.onRequest(on('PUT', /merge$/, { status: 403, body: { message: 'No.' } }))
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({
      type: 'ForgeFailed',
      error: { kind: 'auth' },
    })
    expect(github.pulls[0]?.labels).toEqual([])
  })

  it('tells where the base moved in the very moment of the merge', async () => {
    const { merge, ports, forge, github, others } = await openedPull()
    github.onRequest(({ path }) => {
      if (path.endsWith('/merge')) others.commit('main', { 'others.txt': 'x\n' })
      return null
    })
    expect(await mergePull(merge, firstAttempt, ports, forge)).toMatchObject({
      type: 'LaneMerged',
      notes: [expect.stringContaining('was not checked as a whole here')],
    })
  })

  it('where auto-merge is not allowed, leaves the merge to automation that goes by the label, and says so', async () => {
    const { merge, ports, forge, github } = await openedPull()
    let reads = 0
    github.onRequest(({ method, path }) => {
      if (method === 'GET' && path === '/pulls/1' && ++reads === 3) github.mergePull(1, 'squash')
      return null
    })
    const auto = { ...merge, how: 'auto' } as const
    expect(await mergePull(auto, firstAttempt, ports, forge)).toMatchObject({
      type: 'LaneMerged',
      by: 'harness',
      notes: [expect.stringMatching(/^Auto-merge was not switched on: the repository does not allow it/)],
    })
    expect(github.pulls[0]?.labels).toEqual(['agent/automerge'])
    expect(github.requests.some(({ path }) => path === '/graphql')).toBe(false)
    expect(github.requests.some(({ path }) => path.endsWith('/merge'))).toBe(false)
  })

  it('says so where that does not merge in time', async () => {
    const { merge, ports, forge, github } = await openedPull()
    expect(await mergePull({ ...merge, how: 'auto' }, firstAttempt, ports, forge)).toMatchObject({
      type: 'MergeRefused',
      reason: 'not-merged-in-time',
      at: merge.deadline,
      detail: expect.stringContaining('the repository does not allow it'),
    })
    expect(github.pulls[0]?.labels).toEqual([])
  })

  it.each([
    ['pushes to it', { type: 'MergeRefused', reason: 'push-rejected' }],
    ['closes it', { type: 'PullClosed', number: 1 }],
  ])('takes the label off when somebody %s while that is waited for', async (what, expected) => {
    const { merge, ports, forge, github, others } = await openedPull()
    let reads = 0
    github.onRequest(({ method, path }) => {
      if (method !== 'GET' || path !== '/pulls/1' || ++reads !== 3) return null
      expect(github.pulls[0]?.labels).toEqual(['agent/automerge'])
      if (what === 'closes it') github.closePull(1)
      else others.commit(branch, { 'theirs.txt': 'x\n' })
      return null
    })
    expect(await mergePull({ ...merge, how: 'auto' }, firstAttempt, ports, forge)).toMatchObject(expected)
    expect(github.pulls[0]?.labels).toEqual([])
  })
})

describe('DL-12 the base lives on the forge', () => {
  const complete: CompletePlan = {
    type: 'CompletePlan',
    id: idOf('20260101-000000/complete/0001/1'),
    planId: '0001',
    from,
    to,
    baseBranch: 'main',
    message: 'chore: complete plan 0001',
  }

  it('a lane begins from the forge’s base, not from a branch that lags behind', async () => {
    const { repo, forge, others } = await githubWorld()
    const moved = others.commit('main', { 'others.txt': 'x\n' })
    const opened = await openLane(openLaneCommand(), firstAttempt, { ...repo.ports(), base: forge })
    expect(opened).toMatchObject({ type: 'LaneOpened', baseCommit: moved, commit: moved })
  })

  it('what others put there is brought into the lane; a rewritten base is told', async () => {
    const { ports, opened, commit, others, repo } = await workedLane()
    const sync: SyncLane = {
      type: 'SyncLane',
      id: idOf('20260101-000000/preflight/0001/1'),
      lane: opened.lane,
      startCommit: commit,
      baseBranch: 'main',
      baseCommit: opened.baseCommit,
    }
    const moved = asCommitHash(others.commit('main', { 'others.txt': 'x\n' }))
    const synced = await syncLane(sync, firstAttempt, ports)
    if (synced.type !== 'LaneSynced') throw new Error(JSON.stringify(synced))
    expect(synced.baseCommit).toBe(moved)
    others.rewind('main')
    others.commit('main', { 'others.txt': 'y\n' })
    const again = {
      ...sync,
      id: idOf('20260101-000000/preflight/0001/2'),
      startCommit: synced.commit,
      baseCommit: moved,
    }
    expect(await syncLane(again, firstAttempt, ports)).toMatchObject({ type: 'BaseRewritten' })
    expect(repo.git('rev-parse', branch)).toBe(synced.commit)
  })

  it('that cannot be reached fails opening and syncing as the forge’s trouble', async () => {
    const { repo, forge } = await githubWorld()
    repo.git('remote', 'set-url', 'origin', 'http://127.0.0.1:1/owner/name.git')
    expect(await openLane(openLaneCommand(), firstAttempt, { ...repo.ports(), base: forge })).toMatchObject({
      type: 'ForgeFailed',
      error: { kind: 'network' },
    })
  })

  it('the plan is completed there, once, and the operator’s branch follows', async () => {
    const { merge, ports, forge, github, repo } = await openedPull()
    await mergePull(merge, firstAttempt, ports, forge)
    const event = await completePlan(complete, firstAttempt, ports, forge)
    expect(event).toMatchObject({ type: 'PlanCompleted', path: to, commit: github.git('rev-parse', 'main') })
    expect(event).not.toHaveProperty('notes')
    expect(await completePlan(complete, repeatedAttempt, ports, forge)).toEqual(event)
    expect(github.git('show', `main:${to}`)).toContain('status: completed')
    expect(repo.git('rev-parse', 'main')).toBe(github.git('rev-parse', 'main'))
    expect(readFileSync(join(repo.root, to), 'utf8')).toContain('status: completed')
    const { lane } = openLaneCommand()
    const id = idOf('20260101-000000/close/0001/1')
    const close = { type: 'CloseLane', id, lane, branch, baseBranch: 'main' } as const
    expect(await closeLane(close, firstAttempt, ports)).toMatchObject({ type: 'LaneClosed', kept: null })
  })

  it('the operator’s own changes are left alone, and that is told', async () => {
    const { ports, forge, github, repo } = await workedLane()
    repo.write(from, `${plan}edited\n`)
    expect(await completePlan(complete, firstAttempt, ports, forge)).toMatchObject({
      type: 'PlanCompleted',
      notes: [expect.stringContaining('Your branch main was left as it is')],
    })
    expect(repo.read(from)).toContain('edited')
    expect(github.git('show', `main:${to}`)).toContain('status: completed')
  })

  it('a protected base refuses the commit, and a person is asked', async () => {
    const { ports, forge, github } = await workedLane()
    const before = github.git('rev-parse', 'main')
    mkdirSync(join(github.bare, 'hooks'), { recursive: true })
    writeFileSync(join(github.bare, 'hooks/pre-receive'), '#!/bin/sh\necho "GH006: Protected" >&2\nexit 1\n')
    chmodSync(join(github.bare, 'hooks/pre-receive'), 0o755)
    expect(await completePlan(complete, firstAttempt, ports, forge)).toMatchObject({
      type: 'MergeRefused',
      reason: 'push-rejected',
      detail: expect.stringContaining('GH006: Protected'),
    })
    expect(github.git('rev-parse', 'main')).toBe(before)
  })
})
