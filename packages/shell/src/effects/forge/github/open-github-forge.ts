/** The forge `github`: pull requests over its API, branches and the base over git. */
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { ForgeError } from '../../failure/forge-error.ts'
import type { Advance } from '../../landing/advance-base.ts'
import type { Forge, PullMerge, PullRequest, PullText } from '../port/forge.ts'
import { commitsInTheWay } from './commits-in-the-way.ts'
import { explainJob } from './explain-job.ts'
import { disableAutoMerge, enableAutoMerge } from './github-auto-merge.ts'
import { jobOfCheckRun, jobOfStatus } from './github-ci.ts'
import { type GithubClientOptions, githubClient } from './github-client.ts'
import { asAnswer, hashIn, numberIn, textIn, textOr } from './github-fields.ts'
import { gitOrigin } from './github-place.ts'
import { mergeableState, mergeSettings } from './merge-rules.ts'
import { fetchBranch, pushBranch, type Remote, trackingRef } from './remote-git.ts'

export interface GithubForgeOptions extends GithubClientOptions {
  readonly repoRoot: string
  /** The name of the remote that is this repository on GitHub. */
  readonly remote: string
}

export function openGithubForge(options: GithubForgeOptions): Forge {
  const client = githubClient(options)
  const owner = options.repository.split('/')[0] ?? ''
  const remote: Remote = {
    repoRoot: options.repoRoot,
    name: options.remote,
    origin: gitOrigin(options.apiUrl),
    token: options.token.value,
  }
  const readPull = async (number: number, signal: AbortSignal): Promise<PullRequest> =>
    pullOf(await client.ask({ path: `/pulls/${number}` }, signal))

  return {
    baseRef: (branch) => trackingRef(remote.name, branch),
    refreshBase: (branch, signal) => fetchBranch(remote, branch, signal),
    async publishBranch(branch, commit, signal) {
      const push = await pushBranch(remote, branch, commit, signal)
      if (push.type === 'pushed') return { type: 'published' }
      const detail = `${remote.name} rejected ${branch}: ${push.detail}`
      if (!push.behind) return { type: 'rejected', detail }
      const theirs = await commitsInTheWay(remote, branch, commit, signal)
      return { type: 'rejected', detail: [detail, ...theirs].join('\n') }
    },
    publishBase: (branch, from, to, signal) => publishBase(remote, branch, from, to, signal),
    async pullsOf(branch, base, signal) {
      const query = new URLSearchParams({ state: 'all', head: `${owner}:${branch}`, base })
      const found = await client.list(`/pulls?${query}`, (page) => page, signal)
      // A list holds no merge commits, and on some servers takes the filter for a wish.
      const ours = found.map(pullOf).filter((pull) => pull.branch === branch && pull.base === base)
      return ours.toSorted((one, other) => other.number - one.number)
    },
    readPull,
    async openPull({ branch, base, ...text }, signal) {
      const draft = { ...fitting(text), head: branch, base }
      return pullOf(await client.ask({ method: 'POST', path: '/pulls', body: draft }, signal))
    },
    async updatePull(number, text, signal) {
      const { title, body } = fitting(text)
      const pull = await readPull(number, signal)
      if (pull.state === 'merged') return pull
      if (pull.state === 'open' && pull.title === title && pull.body === body) return pull
      const change = { title, body, ...(pull.state === 'closed' ? { state: 'open' } : {}) }
      const ask = { method: 'PATCH', path: `/pulls/${number}`, body: change, repeatable: true } as const
      return pullOf(await client.ask(ask, signal))
    },
    async ciJobs(commit, signal) {
      const of = `/commits/${commit}`
      const runs = await client.list(`${of}/check-runs?filter=latest`, listIn('check_runs'), signal)
      const statuses = await client.list(`${of}/status`, listIn('statuses'), signal)
      return [...runs.map(jobOfCheckRun), ...statuses.map(jobOfStatus)]
    },
    explainJob: (job, signal) => explainJob(client, job, signal),
    async labelPull(number, label, signal) {
      const body = { labels: [label] }
      await client.ask({ method: 'POST', path: `/issues/${number}/labels`, body, repeatable: true }, signal)
    },
    async unlabelPull(number, label, signal) {
      const path = `/issues/${number}/labels/${encodeURIComponent(label)}`
      await client.ask({ method: 'DELETE', path, repeatable: true }, signal).catch((error: unknown) => {
        if (!(error instanceof ForgeError) || error.error.status !== notThere) throw error
      })
    },
    enableAutoMerge: (number, order, signal) => enableAutoMerge(client, number, order, options.clock, signal),
    disableAutoMerge: (number, signal) => disableAutoMerge(client, number, signal),
    async mergePull(number, { head, title, message }, signal) {
      const order = { sha: head, commit_title: title, commit_message: message }
      const { method } = await mergeSettings(client, signal)
      const body = { ...order, merge_method: method }
      try {
        const answer = await client.ask({ method: 'PUT', path: `/pulls/${number}/merge`, body }, signal)
        return { type: 'merged', commit: asCommitHash(hashIn(asAnswer(answer, 'merge'), 'sha')) }
      } catch (error) {
        if (!(error instanceof ForgeError)) throw error
        const pull = await readPull(number, signal).catch(() => null)
        if (pull?.state === 'merged' && pull.mergeCommit !== null)
          return { type: 'merged', commit: pull.mergeCommit }
        const isOurs = pull?.head === head
        return refusalIn(error, isOurs, await mergeableState(client, number, options.clock, signal))
      }
    },
  }
}

