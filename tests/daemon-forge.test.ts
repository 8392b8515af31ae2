/** A daemon whose plans are delivered by pull requests, to a GitHub on loopback. */
import { expect, onTestFinished, test } from 'vitest'
import { deliversPlan, startDaemonWith, statusWhen } from './support/daemon-repo.ts'
import { type GithubRepo, githubRepo } from './support/github-repo.ts'
import { harness } from './support/harness.ts'
import { approves, commit, git, planPath, planText, temporaryFolder, write } from './support/sample-repo.ts'

const passes = { runs: [{ name: 'build', status: 'completed', conclusion: 'success' }] }

async function twoPlans(settings: Readonly<Record<string, unknown>> = {}): Promise<GithubRepo> {
  const repo = await githubRepo([deliversPlan('0001'), deliversPlan('0002'), approves], settings, {
    daemon: { tickSec: 0.2 },
  })
  const { root, github } = repo
  write(root, {
    'hello.txt': 'hello\n',
    [planPath('0001')]: planText('0001'),
    [planPath('0002')]: planText('0002', { dependsOn: ['0001'] }),
  })
  commit(root, 'Plan more')
  git(root, 'push', '--quiet', 'origin', 'main')
  github.onCi(() => passes)
  return repo
}

async function started({ root, env }: GithubRepo): Promise<void> {
  const daemon = startDaemonWith({ env }, root, '--run')
  onTestFinished(async () => {
    await harness(root, ['daemon', 'stop', '--now'])
    await daemon.ended
  })
  await daemon.saw('The daemon runs')
}

test('DL-11 DL-12 merges what depends on each other by pull requests, in order, and counts only what the forge merged', async () => {
  const repo = await twoPlans()
  await started(repo)
  const status = await statusWhen(repo.root, ({ state, plans }) => state === 'idle' && plans?.completed === 2)
  expect(status.merges).toBe(2)
  expect(repo.github.pulls.map(({ branch, mergeCommit }) => [branch, mergeCommit !== null])).toEqual([
    ['task/0001-hello', true],
    ['task/0002-hello', true],
  ])
  expect(repo.github.git('rev-parse', 'main')).toBe(git(repo.root, 'rev-parse', 'main'))
})

test('DL-12 a forge that is down blocks no plan; once it is up again, the plan is merged', async () => {
  const repo = await twoPlans()
  let refused = 0
  let isDown = true
  repo.github.onRequest(() => {
    if (!isDown) return null
    refused++
    return { status: 503 }
  })
  await started(repo)
  for (let shown = await statusWhen(repo.root, () => refused >= 3); ; ) {
    expect(shown.blocked).toEqual({})
    isDown = false
    break
  }
  const status = await statusWhen(repo.root, ({ plans }) => plans?.completed === 2)
  expect(status.blocked).toEqual({})
})

test('DL-12 sees what a colleague merged on the forge, and starts the plan that waited for it', async () => {
  const repo = await twoPlans({})
  const { root, github, env } = repo
  const daemon = startDaemonWith({ env }, root)
  onTestFinished(async () => {
    await harness(root, ['daemon', 'stop', '--now'])
    await daemon.ended
  })
  await daemon.saw('The daemon runs')
  await statusWhen(root, ({ plans }) => plans?.open === 2)
  const theirs = temporaryFolder()
  git(theirs, 'clone', '--quiet', github.bare, '.')
  for (const [name, value] of Object.entries({ name: 'Eve', email: 'eve@example.com' }))
    git(theirs, 'config', `user.${name}`, value)
  git(theirs, 'switch', '--quiet', '--create', 'task/0001-hello')
  git(theirs, 'mv', planPath('0001'), 'moved.md')
  write(theirs, {
    'docs/exec-plans/completed/0001-hello.md': planText('0001').replace(
      'status: active',
      'status: completed',
    ),
  })
  git(theirs, 'rm', '--quiet', '-f', 'moved.md')
  commit(theirs, 'Say hello')
  git(theirs, 'switch', '--quiet', 'main')
  git(
    theirs,
    'merge',
    '--quiet',
    '--no-ff',
    '-m',
    'Merge pull request #7 from eve/task/0001-hello',
    'task/0001-hello',
  )
  git(theirs, 'push', '--quiet', 'origin', 'main')
  const seen = await statusWhen(root, ({ plans }) => plans?.completed === 1)
  expect(seen.history).toContainEqual(expect.objectContaining({ event: 'merge_observed', planId: '0001' }))
  expect(seen.merges).toBe(0)
  await harness(root, ['daemon', 'resume'])
  await statusWhen(root, ({ plans, merges }) => plans?.completed === 2 && merges === 1)
})
