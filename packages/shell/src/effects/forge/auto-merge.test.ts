import { describe, expect, it } from 'vitest'
import type { FakeGithub, GithubFault } from '../../test-support/fake-github.ts'
import { firstAttempt, repeatedAttempt, testNow } from '../../test-support/target-repo.ts'
import { branch, minute, on, openedPull } from '../../test-support/worked-lane.ts'
import { mergePull } from './merge-pull.ts'

describe('DL-11 MergePull with GitHub’s auto-merge', () => {
  /** A pull request that GitHub will not merge before its rules are met. */
  async function heldPull() {
    const world = await openedPull()
    world.holdMerges()
    return { ...world, auto: { ...world.merge, how: 'auto' } as const, pull: () => world.github.pulls[0] }
  }
  /** Does something when the pull request is read for the nth time. */
  const atRead = (github: FakeGithub, nth: number, deed: () => void): void => {
    let reads = 0
    github.onRequest(({ method, path }) => {
      if (method === 'GET' && path === '/pulls/1' && ++reads === nth) deed()
      return null
    })
  }

  it('is switched on for exactly the checked commit, and waited for', async () => {
    const { auto, ports, forge, github, commit, pull, repo } = await heldPull()
    atRead(github, 5, () => {
      expect(pull()).toMatchObject({ labels: ['agent/automerge'], autoMerge: { method: 'MERGE' } })
      github.meetRules()
    })
    const event = await mergePull(auto, firstAttempt, ports, forge)
    expect(event).toMatchObject({
      type: 'LaneMerged',
      by: 'harness',
      commit: github.git('rev-parse', 'main'),
    })
    expect(event).not.toHaveProperty('notes')
    const asked = github.requests.find(({ path }) => path === '/graphql')
    expect(asked?.body.variables.input).toMatchObject({ expectedHeadOid: commit })
    expect(asked?.headers.authorization).toBe(`Bearer ${github.token}`)
    expect(repo.git('log', '-1', '--format=%B', 'origin/main')).toContain(`Harness-Command: ${auto.id}`)
    expect(github.requests.some(({ path }) => path.endsWith('/merge'))).toBe(false)
    expect(await mergePull(auto, repeatedAttempt, ports, forge)).toEqual(event)
  })

  it('is not needed if nothing is left to wait for: it is merged at once', async () => {
    const { auto, ports, forge, github } = await heldPull()
    github.settings.mergeableState = 'clean'
    const event = await mergePull(auto, firstAttempt, ports, forge)
    expect(event).toMatchObject({ type: 'LaneMerged', by: 'harness' })
    expect(event).not.toHaveProperty('notes')
    expect(github.git('rev-parse', 'main^2')).toBe(auto.commit)
  })

  it('is told where GitHub will not have it; the label alone is waited for', async () => {
    const { auto, ports, forge, github } = await heldPull()
    const errors = [{ type: 'FORBIDDEN', message: 'Resource not accessible by personal access token' }]
    github.onRequest(on('POST', /^\/graphql$/, { status: 200, body: { data: null, errors } }))
    expect(await mergePull(auto, firstAttempt, ports, forge)).toMatchObject({
      type: 'MergeRefused',
      reason: 'not-merged-in-time',
      notes: [expect.stringContaining('Resource not accessible by personal access token')],
    })
  })

  it('a limit of GitHub’s is waited for', async () => {
    const { auto, ports, forge, github } = await heldPull()
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(testNow / 1000 + 60) }
    const body = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }
    github.onRequest(on('POST', /^\/graphql$/, { status: 200, body, headers }))
    expect(await mergePull(auto, firstAttempt, ports, forge)).toMatchObject({
      type: 'ForgeFailed',
      error: { kind: 'rate_limit', resetsAt: testNow + minute },
    })
  })

  it('found on after an answer that was lost, it is as good as switched on', async () => {
    const { auto, ports, forge, github, pull } = await heldPull()
    const fault: GithubFault = {
      status: 200,
      afterAll: true,
      body: { errors: [{ message: 'Something broke' }] },
    }
    let reads = 0
    github.onRequest((request) => {
      if (request.path === '/pulls/1' && ++reads === 6) github.meetRules()
      return on('POST', /^\/graphql$/, fault)(request)
    })
    const event = await mergePull(auto, firstAttempt, ports, forge)
    expect(event).toMatchObject({ type: 'LaneMerged', by: 'harness' })
    expect(event).not.toHaveProperty('notes')
    expect(pull()?.mergeCommit).not.toBe(null)
  })

  it.each([
    ['pushes to it', { type: 'MergeRefused', reason: 'push-rejected' }],
    ['lets the time run out', { type: 'MergeRefused', reason: 'not-merged-in-time' }],
  ])('is switched off when somebody %s', async (what, expected) => {
    const { auto, ports, forge, github, others, pull } = await heldPull()
    const before = github.git('rev-parse', 'main')
    if (what === 'pushes to it') atRead(github, 4, () => others.commit(branch, { 'theirs.txt': 'x\n' }))
    expect(await mergePull(auto, firstAttempt, ports, forge)).toMatchObject(expected)
    expect(pull()).toMatchObject({ labels: [], autoMerge: null })
    github.meetRules()
    expect(github.git('rev-parse', 'main')).toBe(before)
  })

  it('a stop takes the offer back: nothing is merged behind anybody’s back; taken up, it is merged', async () => {
    const { auto, ports, forge, github, pull } = await heldPull()
    const stop = new AbortController()
    atRead(github, 4, () => {
      expect(pull()).toMatchObject({ labels: ['agent/automerge'], autoMerge: { method: 'MERGE' } })
      stop.abort(new Error('stop'))
    })
    const attempt = { signal: stop.signal, repeated: false }
    await expect(mergePull(auto, attempt, ports, forge)).rejects.toThrow('stop')
    expect(pull()).toMatchObject({ state: 'open', labels: [], autoMerge: null })
    atRead(github, 4, github.meetRules)
    expect(await mergePull(auto, repeatedAttempt, ports, forge)).toMatchObject({ type: 'LaneMerged' })
  })

  it('a stop of a direct merge that was not made takes the label off', async () => {
    const { merge, ports, forge, github } = await openedPull()
    const stop = new AbortController()
    github.onRequest(({ path }) => {
      if (!path.endsWith('/merge')) return null
      stop.abort(new Error('stop'))
      return { silent: true }
    })
    const attempt = { signal: stop.signal, repeated: false }
    await expect(mergePull(merge, attempt, ports, forge)).rejects.toThrow('stop')
    expect(github.pulls).toMatchObject([{ state: 'open', labels: [] }])
  })

  it('a stop before anything was offered leaves the forge alone', async () => {
    const { auto, ports, forge, github } = await heldPull()
    const stop = new AbortController()
    stop.abort(new Error('stop'))
    const before = github.requests.length
    await expect(mergePull(auto, { signal: stop.signal, repeated: false }, ports, forge)).rejects.toThrow(
      'stop',
    )
    expect(github.requests.slice(before)).toEqual([])
  })

  it('where the forge cannot be reached to take it back, a stop says what may happen', async () => {
    const { auto, ports, forge, github, pull } = await heldPull()
    const stop = new AbortController()
    let isDown = false
    github.onRequest(({ path }) => {
      if (path === '/graphql') {
        isDown = true
        setTimeout(() => stop.abort(new Error('stop')), 0)
        return null
      }
      return isDown ? { cut: true } : null
    })
    expect(await mergePull(auto, { signal: stop.signal, repeated: false }, ports, forge)).toMatchObject({
      type: 'ForgeFailed',
      error: {
        message: expect.stringMatching(/^pull request 1 may still be merged while the run is stopped/),
      },
    })
    expect(pull()).toMatchObject({ labels: ['agent/automerge'] })
  })
})
