import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentWorld, rule, shell, write } from '../test-support/agent-world.ts'

const commit = 'git -c user.name=a -c user.email=a@b commit -q --allow-empty'

test('QA-05 commits that the agent made itself are folded into the one commit of its command', async () => {
  const world = await agentWorld([
    rule([
      shell(`echo 1 > b && git add b && ${commit} -m one && echo 2 > c && git add c && ${commit} -m two`),
      write('d', ''),
    ]),
  ])
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b', 'c', 'd'] })
  expect(world.inLane('rev-list', '--count', `${world.start}..HEAD`)).toBe('1')
  expect(world.recorded('events.ndjson')).toContain('made 2 commits of its own')
})

test('QA-05 an agent that goes on on a branch of its own is brought home; its branch is left', async () => {
  const world = await agentWorld([
    rule([shell(`git checkout -q -b feature && echo 1 > b && git add b && ${commit} -m x`)]),
  ])
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
  expect(world.inLane('symbolic-ref', 'HEAD')).toBe('refs/heads/task/0001-search')
  expect(world.inLane('rev-list', '--count', `${world.start}..HEAD`)).toBe('1')
  expect(world.repo.git('branch', '--list', 'feature')).toContain('feature')
  expect(world.recorded('events.ndjson')).toContain('made the branch feature')
})

test('QA-05 a detached head, an amended commit and a half-done merge end as one commit on the lane’s branch', async () => {
  for (const line of [
    `git checkout -q --detach && ${commit} -m x`,
    `${commit} --amend -m rewritten`,
    `git checkout -q -b other && echo o > a.txt && ${commit} -am o && git checkout -q - && echo p > a.txt && ${commit} -am p; git merge other; true`,
  ]) {
    const world = await agentWorld([rule([shell(line), write('b', '')])])
    const event = await world.run()
    expect(event).toMatchObject({ type: 'AgentFinished', changedFiles: expect.arrayContaining(['b']) })
    expect(world.inLane('symbolic-ref', 'HEAD')).toBe('refs/heads/task/0001-search')
    expect(world.inLane('rev-list', '--parents', '-1', 'HEAD').split(' ')[1]).toBe(world.start)
    expect(world.inLane('rev-list', '--parents', '-1', 'HEAD').split(' ')).toHaveLength(2)
    expect(world.inLane('status', '--porcelain')).toBe('')
  }
})

test.each([
  ['another history', `git checkout -q --orphan alone && ${commit} -m x`],
  ['an unborn branch', 'git checkout -q --orphan alone'],
])(
  'QA-05 an agent that ends on %s has failed; its work is kept and the lane is home again',
  async (_what, line) => {
    const world = await agentWorld([rule([write('b', 'kept\n'), shell(line)])])
    expect(await world.run()).toMatchObject({
      type: 'AgentFailed',
      error: { kind: 'unknown', message: expect.stringContaining('left its branch task/0001-search') },
    })
    expect(world.inLane('symbolic-ref', 'HEAD')).toBe('refs/heads/task/0001-search')
    expect(world.inLane('rev-parse', 'HEAD')).toBe(world.start)
    expect(world.setAside().join()).toContain('+kept')
  },
)

test.each(['exec', 'review'] as const)(
  'QA-05 in mode %s commits that an agent puts on the base branch are taken off again',
  async (mode) => {
    const line = `echo evil > evil && git add evil && ${commit} -m evil && git update-ref refs/heads/main HEAD`
    const world = await agentWorld([rule([shell(line)])])
    const base = world.repo.git('rev-parse', 'main')
    const event = await world.run({ mode })
    expect(world.repo.git('rev-parse', 'main')).toBe(base)
    expect(world.inLane('rev-parse', 'HEAD')).toBe(world.start)
    if (mode === 'review') expect(event).toMatchObject({ violation: { files: ['evil', 'branch main'] } })
    else
      expect(event).toMatchObject({
        type: 'AgentFailed',
        error: { message: expect.stringContaining('branch main') },
      })
  },
)

test('QA-05 commits that others put on the base branch meanwhile stay there', async () => {
  const world = await agentWorld([
    rule([shell('touch started; while [ ! -e go ]; do sleep 0.05; done; rm go started'), write('b', '')]),
  ])
  const running = world.run()
  while (!existsSync(join(world.lane, 'started'))) await new Promise((r) => setTimeout(r, 20))
  const theirs = world.repo.commit({ 'theirs.txt': 'x' })
  world.inLane('update-ref', 'refs/heads/elsewhere', theirs)
  writeFileSync(join(world.lane, 'go'), '')
  expect(await running).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
  expect(world.repo.git('rev-parse', 'main')).toBe(theirs)
})

