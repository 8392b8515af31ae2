/** What changes in a repository while an agent works, and may have been a person: it is reported, and no agent is blamed. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentWorld, rule, shell, write } from '../../../test-support/agent-world.ts'

const identity = '-c user.name=a -c user.email=a@b'
const moveOther = `git update-ref refs/heads/other $(git ${identity} commit-tree -m x 'HEAD^{tree}')`

/** The repository has a branch, a tag and a stash that the lane knows nothing of. */
async function world(line: string) {
  const made = await agentWorld([rule([shell(`D=$(git rev-parse --git-common-dir); ${line}`)])])
  const { repo } = made
  repo.git('branch', 'other', repo.git('commit-tree', '-m', 'theirs', 'HEAD^{tree}'))
  repo.git('tag', 'alone', repo.git('commit-tree', '-m', 'tagged', 'HEAD^{tree}'))
  repo.git('branch', 'old')
  repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  repo.write('a.txt', 'mine')
  repo.git('stash')
  repo.write('untracked', 'mine')
  repo.write('docs/context/inbox/drop.md', 'x')
  return made
}

describe.each(['exec', 'review'] as const)('in mode %s', (mode) => {
  test.each([
    ['a setting', 'git config alias.st status', /^\.git\/config changed and was left/],
    ['a remote', 'git remote add origin https://example.org/x.git', /^\.git\/config changed and was left/],
    ['a hook', 'mkdir -p $D/hooks && echo x > $D/hooks/pre-commit', /^\.git\/hooks\/pre-commit changed/],
    [
      'hooks',
      'mkdir -p $D/hooks && for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo x > $D/hooks/$i; done',
      /^\.git\/hooks\/1, .* and 2 more changed and were left; .* look at them/,
    ],
    [
      'a file in the user’s checkout',
      'cd ../../../.. && echo sly > a.txt && mkdir new && echo x > new/file',
      /^changed in your checkout during the turn, perhaps by you: a\.txt, new\/$/,
    ],
    [
      'a file that the user had changed already',
      'cd ../../../.. && echo slyly > untracked && echo y > docs/context/inbox/drop.md',
      /^changed in your checkout during the turn, perhaps by you: untracked$/,
    ],
    ['a branch that is forced', moveOther, /^the branch other moved from \w{12} to \w{12} and was left/],
    ['a tag that is forced', 'git tag -f alone HEAD', /^the tag alone moved from/],
    [
      'a branch that is deleted',
      'git branch -q -D other',
      /^the branch other was deleted, and is there again/,
    ],
    ['a tag that is deleted', 'git tag -d alone', /^the tag alone was deleted, and is there again/],
    [
      'a merged branch that is deleted',
      'git branch -q -D old',
      /^deleted since the turn began: branch old \(again by: git branch old \w{40}\); this may/,
    ],
    [
      'a branch of a remote that is forgotten',
      'git update-ref -d refs/remotes/origin/main',
      /^no longer known of remotes: origin\/main; git fetch/,
    ],
    ['a stash that is dropped', 'git stash drop', /^the stash \w{12} is gone, .* git stash store \w{40}/],
    ['a new branch', 'git branch fresh', /^new since the turn began: branch fresh;/],
    ['a new stash', 'echo s > a.txt; git stash', /^the stash \w{12} is new \(WIP on task\/0001-search/],
    [
      'a commit in the user’s checkout',
      `cd ../../../.. && git ${identity} commit -q --allow-empty -m sly`,
      /^the branch main moved from \w{12} to \w{12} in another checkout/,
    ],
  ])('QA-05 %s is left and told, and the turn counts', async (_what, line, note) => {
    const { run, recorded, repo } = await world(line)
    const tips = repo.git(
      'for-each-ref',
      '--format=%(objectname)',
      'refs/heads/other',
      'refs/tags',
      'refs/stash',
    )
    expect(await run({ mode })).toMatchObject({
      type: 'AgentFinished',
      violation: null,
      notes: [expect.stringMatching(note)],
    })
    expect(recorded('events.ndjson')).toContain('"note"')
    // Nothing that was led to before is lost.
    const now = repo.git('for-each-ref', '--format=%(objectname)') + repo.git('stash', 'list', '--format=%H')
    for (const tip of tips.split('\n')) expect(now).toContain(tip)
  })
})

test.each([
  ['base branch is not checked out', 'git update-ref -d refs/heads/main', 'main'],
  [
    'checked-out branch goes in its own checkout',
    'cd ../../../.. && git update-ref -d refs/heads/trunk',
    'trunk',
  ],
])(
  'QA-05 a deleted branch that is in use is there again, and told, where the %s',
  async (_what, line, name) => {
    const { run, repo } = await world(line)
    repo.git('switch', '-q', '-c', 'trunk')
    const tip = repo.git('rev-parse', name)
    expect(await run()).toMatchObject({
      type: 'AgentFinished',
      notes: [expect.stringContaining(`the branch ${name} was deleted, and is there again at`)],
    })
    expect(repo.git('rev-parse', name)).toBe(tip)
  },
)

test('QA-05 config and hooks are left as they are found', async () => {
  const { run, repo } = await world(
    'git config alias.st status; mkdir -p $D/hooks; echo x > $D/hooks/pre-push',
  )
  await run()
  expect(repo.git('config', 'alias.st')).toBe('status')
  expect(readFileSync(join(repo.root, '.git/hooks/pre-push'), 'utf8')).toBe('x\n')
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

test.each([
  ['in a folder that is new as a whole', false],
  ['beside files of the repository', true],
])('what the harness itself writes while agents work is not told: %s', async (_, tracked) => {
  const line = 'cd ../../../.. && echo 2 > .harness/features.json && echo 2 > .harness/mine.txt'
  const { repo, ports, run } = await agentWorld([rule([shell(line)])])
  for (const name of ['features.json', 'mine.txt']) repo.write(`.harness/${name}`, '1')
  if (tracked) repo.git('add', '-f', '.harness/features.json', '.harness/mine.txt')
  if (tracked) repo.git('commit', '-qm', 'own')
  Object.assign(ports, { ownDocuments: ['.harness/features.json'] })
  const { notes = [] } = await run()
  expect(notes).toEqual(
    tracked ? ['changed in your checkout during the turn, perhaps by you: .harness/mine.txt'] : [],
  )
})
