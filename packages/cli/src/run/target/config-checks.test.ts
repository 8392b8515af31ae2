import { targetRepo } from '@harness/shell/test-support/target-repo'
import { expect, it } from 'vitest'
import { repoChecks, signingCheck } from './config-checks.ts'

const here = { baseBranch: 'main', planDir: 'docs/plans' }

it('a base branch that was deleted is told with the commit that it stood at', async () => {
  const repo = targetRepo()
  const tip = repo.git('rev-parse', 'main')
  repo.git('branch', 'other')
  repo.git('update-ref', '-d', 'refs/heads/main')
  expect(await repoChecks(repo.root, here)).toMatchObject([
    { status: 'fail', fix: expect.stringContaining(`git branch main ${tip}`) },
  ])
})

it('QA-22 the advice for a first commit keeps secrets out of it', async () => {
  const repo = targetRepo()
  repo.git('update-ref', '-d', 'refs/heads/main')
  expect(await repoChecks(repo.root, here)).toMatchObject([
    { id: 'repo', status: 'fail', fix: expect.stringContaining('secrets such as .env out by .gitignore') },
  ])
})

it('QA-22 that commits are not signed is told to those whose git signs', async () => {
  const repo = targetRepo()
  expect(await signingCheck(repo.root)).toEqual([])
  repo.git('config', 'commit.gpgsign', 'true')
  expect(await signingCheck(repo.root)).toMatchObject([
    { id: 'signing', status: 'warn', evidence: expect.stringContaining('commit.gpgsign') },
  ])
  repo.git('config', 'commit.gpgsign', 'no')
  expect(await signingCheck(repo.root)).toEqual([])
})

it('QA-05 files with a filter are told of, and only they', async () => {
  const repo = targetRepo({ 'a.txt': 'a\n' })
  expect(await repoChecks(repo.root, here)).toMatchObject([
    { id: 'repo' },
    { id: 'base branch' },
    { id: 'tree' },
  ])
  repo.commit({ '.gitattributes': '*.png filter=lfs -text\n', 'img/a.png': 'pointer\n' })
  expect((await repoChecks(repo.root, here)).at(-1)).toMatchObject({
    id: 'filters',
    status: 'warn',
    evidence: expect.stringContaining('1 file a filter (lfs)'),
  })
})

it('QA-22 a config that cannot be read is to be corrected before it is committed', async () => {
  const repo = targetRepo()
  repo.write('harness.config.json', '{')
  const [tree] = (await repoChecks(repo.root, null)).filter(({ id }) => id === 'tree')
  expect(tree).toMatchObject({ status: 'warn', fix: expect.stringContaining('harness validate') })
  expect(tree?.fix).not.toContain('git ')
})
