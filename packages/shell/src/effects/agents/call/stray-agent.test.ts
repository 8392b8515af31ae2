import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import { expect, test } from 'vitest'
import { agentWorld, rule, shell, write } from '../../../test-support/agent-world.ts'
import { idOf } from '../../../test-support/target-repo.ts'

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
])('QA-05 %s is back where it was, and the agent has failed', async (_what, line, named) => {
  const world = await agentWorld([rule([write('b', ''), shell(line)])])
  const { repo } = world
  repo.commit({ 'later.txt': 'later' })
  const refs = repo.git('for-each-ref', 'refs/heads', 'refs/tags')
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { kind: 'unknown', message: expect.stringContaining(named) },
  })
  expect(repo.git('for-each-ref', 'refs/heads', 'refs/tags')).toBe(refs)
})

test.each(['exec', 'review'] as const)(
  'QA-05 in mode %s a checked-out branch that is deleted is there again, and the agent has strayed',
  async (mode) => {
    const world = await agentWorld([rule([shell('git update-ref -d refs/heads/main')])])
    const base = world.repo.git('rev-parse', 'main')
    const event = await world.run({ mode })
    expect(world.repo.git('rev-parse', 'main')).toBe(base)
    expect(event).toMatchObject(
      mode === 'review'
        ? { violation: { files: ['branch main'] } }
        : { type: 'AgentFailed', error: { message: expect.stringContaining('(branch main)') } },
    )
  },
)

test('QA-05 a branch that is moved to work of an earlier turn is back where it was, and the agent has failed', async () => {
  const world = await agentWorld([rule([shell('git update-ref refs/heads/feature HEAD')])])
  world.repo.git('branch', 'feature')
  const feature = world.repo.git('rev-parse', 'feature')
  world.inLane('commit', '-q', '--allow-empty', '-m', 'earlier')
  const startCommit = asCommitHash(world.inLane('rev-parse', 'HEAD'))
  expect(await world.run({ startCommit })).toMatchObject({
    type: 'AgentFailed',
    error: { message: expect.stringContaining('(branch feature)') },
  })
  expect(world.repo.git('rev-parse', 'feature')).toBe(feature)
})

test('QA-05 an agent that deletes the branch of its own lane finds it again at its next turn', async () => {
  const world = await agentWorld([rule([write('b', ''), shell('git update-ref -d HEAD')])])
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
  expect(world.inLane('rev-parse', 'HEAD~1')).toBe(world.start)
})

test.each([
  ['removes its lane', 'git worktree remove --force .'],
  [
    'removes its lane and leaves files in its place',
    'git worktree remove --force "$PWD"; mkdir -p "$PWD"; echo x > "$PWD/late"',
  ],
  ['deletes the folder of its lane', 'rm -rf "$PWD"'],
])('QA-05 an agent that %s has failed, and finds it again at its next turn', async (_what, line) => {
  const world = await agentWorld([
    rule([write('b', 'lost\n'), shell(line)], { times: 1 }),
    rule([write('c', '')]),
  ])
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { kind: 'unknown', message: expect.stringContaining('its own lane, which was gone') },
  })
  expect(world.inLane('status', '--porcelain')).toBe('')
  expect(await world.run({ id: idOf('20260101-000000/implement/0001/2') })).toMatchObject({
    type: 'AgentFinished',
    changedFiles: ['c'],
  })
})

test('QA-05 the files of a repository that the agent left in the lane are taken, and its lost history is told', async () => {
  const world = await agentWorld([
    rule([
      shell(
        `git init -q app && cd app && echo x > b && git add b && ${commit} -m own && git init -q ../empty && touch ../empty/c`,
      ),
    ]),
  ])
  expect(await world.run()).toMatchObject({
    type: 'AgentFinished',
    changedFiles: ['app/b', 'empty/c'],
    notes: [expect.stringMatching(/the history was not: app\/$/)],
  })
})

test('QA-05 an exclude that changes during a turn is put back, and the turn has failed', async () => {
  const line = 'D=$(git rev-parse --git-common-dir); mkdir -p $D/info && echo "*" >> $D/info/exclude'
  const world = await agentWorld([rule([shell(line)])])
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { kind: 'unknown', message: expect.stringContaining('.git/info/exclude') },
  })
  expect(existsSync(join(world.repo.root, '.git/info/exclude'))).toBe(false)
})

test.each([
  ['deletes', 'rm plans/0001-search.md'],
  ['changes', 'echo done >> plans/0001-search.md'],
  ['moves', 'mkdir done && mv plans/0001-search.md done/'],
])('QA-05 an agent that %s a plan has failed, and is told which', async (_what, line) => {
  const world = await agentWorld([rule([write('b', 'kept\n'), shell(line)])], {
    'plans/0001-search.md': '# 0001 Search\n',
  })
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { kind: 'unknown', message: expect.stringContaining('plans/0001-search.md') },
  })
  expect(readFileSync(join(world.lane, 'plans/0001-search.md'), 'utf8')).toBe('# 0001 Search\n')
  expect(world.setAside().join()).toContain('+kept')
})

test('QA-05 an agent may write a new plan', async () => {
  const world = await agentWorld([rule([write('plans/0002-next.md', '')])], { 'plans/0001-search.md': '' })
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['plans/0002-next.md'] })
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

test('QA-05 an empty file in the repository, as a sandbox leaves it, is no change of it', async () => {
  const world = await agentWorld([
    rule([shell('touch "$(git rev-parse --git-common-dir)/config.worktree"'), write('b', '')]),
  ])
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
})
