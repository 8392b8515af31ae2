import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gitOverHttp } from '../../../test-support/git-over-http.ts'
import { githubWorld } from '../../../test-support/github-world.ts'
import { targetRepo } from '../../../test-support/target-repo.ts'
import { ForgeError } from '../../failure/forge-error.ts'
import { fetchBranch, pushBranch, type Remote } from './remote-git.ts'

const signal = new AbortController().signal
const token = 'ghp_token_of_nobody_1234567890'
const login = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`

/** A server that keeps what git told it, and refuses every log-in. */
async function deafServer(status = 403) {
  const headers: (string | undefined)[] = []
  const server = createServer((request, response) => {
    headers.push(request.headers.authorization)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers }
}

async function remoteAt(url: string, origin: string) {
  const repo = targetRepo()
  repo.git('remote', 'add', 'origin', `${url}/owner/name.git`)
  const remote: Remote = { repoRoot: repo.root, name: 'origin', origin, token }
  return { repo, remote }
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof ForgeError)) throw new Error(`no failure of the forge: ${String(error)}`)
  return error.error
}

describe('QA-07 the token of a forge', () => {
  it('goes with git to the forge’s own address, and shows in no message', async () => {
    const { origin, headers } = await deafServer()
    const { remote } = await remoteAt(origin, origin)
    const error = await failureOf(fetchBranch(remote, 'main', signal))
    expect(headers).toEqual([login])
    expect(error.kind).toBe('auth')
    expect(error.message).not.toContain(token)
    expect(error.message).not.toContain(login)
  })

  it('opens the door to fetch and to push, and another one does not', async () => {
    const { repo, github, others } = await githubWorld()
    const url = await gitOverHttp(github.bare, login)
    repo.git('remote', 'set-url', 'origin', url)
    const remote: Remote = { repoRoot: repo.root, name: 'origin', origin: new URL(url).origin, token }
    const moved = others.commit('main', { 'x.txt': 'x\n' })
    await fetchBranch(remote, 'main', signal)
    expect(repo.git('rev-parse', 'refs/remotes/origin/main')).toBe(moved)
    const commit = asCommitHash(repo.commit({ 'c.txt': 'c\n' }))
    expect(await pushBranch(remote, 'task/x', commit, signal)).toEqual({ type: 'pushed' })
    expect(github.git('rev-parse', 'task/x')).toBe(commit)
    expect(await pushBranch(remote, 'main', commit, signal)).toMatchObject({ type: 'rejected', behind: true })
    for (const wrong of ['another-token-of-nobody', null])
      expect(await failureOf(fetchBranch({ ...remote, token: wrong }, 'main', signal))).toMatchObject({
        kind: 'auth',
      })
  })

  it('goes nowhere else, wherever the remote points', async () => {
    const { origin, headers } = await deafServer()
    const { remote, repo } = await remoteAt(origin, 'https://github.com')
    await failureOf(fetchBranch(remote, 'main', signal))
    await failureOf(pushBranch(remote, 'x', asCommitHash(repo.git('rev-parse', 'HEAD')), signal))
    expect(headers.length).toBeGreaterThan(0)
    expect(new Set(headers)).toEqual(new Set([undefined]))
  })

  it('replaces a log-in that the repository’s own config holds', async () => {
    const { origin, headers } = await deafServer()
    const { remote, repo } = await remoteAt(origin, origin)
    repo.git('config', `http.${origin}/.extraheader`, 'Authorization: Basic other')
    await failureOf(fetchBranch(remote, 'main', signal))
    expect(headers).toEqual([login])
  })

  it.each(['http.proxy', 'http.https://github.com/.sslVerify', 'http.curloptResolve'])(
    'is not handed out while the repository sets %s',
    async (key) => {
      const { origin, headers } = await deafServer()
      const { remote, repo } = await remoteAt(origin, origin)
      repo.git('config', key, 'false')
      await expect(fetchBranch(remote, 'main', signal)).rejects.toMatchObject({
        code: 'git-repository-unsafe',
      })
      expect(headers).toEqual([])
    },
  )
})

describe('DL-11 git that a forge turns away', () => {
  it.each([
    [404, 'invalid'],
    [429, 'rate_limit'],
    [503, 'overloaded'],
  ])('%s is %s', async (status, kind) => {
    const { origin } = await deafServer(status)
    const { remote } = await remoteAt(origin, origin)
    expect(await failureOf(fetchBranch(remote, 'main', signal))).toMatchObject({ kind })
  })

  it('a server that is not there is the network’s trouble', async () => {
    const { remote } = await remoteAt('http://127.0.0.1:1', 'http://127.0.0.1:1')
    expect(await failureOf(fetchBranch(remote, 'main', signal))).toMatchObject({ kind: 'network' })
  })

  it('a remote that is no repository is a mistake', async () => {
    const { remote } = await remoteAt('/nowhere', 'https://github.com')
    expect(await failureOf(fetchBranch(remote, 'main', signal))).toMatchObject({ kind: 'invalid' })
  })

  it('a base that is not there is named', async () => {
    const { repo } = await githubWorld()
    const remote = { repoRoot: repo.root, name: 'origin', origin: 'https://github.com', token: null }
    await expect(fetchBranch(remote, 'trunk', signal)).rejects.toMatchObject({ code: 'base-branch-missing' })
  })

  it('DL-31 several runs fetch the same base at once, and none fails', async () => {
    const { repo, forge, others } = await githubWorld()
    for (let round = 1; round <= 3; round++) {
      const moved = others.commit('main', { 'x.txt': `${round}\n` })
      await Promise.all(Array.from({ length: 8 }, () => forge.refreshBase('main', signal)))
      expect(repo.git('rev-parse', forge.baseRef('main'))).toBe(moved)
    }
  })

  it('a protected branch is rejected in the forge’s own words', async () => {
    const { repo, github, forge } = await githubWorld()
    const hook = join(github.bare, 'hooks/pre-receive')
    mkdirSync(join(github.bare, 'hooks'), { recursive: true })
    writeFileSync(hook, '#!/bin/sh\necho "GH006: Protected branch update failed" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const from = asCommitHash(repo.git('rev-parse', 'main'))
    const to = asCommitHash(repo.commit({ 'c.txt': 'c\n' }))
    expect(await forge.publishBase('main', from, to, signal)).toMatchObject({
      type: 'refused',
      reason: 'push-rejected',
      detail: expect.stringContaining('GH006: Protected branch update failed'),
    })
    expect(github.git('rev-parse', 'main')).toBe(from)
  })

  it('lets nothing in the repository’s config force a push', async () => {
    const { repo, forge, others, branchAt } = await githubWorld()
    const theirs = others.commit('main', { 'x.txt': 'x\n' })
    appendFileSync(join(repo.root, '.git/config'), '[remote "origin"]\n\tpush = +refs/heads/*:refs/heads/*\n')
    const ours = asCommitHash(repo.commit({ 'c.txt': 'c\n' }))
    expect(await forge.publishBranch('main', ours, signal)).toMatchObject({ type: 'rejected' })
    appendFileSync(join(repo.root, '.git/config'), '[remote "origin"]\n\tmirror = true\n')
    await forge.publishBranch('main', ours, signal).catch(() => null)
    expect(branchAt('main')).toBe(theirs)
  })
})
