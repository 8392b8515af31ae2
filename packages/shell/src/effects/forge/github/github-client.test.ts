import { describe, expect, it } from 'vitest'
import type { GithubFault } from '../../../test-support/fake-github.ts'
import { githubWorld } from '../../../test-support/github-world.ts'
import { testNow } from '../../../test-support/target-repo.ts'
import { ForgeError } from '../../failure/forge-error.ts'
import { openGithubForge } from './open-github-forge.ts'

const signal = new AbortController().signal

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ForgeError)) throw new Error(`no failure of the forge: ${String(error)}`)
  return error.error
}

async function failingWith(fault: GithubFault, times = Number.POSITIVE_INFINITY) {
  const world = await githubWorld()
  let left = times
  world.github.onRequest(() => (left-- > 0 ? fault : null))
  return world
}

const read = async (fault: GithubFault) => failureOf((await failingWith(fault)).forge.readPull(1, signal))

describe('DL-11 what an answer of GitHub means', () => {
  it('401 is a log-in that is not accepted, and says which variable and how to make another', async () => {
    const { forge, github } = await githubWorld()
    github.onRequest(() => ({ status: 401, body: { message: 'Bad credentials' } }))
    const error = await failureOf(forge.readPull(1, signal))
    expect(error).toMatchObject({ kind: 'auth', status: 401 })
    for (const part of ['Bad credentials', 'GITHUB_TOKEN', 'fine-grained token for owner/name', 'export'])
      expect(error.message).toContain(part)
    expect(error.message).not.toContain(github.token)
  })

  it.each([
    [
      'a secondary limit',
      403,
      { 'retry-after': '30' },
      'You have exceeded a secondary rate limit',
      testNow + 30_000,
    ],
    ['a secondary limit that says no time', 403, {}, 'You have exceeded a secondary rate limit.', undefined],
    ['too many requests', 429, { 'retry-after': '2' }, 'Slow down', testNow + 2_000],
    [
      'a used up allowance',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(testNow / 1000 + 600) },
      'API rate limit exceeded',
      testNow + 600_000,
    ],
  ])('%s is a limit that is waited for', async (_, status, headers, message, resetsAt) => {
    const error = await read({ status, body: { message }, headers: headers as Record<string, string> })
    expect(error).toMatchObject({ kind: 'rate_limit', status })
    expect(error.resetsAt).toBe(resetsAt)
  })

  it('403 names the permission that is missing', async () => {
    const error = await read({
      status: 403,
      body: { message: 'Resource not accessible by personal access token' },
      headers: { 'x-accepted-github-permissions': 'pull_requests=write', 'x-ratelimit-remaining': '4999' },
    })
    expect(error).toMatchObject({ kind: 'auth', status: 403 })
    expect(error.message).toContain('it needs pull_requests=write')
  })

  it('404 is a wrong repository, or a token without access to it', async () => {
    const error = await read({ status: 404, body: { message: 'Not Found' } })
    expect(error).toMatchObject({ kind: 'invalid', status: 404 })
    expect(error.message).toContain('forge.repository')
  })

  it('422 tells what GitHub says about each field', async () => {
    const errors = [{ resource: 'PullRequest', field: 'base', code: 'invalid' }]
    const error = await read({ status: 422, body: { message: 'Validation Failed', errors } })
    expect(error).toMatchObject({ kind: 'invalid', status: 422 })
    expect(error.message).toContain('Validation Failed — PullRequest.base: invalid')
  })

  it('a renamed repository is told of when something is to be changed', async () => {
    const { forge } = await failingWith({ status: 307, headers: { location: '/elsewhere' } })
    const draft = { title: 't', body: 'b', branch: 'x', base: 'main' }
    expect(await failureOf(forge.openPull(draft, signal))).toMatchObject({ kind: 'invalid', status: 307 })
  })

  it.each([
    ['5xx', { status: 502, body: 'Bad Gateway' }, 'overloaded'],
    ['a cut connection', { cut: true }, 'network'],
  ] as const)('%s is asked again, a few times', async (_, fault, kind) => {
    const { forge, github } = await failingWith(fault)
    expect(await failureOf(forge.readPull(1, signal))).toMatchObject({ kind })
    expect(github.requests).toHaveLength(3)
    const twice = await failingWith(fault, 2)
    expect(await failureOf(twice.forge.readPull(1, signal))).toMatchObject({ status: 404 })
    expect(twice.github.requests).toHaveLength(3)
  })

  it('but nothing that would be done twice', async () => {
    const { forge, github } = await failingWith({ cut: true })
    const draft = { title: 't', body: 'b', branch: 'x', base: 'main' }
    expect(await failureOf(forge.openPull(draft, signal))).toMatchObject({ kind: 'network' })
    expect(github.requests).toHaveLength(1)
  })

  it('a server that is no GitHub is told apart', async () => {
    const { repo, github } = await githubWorld()
    const options = {
      repository: 'owner/name',
      repoRoot: repo.root,
      remote: 'origin',
      clock: repo.ports().clock,
    }
    const token = { variable: 'GITHUB_TOKEN', value: github.token }
    const apiUrl = github.apiUrl.replace('/api/v3', '/elsewhere')
    const elsewhere = openGithubForge({ ...options, token, apiUrl })
    expect(await failureOf(elsewhere.readPull(1, signal))).toMatchObject({ kind: 'invalid' })
    const none = openGithubForge({ ...options, token: { ...token, value: null }, apiUrl: github.apiUrl })
    expect(await failureOf(none.readPull(1, signal))).toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('no token for GitHub in GITHUB_TOKEN'),
    })
  })

  it('does not wait for ever, and lets go when asked', async () => {
    const { repo, github } = await githubWorld()
    github.onRequest(() => ({ silent: true }))
    const forge = openGithubForge({
      apiUrl: github.apiUrl,
      repository: 'owner/name',
      repoRoot: repo.root,
      remote: 'origin',
      clock: repo.ports().clock,
      token: { variable: 'GITHUB_TOKEN', value: github.token },
      timeoutMs: 50,
      retryPausesMs: [],
    })
    expect(await failureOf(forge.readPull(1, signal))).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('did not answer in time'),
    })
    const stop = new AbortController()
    const reading = forge.readPull(1, stop.signal)
    stop.abort(new Error('stop'))
    await expect(reading).rejects.toThrow('stop')
  })

  it('says who asks in every request, and which version of the API it speaks', async () => {
    const { forge, github } = await githubWorld()
    await forge.pullsOf('x', 'main', signal)
    expect(github.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${github.token}`,
      'x-github-api-version': '2022-11-28',
      accept: 'application/vnd.github+json',
    })
  })
})

describe('DL-11 the checks of a commit', () => {
  const commit = 'a'.repeat(40) as never
  it('are check runs and statuses, of every page', async () => {
    const { forge, github } = await githubWorld()
    github.settings.perPage = 2
    const names = ['a', 'b', 'c', 'd', 'e']
    github.onCi(() => ({
      runs: names.map((name) => ({ name, status: 'completed', conclusion: 'success' })),
      statuses: names.map((name) => ({ context: `status/${name}`, state: 'pending' })),
    }))
    const jobs = await forge.ciJobs(commit, signal)
    expect(jobs.map(({ name }) => name)).toEqual([...names, ...names.map((name) => `status/${name}`)])
  })

  it.each([
    [{ status: 'queued' }, 'pending'],
    [{ status: 'in_progress' }, 'pending'],
    [{ status: 'completed', conclusion: 'success' }, 'passed'],
    [{ status: 'completed', conclusion: 'neutral' }, 'passed'],
    [{ status: 'completed', conclusion: 'skipped' }, 'passed'],
    [{ status: 'completed', conclusion: 'failure' }, 'failed'],
    [{ status: 'completed', conclusion: 'timed_out' }, 'failed'],
    [{ status: 'completed', conclusion: 'cancelled' }, 'failed'],
    [{ status: 'completed', conclusion: 'action_required' }, 'pending'],
    [{ status: 'completed', conclusion: 'something new' }, 'failed'],
  ])('a run that is %j is %s', async (run, state) => {
    const { forge, github } = await githubWorld()
    github.onCi(() => ({ runs: [{ name: 'a', ...run }] }))
    expect(await forge.ciJobs(commit, signal)).toMatchObject([{ name: 'a', state }])
  })

  it.each([
    ['success', 'passed'],
    ['pending', 'pending'],
    ['failure', 'failed'],
    ['error', 'failed'],
  ])('a status %s is %s', async (given, state) => {
    const { forge, github } = await githubWorld()
    github.onCi(() => ({ statuses: [{ context: 'a', state: given, description: 'why' }] }))
    expect(await forge.ciJobs(commit, signal)).toMatchObject([{ name: 'a', state, summary: 'why' }])
  })
})

describe('DL-11 merging on GitHub', () => {
  const opened = async () => {
    const world = await githubWorld()
    world.repo.git('switch', '--quiet', '--detach')
    const head = world.repo.commit({ 'b.txt': 'b\n' }) as never
    await world.forge.publishBranch('task/x', head, signal)
    const pull = await world.forge.openPull({ title: 't', body: 'b', branch: 'task/x', base: 'main' }, signal)
    return { ...world, head, order: { head, title: 'T', message: 'M' }, pull }
  }

  it.each([
    ['behind', 'base-moved'],
    ['dirty', 'conflict'],
    ['blocked', 'not-mergeable'],
  ])('what GitHub calls %s is refused as %s', async (mergeableState, reason) => {
    const { forge, github, order } = await opened()
    github.settings.mergeableState = mergeableState
    const refused = await forge.mergePull(1, order, signal)
    expect(refused).toMatchObject({
      type: 'refused',
      reason,
      detail: expect.stringContaining('not mergeable'),
    })
  })

  it('an answer that was lost is found out', async () => {
    const { forge, github, order } = await opened()
    github.onRequest(({ path }) => (path.endsWith('/merge') ? { cut: true, afterAll: true } : null))
    expect(await forge.mergePull(1, order, signal)).toEqual({
      type: 'merged',
      commit: github.git('rev-parse', 'main'),
    })
  })

  it('one that was not done is a failure', async () => {
    const { forge, github, order } = await opened()
    github.onRequest(({ path }) => (path.endsWith('/merge') ? { status: 503 } : null))
    expect(await failureOf(forge.mergePull(1, order, signal))).toMatchObject({ kind: 'overloaded' })
  })

  it('a repository that allows no merge commits gets a squashed one', async () => {
    const { forge, github, order, head } = await opened()
    github.settings.allowMergeCommit = false
    expect(await forge.mergePull(1, order, signal)).toMatchObject({ type: 'merged' })
    expect(github.git('rev-list', '--parents', '-1', 'main').split(' ')).toHaveLength(2)
    expect(github.git('rev-parse', 'main^{tree}')).toBe(github.git('rev-parse', `${head}^{tree}`))
  })
})