/** GitHub's answer if the pull request does not have the label. */
const notThere = 404

const listIn = (field: string) => (page: unknown) => asAnswer(page, 'page')[field]

async function publishBase(
  remote: Remote,
  branch: string,
  from: CommitHash,
  to: CommitHash,
  signal: AbortSignal,
): Promise<Advance> {
  const push = await pushBranch(remote, branch, to, signal)
  if (push.type === 'pushed') {
    await fetchBranch(remote, branch, signal)
    return { type: 'advanced' }
  }
  const detail = `${remote.name} rejected a commit on ${branch} (it was at ${from.slice(0, 12)}): ${push.detail}`
  return { type: 'refused', reason: push.behind ? 'base-moved' : 'push-rejected', detail }
}

function pullOf(value: unknown): PullRequest & { readonly branch: string } {
  const pull = asAnswer(value, 'pull request')
  const head = asAnswer(pull.head, 'head')
  const isMerged = pull.merged === true || typeof pull.merged_at === 'string'
  return {
    number: numberIn(pull, 'number'),
    url: textIn(pull, 'html_url'),
    state: isMerged ? 'merged' : pull.state === 'open' ? 'open' : 'closed',
    title: textOr(pull.title, ''),
    body: textOr(pull.body, ''),
    base: textIn(asAnswer(pull.base, 'base'), 'ref'),
    branch: textOr(head.ref, ''),
    head: asCommitHash(hashIn(head, 'sha')),
    mergeCommit:
      isMerged && typeof pull.merge_commit_sha === 'string'
        ? asCommitHash(hashIn(pull, 'merge_commit_sha'))
        : null,
  }
}

const longestTitle = 250
const longestBody = 65_000

/** GitHub takes no more than that, and the run's report has all of it. */
const fitting = ({ title, body }: PullText): PullText => ({
  title: cut(title, longestTitle, '…'),
  body: cut(body, longestBody, '\n\n… (cut: too long for GitHub)\n'),
})

const cut = (text: string, longest: number, end: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest - end.length)}${end}`

/** What people or rules decided is a refusal; anything else is thrown on. */
function refusalIn(error: ForgeError, isOurs: boolean, mergeable: string): PullMerge {
  const { status, message } = error.error
  const refused = (reason: Extract<PullMerge, { type: 'refused' }>['reason']): PullMerge => ({
    type: 'refused',
    reason,
    detail: message,
  })
  // If the branch is still what was checked, the base moved under the merge.
  if (status === 409) return refused(isOurs ? 'base-moved' : 'push-rejected')
  if (status !== 405) throw error
  if (mergeable === 'dirty') return refused('conflict')
  return refused(
    mergeable === 'behind' || /base branch was modified/i.test(message) ? 'base-moved' : 'not-mergeable',
  )
}
