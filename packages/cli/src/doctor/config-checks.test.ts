import { targetRepo } from '@harness/shell/test-support/target-repo'
import { expect, it } from 'vitest'
import { repoChecks } from './config-checks.ts'

it('a base branch that was deleted is told with the commit that it stood at', async () => {
  const repo = targetRepo()
  const tip = repo.git('rev-parse', 'main')
  repo.git('branch', 'other')
  repo.git('update-ref', '-d', 'refs/heads/main')
  expect(await repoChecks(repo.root, 'main')).toMatchObject([
    { status: 'fail', fix: expect.stringContaining(`git branch main ${tip}`) },
  ])
})
