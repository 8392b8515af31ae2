/**
 * The forge `local`: no forge at all. The base is a branch of this repository, its pull requests are records in the state
 * directory, nothing runs checks of its own, and a merge is made here, in its turn. A branch that a person merged by hand
 * is found merged.
 */
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { commitTree, isAncestor, newestDate } from '../../../machine/git/commits.ts'
import { gitOk } from '../../../machine/git/git.ts'
import type { Identity } from '../../../machine/git/identity.ts'
import { mergeTreeWrite } from '../../../machine/git/merge-tree.ts'
import { readRef, updateRef } from '../../../machine/git/refs.ts'
import { advanceBase } from '../../landing/advance-base.ts'
import { atTheBase } from '../../landing/base-turn.ts'
import { requireBase } from '../../landing/forge-ports.ts'
import { ownBranches } from '../../lanes/base-source.ts'
import type { Forge, MergeOrder, PullMerge, PullRequest, PullText } from '../port/forge.ts'
import { fileOfPull, type PullRecord, readPullRecords, writePullRecord } from './pull-records.ts'

export interface LocalForgeOptions {
  readonly repoRoot: string
  readonly stateDir: string
  readonly identity?: Identity | undefined
}

export function openLocalForge(options: LocalForgeOptions): Forge {
  const { repoRoot, stateDir } = options
  const seen = async (record: PullRecord): Promise<PullRequest> => {
    const { branch: _, labels: __, ...pull } = await withFate(record, repoRoot)
    return { ...pull, url: fileOfPull(stateDir, record.number) }
  }
  const inTurn = <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
    atTheBase(stateDir, signal, work)

  return {
    ...ownBranches,
    async publishBranch(branch, commit) {
      const there = await readRef(repoRoot, `refs/heads/${branch}`)
      if (there !== null && !(await isAncestor(repoRoot, there, commit)))
        return { type: 'rejected', detail: `${branch} has commits that ${commit.slice(0, 12)} has not.` }
      if (there !== commit) await updateRef(repoRoot, `refs/heads/${branch}`, commit, there)
      return { type: 'published' }
    },
    publishBase: (branch, from, to) => advanceBase(options, branch, from, to),
    async pullsOf(branch, base) {
      const records = await readPullRecords(stateDir)
      return Promise.all(records.filter((it) => it.branch === branch && it.base === base).map(seen))
    },
    readPull: async (number) => seen(await recordOf(stateDir, number)),
    openPull: ({ branch, base, title, body }, signal) =>
      inTurn(signal, async () => {
        const [newest] = await readPullRecords(stateDir)
        const head = await readRef(repoRoot, `refs/heads/${branch}`)
        invariant(head !== null, `${branch} is published before a pull request is opened for it`)
        const number = (newest?.number ?? 0) + 1
        const opened = { state: 'open', mergeCommit: null, labels: [] } as const
        const record: PullRecord = { number, branch, base, title, body, head, ...opened }
        await writePullRecord(stateDir, record)
        return seen(record)
      }),
    updatePull: (number, text, signal) =>
      inTurn(signal, async () => seen(await updated(stateDir, number, text, repoRoot))),
    ciJobs: async () => [],
    explainJob: async () => ({ annotations: [], log: null, unread: null }),
    labelPull: (number, label, signal) =>
      inTurn(signal, async () => {
        const record = await recordOf(stateDir, number)
        if (record.labels.includes(label)) return
        await writePullRecord(stateDir, { ...record, labels: [...record.labels, label] })
      }),
    unlabelPull: (number, label, signal) =>
      inTurn(signal, async () => {
        const record = await recordOf(stateDir, number)
        if (!record.labels.includes(label)) return
        await writePullRecord(stateDir, { ...record, labels: record.labels.filter((one) => one !== label) })
      }),
    // It has no rules of its own that a merge could wait for.
    enableAutoMerge: async () => ({ type: 'ready' }),
    disableAutoMerge: async () => {},
    mergePull: (number, order, signal) => inTurn(signal, () => merge(number, order, options)),
  }
}

async function recordOf(stateDir: string, number: number): Promise<PullRecord> {
  const record = (await readPullRecords(stateDir)).find((one) => one.number === number)
  invariant(record !== undefined, `there is a pull request ${number}`)
  return record
}

async function updated(
  stateDir: string,
  number: number,
  { title, body }: PullText,
  repoRoot: string,
): Promise<PullRecord> {
  const record = await withFate(await recordOf(stateDir, number), repoRoot)
  if (record.state === 'merged') return record
  const next: PullRecord = { ...record, title, body, state: 'open' }
  await writePullRecord(stateDir, next)
  return next
}

/** What git knows of it beyond the record. */
async function withFate(record: PullRecord, repoRoot: string): Promise<PullRecord> {
  if (record.state === 'merged') return record
  const head = (await readRef(repoRoot, `refs/heads/${record.branch}`)) ?? record.head
  const base = await readRef(repoRoot, `refs/heads/${record.base}`)
  if (base === null || !(await isAncestor(repoRoot, head, base))) return { ...record, head }
  return { ...record, head, state: 'merged', mergeCommit: await mergeOf(repoRoot, head, base) }
}

/** The commit by which the base came to contain `head`. */
async function mergeOf(repoRoot: string, head: CommitHash, base: CommitHash): Promise<CommitHash> {
  const { stdout } = await gitOk(repoRoot, ['rev-list', '--ancestry-path', `${head}..${base}`])
  const oldest = stdout.trimEnd().split('\n').at(-1) ?? ''
  return oldest === '' ? head : asCommitHash(oldest)
}

async function merge(number: number, order: MergeOrder, options: LocalForgeOptions): Promise<PullMerge> {
  const { repoRoot, stateDir } = options
  const record = await withFate(await recordOf(stateDir, number), repoRoot)
  if (record.state === 'merged' && record.mergeCommit !== null)
    return { type: 'merged', commit: record.mergeCommit }
  const refused = (reason: Extract<PullMerge, { type: 'refused' }>['reason'], detail: string): PullMerge => ({
    type: 'refused',
    reason,
    detail,
  })
  if (record.state === 'closed') return refused('not-mergeable', `Pull request ${number} is closed.`)
  if (record.head !== order.head) {
    const stands = `${record.branch} is at ${record.head.slice(0, 12)}`
    return refused('push-rejected', `${stands}, not at ${order.head.slice(0, 12)} as it was checked.`)
  }
  const base = await requireBase(repoRoot, record.base)
  const merged = await mergeTreeWrite(repoRoot, base, order.head)
  if (!merged.clean) return refused('conflict', `Conflicts in ${merged.conflicts.slice(0, 5).join(', ')}.`)
  const parents = [base, order.head]
  const commit = await commitTree(repoRoot, {
    tree: merged.tree,
    parents,
    message: `${order.title}\n\n${order.message}`,
    at: await newestDate(repoRoot, parents),
    identity: options.identity,
  })
  const advance = await advanceBase(options, record.base, base, commit)
  if (advance.type === 'refused') return refused(advance.reason, advance.detail)
  await writePullRecord(stateDir, { ...record, state: 'merged', mergeCommit: commit })
  return { type: 'merged', commit }
}
