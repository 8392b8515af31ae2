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
