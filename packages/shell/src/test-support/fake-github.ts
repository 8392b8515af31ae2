/**
 * A GitHub on loopback, as far as the product speaks to it: its REST API over a real bare repository, which git reaches by
 * its path, and the two mutations of GraphQL that switch auto-merge. It remembers every request, and fails as it is told.
 */
import { execFileSync } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AutoMergeRequest, nodeIdOf, switchAutoMerge } from './fake-auto-merge.ts'

export interface GithubRequest {
  readonly method: string
  /** Below `/repos/<owner>/<name>`, with its query; `/graphql` for the other API. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  // biome-ignore lint/suspicious/noExplicitAny: a request is whatever the program under test sent.
  readonly body: any
}

export type GithubFault =
  | {
      readonly status: number
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
      /** The request is carried out all the same. */
      readonly afterAll?: boolean
    }
  /** The connection is cut; `afterAll` once the request was carried out. */
  | { readonly cut: true; readonly afterAll?: boolean }
  | { readonly silent: true }

export interface FakePull {
  readonly number: number
  readonly branch: string
  readonly base: string
  title: string
  body: string
  state: 'open' | 'closed'
  /** Where the branch stood when it was closed or merged. */
  frozenHead: string | null
  mergeCommit: string | null
  labels: string[]
  autoMerge: AutoMergeRequest | null
}

export interface FakeJob {
  readonly steps: readonly object[]
  readonly log: string
}

export interface FakeCi {
  readonly runs?: readonly {
    readonly name: string
    readonly status: string
    readonly conclusion?: string | null
    readonly summary?: string
    /** A job of GitHub Actions: it has steps and a log. */
    readonly job?: FakeJob
    readonly annotations?: readonly object[]
  }[]
  readonly statuses?: readonly {
    readonly context: string
    readonly state: string
    readonly description?: string
  }[]
}

export interface FakeGithub {
  /** Of its API, as GitHub Enterprise has it. */
  readonly apiUrl: string
  readonly repository: string
  readonly token: string
  readonly bare: string
  readonly requests: readonly GithubRequest[]
  readonly pulls: readonly FakePull[]
  git(...args: readonly string[]): string
  /** What is said of a commit's checks when it is asked for the nth time, from 1. */
  onCi(answer: (commit: string, asked: number) => FakeCi): void
  /** Decides about each request before it is served; null to serve it. */
  onRequest(fault: (request: GithubRequest) => GithubFault | null): void
  readonly settings: {
    allowMergeCommit: boolean
    /** As every new repository on GitHub has it: false. */
    allowAutoMerge: boolean
    mergeableState: string
    perPage: number
  }
  /** Nothing stands in the way of merges any more: those that wait are made. */
  meetRules(): void
  closePull(number: number): void
  /** As a person does in the browser. */
  mergePull(number: number, method?: string): string
  close(): Promise<void>
}

const identity = {
  GIT_AUTHOR_NAME: 'GitHub',
  GIT_AUTHOR_EMAIL: 'noreply@github.example',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.example',
}

