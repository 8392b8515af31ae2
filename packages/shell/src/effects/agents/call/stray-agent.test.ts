import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('QA-05 an agent that goes on on a branch of its own is brought home; the user’s repository has no such branch', async () => {
  const world = await agentWorld([
    rule([shell(`git checkout -q -b feature && echo 1 > b && git add b && ${commit} -m x`)]),
  ])
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
  expect(world.inLane('symbolic-ref', 'HEAD')).toBe('refs/heads/task/0001-search')
  expect(world.inLane('rev-list', '--count', `${world.start}..HEAD`)).toBe('1')
  expect(world.repo.git('branch', '--list', 'feature')).toBe('')
  expect(world.repo.git('for-each-ref', 'refs/harness')).toBe('')
})

test('QA-05 commits that an agent left on other branches and in stashes of its lane are kept, and told', async () => {
  const world = await agentWorld([
    rule([
      shell(
        `git checkout -q -b feature && echo 1 > b && git add b && ${commit} -m x && git checkout -q - && echo s > a.txt && git -c user.name=a -c user.email=a@b stash -q`,
      ),
      write('c', ''),
    ]),
  ])
  expect(await world.run()).toMatchObject({
    type: 'AgentFinished',
    changedFiles: ['c'],
    notes: [expect.stringContaining('refs/heads/feature'), expect.stringContaining('stash 1')],
  })
  const kept = world.repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/set-aside').split('\n')
  expect(kept.map((one) => world.repo.git('diff', '--name-only', world.start, one)).sort()).toEqual([
    'a.txt',
    'b',
  ])
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

test('QA-05 an agent that makes another repository of its lane has failed, and the lane is itself again', async () => {
  const world = await agentWorld([
    rule([write('b', 'kept\n'), shell('rm -rf .git && git init -q && git add -A')]),
  ])
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { message: expect.stringContaining('left its branch') },
  })
  for (const git of [world.repo.gitIn, world.repo.ownGit])
    expect(git(world.lane, 'rev-parse', 'HEAD')).toBe(world.start)
  expect(world.setAside().join()).toContain('+kept')
})

test('QA-05 an agent that deletes the branch of its own lane finds it again at its next turn', async () => {
  const world = await agentWorld([rule([write('b', ''), shell('git update-ref -d HEAD')])])
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
  expect(world.inLane('rev-parse', 'HEAD~1')).toBe(world.start)
})

test('QA-05 what an agent without a repository wrote is work like any other', async () => {
  const world = await agentWorld([rule([write('b', ''), shell('rm -rf .git')])])
  expect(await world.run()).toMatchObject({ type: 'AgentFinished', changedFiles: ['b'] })
  expect(world.repo.ownGit(world.lane, 'status', '--porcelain')).toBe('')
})

test('QA-05 an agent that makes its lane sparse has failed: what it left out would count as deleted', async () => {
  const files = { 'src/a': 'a\n', 'big/b': 'b\n' }
  const world = await agentWorld([rule([write('c', 'kept\n'), shell('git sparse-checkout set src')])], files)
  expect(await world.run()).toMatchObject({
    type: 'AgentFailed',
    error: { message: expect.stringContaining('sparse') },
  })
  expect(existsSync(join(world.lane, 'big/b'))).toBe(true)
  expect(world.setAside().join()).toContain('+kept')
})

test.each([
  [
    'deletes its lane and leaves files in its place',
    'rm -rf "$PWD"; mkdir -p "$PWD"; echo x > "$PWD/late"; rm "$PWD.gitdir"',
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