test('QA-05 an agent that points the lane at another repository has failed, and the lane is itself again', async () => {
  const world = await agentWorld([
    rule([write('b', 'kept\n'), shell('rm .git && git init -q && git add -A')]),
  ])
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { message: expect.stringContaining('.git') },
  })
  expect(readFileSync(join(world.lane, '.git'), 'utf8')).toMatch(/^gitdir: /)
  expect(world.inLane('rev-parse', 'HEAD')).toBe(world.start)
  expect(world.setAside().join()).toContain('+kept')
})

const plumbed = `git update-ref refs/heads/main $(git -c user.name=a -c user.email=a@b commit-tree -p HEAD -m evil 'HEAD^{tree}')`

test.each([
  ['the base branch, moved by plumbing', plumbed, 'branch main'],
  ['the base branch, taken back by plumbing', 'git update-ref refs/heads/main main~1', 'branch main'],
  ['a deleted branch', 'git branch -q -D other', 'branch other'],
  ['a deleted tag', 'git tag -d alone', 'tag alone'],
])('QA-05 %s is back where it was, and the agent has failed', async (_what, line, named) => {
  const world = await agentWorld([rule([write('b', ''), shell(line)])])
  const { repo } = world
  repo.git('branch', 'other', repo.git('commit-tree', '-m', 'theirs', 'HEAD^{tree}'))
  repo.git('tag', 'alone', repo.git('commit-tree', '-m', 'tagged', 'HEAD^{tree}'))
  repo.commit({ 'later.txt': 'later' })
  const refs = repo.git('for-each-ref', 'refs/heads', 'refs/tags')
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { kind: 'unknown', message: expect.stringContaining(named) },
  })
  expect(repo.git('for-each-ref', 'refs/heads', 'refs/tags')).toBe(refs)
})

test('QA-05 a branch that is checked out nowhere and moved is left and reported, and what it led to is kept', async () => {
  const world = await agentWorld([rule([shell(plumbed.replace('/main', '/other'))])])
  const theirs = world.repo.git('commit-tree', '-m', 'theirs', 'HEAD^{tree}')
  world.repo.git('branch', 'other', theirs)
  expect(await world.run({ mode: 'review' })).toMatchObject({
    violation: { files: [expect.stringContaining('branch other')] },
  })
  expect(world.repo.git('rev-parse', 'other')).not.toBe(theirs)
  expect(world.repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/set-aside')).toBe(theirs)
})

test.each([
  ['a hook', 'mkdir -p $D/hooks && echo evil > $D/hooks/pre-commit', '.git/hooks/pre-commit', 'left'],
  ['a setting', 'git config alias.st "!evil"', '.git/config', 'left'],
  ['an exclude', 'mkdir -p $D/info && echo "*" >> $D/info/exclude', '.git/info/exclude', 'put back'],
])(
  'QA-05 %s that changes during a turn is named, and the turn has failed',
  async (_what, line, named, fate) => {
    const world = await agentWorld([rule([shell(`D=$(git rev-parse --git-common-dir); ${line}`)])])
    const read = (name: string) => {
      const path = join(world.repo.root, name)
      return existsSync(path) ? readFileSync(path, 'utf8') : null
    }
    const before = read(named)
    expect(await world.run()).toMatchObject({
      type: 'AgentFailed',
      error: { kind: 'unknown', message: expect.stringContaining(named) },
    })
    // A person may have changed config and hooks meanwhile: theirs is never taken away.
    if (fate === 'left') expect(read(named)).not.toBe(before)
    else expect(read(named)).toBe(before)
  },
)

test('QA-05 a stash that is dropped meanwhile is reported and kept', async () => {
  const world = await agentWorld([rule([shell('git stash drop')])])
  world.repo.write('a.txt', 'mine')
  world.repo.git('stash')
  const stash = world.repo.git('rev-parse', 'refs/stash')
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { message: expect.stringContaining(`stash ${stash.slice(0, 12)}`) },
  })
  expect(world.repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/set-aside')).toBe(stash)
})

test('QA-05 a branch that a person works on and leaves again meanwhile stays theirs', async () => {
  const world = await agentWorld([
    rule([shell('touch started; while [ ! -e go ]; do sleep 0.05; done; rm go started'), write('b', '')]),
  ])
  world.repo.git('branch', 'theirs')
  const running = world.run()
  while (!existsSync(join(world.lane, 'started'))) await new Promise((r) => setTimeout(r, 20))
  world.repo.git('switch', '-q', 'theirs')
  const theirs = world.repo.commit({ 'theirs.txt': 'x' })
  world.repo.git('switch', '-q', 'main')
  writeFileSync(join(world.lane, 'go'), '')
  expect(await running).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
  expect(world.repo.git('rev-parse', 'theirs')).toBe(theirs)
})