export async function fakeGithub(bare: string, repository = 'owner/name'): Promise<FakeGithub> {
  const token = 'ghp_token_of_nobody_1234567890'
  const requests: GithubRequest[] = []
  const pulls: FakePull[] = []
  const asked = new Map<string, number>()
  /** By the number of its check run, which is that of its job too. */
  const knownRuns: NonNullable<FakeCi['runs']>[number][] = []
  const settings = { allowMergeCommit: true, allowAutoMerge: false, mergeableState: 'clean', perPage: 100 }
  let ci: (commit: string, asked: number) => FakeCi = () => ({})
  let faultOf: (request: GithubRequest) => GithubFault | null = () => null

  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: bare,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...identity },
    }).trimEnd()
  const refOf = (branch: string): string | null => {
    try {
      return git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
    } catch {
      return null
    }
  }
  const headOf = (pull: FakePull): string => pull.frozenHead ?? refOf(pull.branch) ?? '0'.repeat(40)
  const shown = (pull: FakePull): object => ({
    number: pull.number,
    node_id: nodeIdOf(pull.number),
    auto_merge: pull.autoMerge === null ? null : { merge_method: pull.autoMerge.method.toLowerCase() },
    html_url: `https://github.example/${repository}/pull/${pull.number}`,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    merged: pull.mergeCommit !== null,
    merged_at: pull.mergeCommit === null ? null : '2026-01-01T00:00:00Z',
    merge_commit_sha: pull.mergeCommit,
    mergeable_state: settings.mergeableState,
    head: { ref: pull.branch, sha: headOf(pull) },
    base: { ref: pull.base },
  })
  const merge = (pull: FakePull, method: string, message: string): string => {
    const base = git('rev-parse', `refs/heads/${pull.base}`)
    const head = headOf(pull)
    const tree = git('merge-tree', '--write-tree', base, head).split('\n')[0] ?? ''
    const parents = method === 'squash' ? ['-p', base] : ['-p', base, '-p', head]
    const commit = git('commit-tree', ...parents, '-m', message, tree)
    git('update-ref', `refs/heads/${pull.base}`, commit, base)
    pull.frozenHead = head
    pull.mergeCommit = commit
    pull.state = 'closed'
    return commit
  }

  type Served = {
    readonly status: number
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    readonly body: any
    readonly hasMore?: boolean
    readonly location?: string
  }
  const ok = (body: unknown, status = 200): Served => ({ status, body })
  const problem = (status: number, message: string, errors?: unknown): Served => ({
    status,
    body: {
      message,
      documentation_url: 'https://docs.github.com',
      ...(errors === undefined ? {} : { errors }),
    },
  })
  const paged = (
    items: readonly unknown[],
    url: URL,
    wrap: (page: readonly unknown[]) => unknown,
  ): Served => {
    const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), settings.perPage)
    const page = Number(url.searchParams.get('page') ?? 1)
    const body = wrap(items.slice((page - 1) * size, page * size))
    return { status: 200, body, hasMore: page * size < items.length }
  }
  const pullAt = (number: string): FakePull | undefined => pulls.find((one) => one.number === Number(number))

  function serve({ method, path, body }: GithubRequest): Served {
    const url = new URL(path, 'http://x')
    const at = `${method} ${url.pathname === '/' && path === '' ? '' : url.pathname}`
    if (at === 'POST /graphql') return ok(switchAutoMerge(body, pulls, { ...settings, headOf }))
    if (at === 'GET ') {
      const { allowMergeCommit: allow_merge_commit, allowAutoMerge: allow_auto_merge } = settings
      return ok({ full_name: repository, allow_merge_commit, allow_auto_merge })
    }
    if (at === 'GET /pulls') {
      const head = url.searchParams.get('head')
      const owner = repository.split('/')[0]
      const found = pulls.filter((one) => head === null || head === `${owner}:${one.branch}`)
      return paged(found.toReversed().map(shown), url, (page) => page)
    }
    if (at === 'POST /pulls') return open(body)
    const [, number = '', rest] =
      /^\/(?:pulls|issues)\/(\d+)(\/merge|\/labels(?:\/.+)?)?$/.exec(url.pathname) ?? []
    const pull = pullAt(number)
    if (number !== '' && pull === undefined) return problem(404, 'Not Found')
    if (pull !== undefined && method === 'GET') return ok(shown(pull))
    if (pull !== undefined && method === 'PATCH') {
      if (pull.mergeCommit !== null && body.state === 'open') return problem(422, 'Validation Failed')
      Object.assign(pull, body, body.state === 'open' ? { frozenHead: null } : {})
      return ok(shown(pull))
    }
    if (pull !== undefined && method === 'DELETE') {
      const label = decodeURIComponent(rest?.slice('/labels/'.length) ?? '')
      if (!pull.labels.includes(label)) return problem(404, 'Label does not exist')
      pull.labels = pull.labels.filter((one) => one !== label)
      return ok(pull.labels.map((name) => ({ name })))
    }
    if (pull !== undefined && rest === '/labels') {
      pull.labels = [...new Set([...pull.labels, ...body.labels])]
      return ok(pull.labels.map((name) => ({ name })))
    }
    if (pull !== undefined && rest === '/merge') return mergeAsked(pull, body)
    const [, commit, what] = /^\/commits\/([0-9a-f]+)\/(check-runs|status)$/.exec(url.pathname) ?? []
    if (commit !== undefined) return checksOf(commit, what ?? '', url)
    const [, run] = /^\/check-runs\/(\d+)\/annotations$/.exec(url.pathname) ?? []
    if (run !== undefined) return paged(knownRuns[Number(run) - 1]?.annotations ?? [], url, (page) => page)
    const [, jobId, logs] = /^\/actions\/jobs\/(\d+)(\/logs)?$/.exec(url.pathname) ?? []
    const job = knownRuns[Number(jobId) - 1]?.job
    if (job !== undefined && logs === undefined) return ok({ steps: job.steps })
    if (job !== undefined) return { status: 302, body: '', location: `/logs/${jobId}?sig=1` }
    return problem(404, 'Not Found')
  }

  // biome-ignore lint/suspicious/noExplicitAny: see above.
  function open({ head, base, title, body }: any): Served {
    const invalid = (message: string, field: string): Served =>
      problem(422, 'Validation Failed', [{ resource: 'PullRequest', field, code: 'custom', message }])
    if (refOf(head) === null) return invalid('head is invalid', 'head')
    if (pulls.some((one) => one.branch === head && one.base === base && one.state === 'open'))
      return invalid(`A pull request already exists for owner:${head}.`, 'head')
    const fresh = { state: 'open', frozenHead: null, mergeCommit: null, autoMerge: null } as const
    const pull: FakePull = { number: pulls.length + 1, branch: head, base, title, body, ...fresh, labels: [] }
    pulls.push(pull)
    return ok(shown(pull), 201)
  }

  // biome-ignore lint/suspicious/noExplicitAny: see above.
  function mergeAsked(pull: FakePull, body: any): Served {
    if (pull.state === 'closed') return problem(405, 'Pull Request is not mergeable')
    if (body.sha !== headOf(pull))
      return problem(409, 'Head branch was modified. Review and try the merge again.')
    if (settings.mergeableState !== 'clean') return problem(405, 'Pull Request is not mergeable')
    if (body.merge_method === 'merge' && !settings.allowMergeCommit)
      return problem(405, 'Merge commits are not allowed on this repository.')
    try {
      const sha = merge(pull, body.merge_method, `${body.commit_title}\n\n${body.commit_message}`)
      return ok({ sha, merged: true, message: 'Pull Request successfully merged' })
    } catch {
      settings.mergeableState = 'dirty'
      return problem(405, 'Pull Request is not mergeable')
    }
  }

  function checksOf(commit: string, what: string, url: URL): Served {
    const isFirstPage = url.searchParams.get('page') === '1'
    if (what === 'check-runs' && isFirstPage) asked.set(commit, (asked.get(commit) ?? 0) + 1)
    const { runs = [], statuses = [] } = ci(commit, asked.get(commit) ?? 1)
    if (what === 'status') return paged(statuses, url, (page) => ({ state: 'x', statuses: page }))
    const all = runs.map(({ annotations = [], job, ...run }) => {
      const id = knownRuns.push({ ...run, annotations, ...(job === undefined ? {} : { job }) })
      const { summary = '', conclusion = null, ...shown } = run
      const html_url = `https://github.example/${repository}/runs/${encodeURIComponent(run.name)}`
      const details_url = `https://github.example/${repository}/actions/runs/1/job/${id}`
      const output = { title: null, summary, text: null }
      return { id, ...shown, conclusion, html_url, output, ...(job === undefined ? {} : { details_url }) }
    })
    return paged(all, url, (page) => ({ total_count: all.length, check_runs: page }))
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const prefix = `/api/v3/repos/${repository}`
    const url = incoming.url ?? ''
    const isGraphql = url === '/api/graphql'
    const request: GithubRequest = {
      method: incoming.method ?? '',
      path: isGraphql ? '/graphql' : url.slice(prefix.length),
      headers: incoming.headers,
      body: await bodyOf(incoming),
    }
    requests.push(request)
    const send = ({ status, body, hasMore = false, location }: Served, headers = {}): void => {
      const link = hasMore ? { link: `<http://127.0.0.1/next>; rel="next"` } : {}
      const elsewhere = location === undefined ? {} : { location }
      response.writeHead(status, { 'content-type': 'application/json', ...link, ...elsewhere, ...headers })
      response.end(JSON.stringify(body))
    }
    const [, kept] = /^\/logs\/(\d+)\?sig=1$/.exec(url) ?? []
    if (kept !== undefined) return sendLog(incoming, response, knownRuns[Number(kept) - 1]?.job?.log ?? '')
    if (!isGraphql && !url.startsWith(prefix)) return send(problem(404, 'Not Found'))
    if (incoming.headers.authorization !== `Bearer ${token}`) return send(problem(401, 'Bad credentials'))
    const fault = faultOf(request)
    if (fault !== null && 'silent' in fault) return
    if (fault === null) return send(serve(request))
    if (fault.afterAll === true) serve(request)
    if ('cut' in fault) response.destroy()
    else send({ status: fault.status, body: fault.body ?? {} }, fault.headers)
  }

  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((error) => {
      response.writeHead(500)
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const known = (number: number): FakePull => {
    const pull = pulls.find((one) => one.number === number)
    if (pull === undefined) throw new Error(`no pull request ${number}`)
    return pull
  }
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`,
    repository,
    token,
    bare,
    requests,
    pulls,
    git,
    settings,
    onCi(next) {
      ci = next
    },
    onRequest(next) {
      faultOf = next
    },
    closePull(number) {
      const pull = known(number)
      Object.assign(pull, { frozenHead: headOf(pull), state: 'closed' })
    },
    meetRules() {
      settings.mergeableState = 'clean'
      for (const pull of pulls)
        if (pull.state === 'open' && pull.autoMerge !== null)
          merge(pull, pull.autoMerge.method.toLowerCase(), pull.autoMerge.message)
    },
    mergePull: (number, method = 'merge') => merge(known(number), method, `Merge pull request #${number}`),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As the storage behind GitHub does: a request that brings a token too is refused. */
function sendLog({ headers }: IncomingMessage, response: ServerResponse, log: string): void {
  const isRefused = headers.authorization !== undefined
  response.writeHead(isRefused ? 400 : 200, { 'content-type': 'text/plain' })
  response.end(isRefused ? 'InvalidAuthenticationInfo' : log)
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text === '' ? null : JSON.parse(text)
}
