/** What an agent or a check does in a lane stays in the lane, without any sandbox: the user's repository is as it was. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import { tried } from '@harness/formats/test-support/runs'
import { expect, test } from 'vitest'
import { agentWorld, rule, shell, write } from '../../../test-support/agent-world.ts'
import { firstAttempt, idOf, type TargetRepo, treeAt } from '../../../test-support/target-repo.ts'
import { runChecks } from '../../checks/run-checks.ts'

/** The repository has branches, a tag, a stash, a hook and settings that an accident could take away. */
async function world(line: string) {
  const made = await agentWorld([rule([shell(line)])])
  const { repo } = made
  repo.git('branch', 'other', repo.git('commit-tree', '-m', 'theirs', 'HEAD^{tree}'))
  repo.git('tag', 'alone', repo.git('commit-tree', '-m', 'tagged', 'HEAD^{tree}'))
  repo.git('branch', 'old')
  repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  repo.git('config', 'alias.st', 'status')
  repo.write('a.txt', 'mine')
  repo.git('stash')
  repo.write('.git/hooks/pre-commit', 'exit 1\n')
  repo.write('.git/info/exclude', '*.tmp\n')
  repo.write('untracked', 'mine')
  return made
}

/** All that belongs to the user: refs, stashes, settings, hooks, excludes, index and files. */
const stateOf = (repo: TargetRepo) => ({
  refs: repo.git('for-each-ref'),
  stashes: repo.git('stash', 'list', '--format=%H'),
  fsck: repo.git('fsck', '--no-dangling', '--no-progress'),
  status: repo.git('status', '--porcelain=v2', '--branch'),
  worktrees: repo
    .git('worktree', 'list')
    .split('\n')
    .filter((line) => !line.includes('/room-'))
    .join('\n'),
  files: ['config', 'hooks/pre-commit', 'info/exclude', 'HEAD', 'index'].map((name) =>
    readFileSync(join(repo.root, '.git', name), 'latin1'),
  ),
  hooks: readdirSync(join(repo.root, '.git/hooks')),
})

const identity = '-c user.name=a -c user.email=a@b'

const accidents: readonly (readonly [string, string])[] = [
  [
    'stash drop',
    `echo 1 > a.txt; git ${identity} stash -q; git stash drop -q; git stash drop; git stash clear`,
  ],
  [
    'branch -D',
    'git branch -D main other old; git for-each-ref --format="delete %(refname)" | git update-ref --stdin',
  ],
  ['tag -d', 'git tag -d alone; git tag -f v1 HEAD'],
  ['gc --prune=now', 'git reflog expire --expire=now --all; git gc -q --prune=now; git prune --expire=now'],
  [
    'update-ref -d',
    'git update-ref -d refs/heads/main; git update-ref -d refs/stash; git update-ref -d HEAD',
  ],
  [
    'a base that is moved',
    'git branch -f main HEAD~0; git update-ref refs/heads/main $(git commit-tree -m x HEAD^{tree})',
  ],
  [
    'hooks',
    'D=$(git rev-parse --git-common-dir); mkdir -p $D/hooks; for i in pre-commit post-checkout pre-push; do echo x > $D/hooks/$i; done',
  ],
  [
    'settings',
    'git config core.hooksPath /x; git config alias.st evil; git remote add up /x; git config --unset user.name',
  ],
  [
    'excludes',
    'D=$(git rev-parse --git-common-dir); mkdir -p $D/info; echo "*" > $D/info/exclude; echo "* filter=x" > $D/info/attributes',
  ],
  [
    'worktree prune',
    'git worktree prune; git worktree list; git worktree add -q ../stray-$$ && git worktree remove ../stray-$$',
  ],
  [
    'reset --hard to elsewhere',
    'git reset -q --hard other; git checkout -q --detach alone; git clean -ffdxq',
  ],
  [
    'a new history',
    'rm -rf .git; git init -q; git add -A; git -c user.name=a -c user.email=a@b commit -qm own',
  ],
  [
    'replaced objects',
    'git replace HEAD $(git commit-tree -m x HEAD^{tree}); git pack-refs --all; git repack -adq',
  ],
]

test.each(accidents)('TR-09 in a turn, unconfined: %s', async (_what, line) => {
  const { run, repo } = await world(line)
  const before = stateOf(repo)
  const refsOfOurs = () => repo.git('for-each-ref', 'refs/harness')
  await run()
  const branch = 'refs/heads/task/0001-search'
  // The harness's own: the lane's branch, and what it set aside.
  const kept = [
    branch,
    ...refsOfOurs()
      .split('\n')
      .flatMap((row) => row.split('\t')[1] ?? []),
  ]
  const after = stateOf(repo)
  const without = (refs: string) => refs.split('\n').filter((row) => !kept.some((ref) => row.endsWith(ref)))
  expect({ ...after, refs: without(after.refs), worktrees: '' }).toEqual({
    ...before,
    refs: without(before.refs),
    worktrees: '',
  })
})

/** What a check does is kept from the user's repository in the same way. */
const kinds = ['stash drop', 'update-ref -d', 'hooks', 'settings', 'a new history']
const isKind = ([name]: readonly [string, string]): boolean => kinds.includes(name)
const inChecks = tried(
  accidents.filter(isKind),
  accidents.filter((accident) => !isKind(accident)),
)

test.each(inChecks)('TR-09 in a check, unconfined: %s', async (_what, line) => {
  const { repo, ports, start, lane } = await world('true')
  const before = stateOf(repo)
  const command: RunChecks = {
    type: 'RunChecks',
    id: idOf('20260101-000000/checks/0001/1'),
    lane: '0001-search' as RunChecks['lane'],
    commit: start,
    tree: treeAt(repo, start),
    checks: [{ name: 'accident', run: line, timeoutMs: 60_000, claims: [] }],
  }
  const checkPorts = { ...repo.ports(), runDir: ports.runDir }
  expect(await runChecks(command, firstAttempt, checkPorts)).toMatchObject({ type: 'ChecksFinished' })
  expect(stateOf(repo)).toEqual(before)
  expect(repo.ownGit(lane, 'rev-parse', 'HEAD')).toBe(start)
  expect(repo.ownGit(lane, 'status', '--porcelain')).toBe('')
})

test.each([
  ['a folder without a pointer', 'mkdir "$0"'],
  ['a pointer that says nothing yet', 'mkdir "$0" && : > "$0/.git"'],
  ['a pointer to what is not written yet', 'mkdir "$0" && echo "gitdir: /nowhere" > "$0/.git"'],
  ['an entry that cannot be read', ': > .git/worktrees/half/commondir'],
  ['locked, and its folder away', 'true'],
])('QA-05 a worktree of others that is %s is no trouble to a turn', async (_what, line) => {
  const { run, repo } = await agentWorld([rule([write('b', '')])])
  const half = join(repo.root, '../half')
  repo.git('worktree', 'add', '-q', '--lock', half)
  rmSync(half, { recursive: true })
  execFileSync('sh', ['-c', line, half], { cwd: repo.root })
  expect(await run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
})

test('QA-05 a turn in which nothing else changed has no notes', async () => {
  const { run, lane } = await agentWorld([rule([write('b', '')])])
  expect(await run()).not.toHaveProperty('notes')
  expect(existsSync(join(lane, 'b'))).toBe(true)
})
