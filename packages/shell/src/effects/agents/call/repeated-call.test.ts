import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentWorld, reply, rule, write } from '../../../test-support/agent-world.ts'
import { idOf, repeatedAttempt } from '../../../test-support/target-repo.ts'

/** Every answer is different, so that it shows whether an agent was asked again. */
const counting = [1, 2, 3, 4].map((n) =>
  rule([write('b.txt', `${n}\n`)], { call: n, answer: reply(`answer ${n}`) }),
)
const id = (attempt: number) => idOf(`20260101-000000/implement/0001/${attempt}`)
const folder = (n: number): string => `calls/20260101-000000-implement-0001-${n}`

test('QA-01 a repeated command whose outcome was recorded gets it back, and no agent is asked', async () => {
  const world = await agentWorld([rule([write('b.txt', 'x\n')], { times: 1 })])
  const first = await world.run()
  const head = world.inLane('rev-parse', 'HEAD')
  expect(await world.run({}, repeatedAttempt)).toEqual(first)
  expect(world.inLane('rev-parse', 'HEAD')).toBe(head)
})

test('QA-01 a recorded failure too is not paid for twice', async () => {
  const world = await agentWorld([rule([], { answer: { type: 'crash' } })])
  const first = await world.run()
  const events = world.recorded('events.ndjson')
  expect(await world.run({}, repeatedAttempt)).toEqual(first)
  expect(world.recorded('events.ndjson')).toBe(events)
})

test.each([
  ['was not recorded', (runDir: string) => rmSync(join(runDir, folder(1), 'result.json'))],
  [
    'was cut short',
    (runDir: string) => writeFileSync(join(runDir, folder(1), 'result.json'), '{"type":"AgentFin'),
  ],
])(
  'QA-01 a repeated command whose outcome %s: the lane is put back and the agent runs again',
  async (_what, damage) => {
    const world = await agentWorld([rule([write('b.txt', 'x\n')])])
    await world.run()
    damage(world.ports.runDir)
    expect(await world.run({}, repeatedAttempt)).toMatchObject({
      type: 'AgentFinished',
      changedFiles: ['b.txt'],
    })
    expect(world.inLane('rev-list', '--count', `${world.start}..HEAD`)).toBe('1')
    expect(world.setAside().join()).toContain('b.txt')
    expect(world.recorded('events.ndjson').match(/"type":"attempt"/g)).toHaveLength(2)
  },
)

test('QA-01 an outcome that another version of the playbook recorded is not used: the agent runs again', async () => {
  const world = await agentWorld(counting)
  const ofVersion = (playbookVersion: number) => Object.assign(world.ports, { playbookVersion })
  ofVersion(1)
  const first = await world.run()
  expect(await world.run({}, repeatedAttempt)).toEqual(first)
  ofVersion(2)
  await world.run({}, repeatedAttempt)
  expect(world.recorded('events.ndjson').match(/"type":"attempt"/g)).toHaveLength(2)
})

test('QA-01 a recorded outcome is not taken over where the lane shows something else', async () => {
  const world = await agentWorld([rule([write('b.txt', 'x\n')])])
  await world.run()
  writeFileSync(join(world.lane, 'b.txt'), 'changed since\n')
  await world.run({}, repeatedAttempt)
  expect(readFileSync(join(world.lane, 'b.txt'), 'utf8')).toBe('x\n')
  expect(world.setAside().join()).toContain('+changed since')
})

test('QA-01 a recorded outcome is not taken over where the lane stands at another commit', async () => {
  const world = await agentWorld([rule([write('b.txt', 'x\n')])])
  await world.run()
  world.inLane('reset', '--quiet', '--hard', world.start)
  const event = await world.run({}, repeatedAttempt)
  expect(event).toMatchObject({ type: 'AgentFinished', commit: world.inLane('rev-parse', 'HEAD') })
  expect(world.recorded('events.ndjson').match(/"type":"attempt"/g)).toHaveLength(2)
})

test('AG-01 scripted: calls are counted over a restart, and a repeated command counts once', async () => {
  const world = await agentWorld(counting)
  expect(await world.run({ id: id(1) })).toMatchObject({ text: 'answer 1' })
  expect(await world.run({ id: id(2) })).toMatchObject({ text: 'answer 2' })
  rmSync(join(world.ports.runDir, folder(2), 'result.json'))
  expect(await world.run({ id: id(2) }, repeatedAttempt)).toMatchObject({ text: 'answer 2' })
  expect(await world.run({ id: id(3) })).toMatchObject({ text: 'answer 3' })
})

test('AG-01 scripted: a repair turn that a crash took back is not counted', async () => {
  const world = await agentWorld([
    rule([], { call: 1, answer: reply('bad') }),
    ...[2, 3].map((n) => rule([], { call: n, answer: reply(`answer ${n}`) })),
  ])
  expect(await world.run({ id: id(1) })).toMatchObject({ text: 'answer 2' })
  // As if the process had died in the first turn.
  for (const file of ['result.json', 'envelope-2.md']) rmSync(join(world.ports.runDir, folder(1), file))
  expect(await world.run({ id: id(2) })).toMatchObject({ text: 'answer 2' })
})

test('AG-01 scripted: calls in several lanes at once have one order', async () => {
  const world = await agentWorld([1, 2, 3].map((n) => rule([], { call: n, answer: reply(`answer ${n}`) })))
  const { enterTurn } = await import('./call-index.ts')
  await world.run({ id: id(1) })
  const entered = await Promise.all(
    [2, 3, 4, 5, 6].map((n) => enterTurn(world.ports.runDir, { command: id(n), role: 'worker', turn: 1 })),
  )
  expect(entered.map((before) => before.length).sort()).toEqual([1, 2, 3, 4, 5])
})
