/** Test support: a lane with work in it on a repository whose forge is GitHub, up to its open pull request. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AwaitCi } from '@harness/core/effects/await-ci'
import type { MergePull } from '@harness/core/effects/merge-pull'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import type { OpenPull } from '@harness/core/effects/open-pull'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import { expect } from 'vitest'
import { openPull } from '../effects/forge/open-pull.ts'
import { openLane } from '../effects/lanes/open-lane.ts'
import type { GithubFault, GithubRequest } from './fake-github.ts'
import { githubWorld, waitingClock } from './github-world.ts'
import { firstAttempt, idOf, openLaneCommand, testNow, treeAt } from './target-repo.ts'

export const from = 'plans/0001-search.md'
export const to = 'done/0001-search.md'
export const plan =
  '---\nid: "0001"\ntitle: Search\nphase: first\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n# 0001 Search\n\n## Goal\nSearch.\n'
export const branch = 'task/0001-search'
export const minute = 60_000

/** A lane with work in it, and the commands that bring it to GitHub. */
export async function workedLane() {
  const world = await githubWorld({ 'a.txt': 'a\n', [from]: plan })
  const { repo, forge } = world
  const ports = { ...repo.ports(), base: forge, clock: waitingClock(), ciGraceMs: minute }
  const opened = await openLane(openLaneCommand(), firstAttempt, ports)
  if (!isLaneOpened(opened)) throw new Error(JSON.stringify(opened))
  const work = (files: Readonly<Record<string, string>>): CommitHash => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(opened.path, path), text)
    repo.gitIn(opened.path, 'add', '--all')
    repo.gitIn(opened.path, 'commit', '--quiet', '-m', 'work')
    return asCommitHash(repo.gitIn(opened.path, 'rev-parse', 'HEAD'))
  }
  const commit = work({ 'b.txt': 'b\n' })
  const open: OpenPull = {
    type: 'OpenPull',
    id: idOf('20260101-000000/open-pr/0001/1'),
    lane: opened.lane,
    branch,
    commit,
    baseBranch: 'main',
    pull: null,
    title: '0001 Search',
    body: '## Summary\n\nSearches.\n',
  }
  const ci: AwaitCi = {
    type: 'AwaitCi',
    id: idOf('20260101-000000/await-ci/0001/1'),
    pull: 1,
    commit,
    deadline: testNow + 60 * minute,
  }
  const merge: MergePull = {
    type: 'MergePull',
    id: idOf('20260101-000000/merge/0001/1'),
    pull: 1,
    lane: opened.lane,
    commit,
    tree: treeAt(repo, commit),
    baseBranch: 'main',
    baseCommit: opened.baseCommit,
    label: 'agent/automerge',
    how: 'direct',
    deadline: testNow + 60 * minute,
  }
  return { ...world, ports, opened, work, commit, open, ci, merge }
}

/** The same, with its pull request open as number 1. */
export async function openedPull() {
  const world = await workedLane()
  const event = await openPull(world.open, firstAttempt, world.ports, world.forge)
  expect(event).toMatchObject({ type: 'PullOpened', number: 1, created: true })
  return world
}

/** Fails what is asked for in that way at that path. */
export const on =
  (method: string, path: RegExp, fault: GithubFault) =>
  (request: GithubRequest): GithubFault | null =>
    request.method === method && path.test(request.path) ? fault : null
