import type { KnownRun } from '@harness/shell/store/port/run-store'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { expect, test } from 'vitest'
import { keptRefsCheck } from './kept-refs-check.ts'

const run = (branch: string, status: string): KnownRun => ({
  subject: branch,
  runId: '20261116-120000',
  summary: { branch, status } as KnownRun['summary'],
})

test('QA-22 commits that finished runs put away are named, with what to do; those of unfinished runs are expected', async () => {
  const repo = targetRepo()
  const runs = [run('task/0001-a', 'done'), run('task/0002-b', 'waiting')]
  expect(await keptRefsCheck(repo.root, runs)).toMatchObject({ status: 'ok', evidence: 'none' })
  repo.git('update-ref', 'refs/harness/set-aside/task/0002-b/1', 'HEAD')
  expect(await keptRefsCheck(repo.root, runs)).toMatchObject({
    status: 'ok',
    evidence: expect.stringContaining('1 ref'),
  })
  for (const ref of ['backup/task/0001-a', 'set-aside/stash/1'])
    repo.git('update-ref', `refs/harness/${ref}`, 'HEAD')
  const { status, evidence, fix } = await keptRefsCheck(repo.root, runs)
  expect(status).toBe('warn')
  expect(evidence).toContain('refs/harness/backup/task/0001-a, refs/harness/set-aside/stash/1')
  expect(evidence).not.toContain('0002-b')
  expect(fix).toContain('git update-ref -d refs/harness/backup/task/0001-a')
})
