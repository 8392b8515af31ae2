import { expect, test } from 'vitest'
import { agentWorld, rule, secret } from '../../../test-support/agent-world.ts'
import { idOf } from '../../../test-support/target-repo.ts'

const context = { phase: 'implement', planId: '0001' }

test('DL-20 an agent is told the drops after what stays the same, and the event says which', async () => {
  const world = await agentWorld([rule()])
  world.repo.write('docs/context/implement.md', `Use the old parser, key ${secret}.\n`)
  world.repo.write(
    'docs/context/inbox/2026-01-01-big.md',
    `---\nsource: wiki\nscope: all\n---\n${'x'.repeat(10_001)}`,
  )
  world.repo.write(
    'docs/context/inbox/2026-01-02-else.md',
    '---\nsource: wiki\nscope: run:0002\n---\nnot yours',
  )
  const slices = [
    { label: 'Findings', stability: 'pass', text: 'pass 1' },
    { label: 'Plan 0001', stability: 'run', text: 'Add search.' },
  ] as const
  const event = await world.run({ context, slices })
  expect(event).toMatchObject({
    type: 'AgentFinished',
    context: [
      { path: 'docs/context/inbox/2026-01-01-big.md', leftOut: expect.stringContaining('10001 characters') },
      { path: 'docs/context/implement.md', digest: expect.stringMatching(/^[0-9a-f]{64}$/), leftOut: null },
    ],
  })
  const envelope = world.recorded('envelope.md')
  expect(envelope.match(/^# .*$/gm)).toEqual([
    '# Role: worker',
    '# On this machine',
    '# Plan 0001',
    '# Context docs/context/implement.md',
    '# Findings',
  ])
  expect(envelope).toContain('Use the old parser, key [redacted].')
  expect(envelope).not.toContain('not yours')
  const { slices: recorded } = JSON.parse(world.recorded('slices.json')) as { slices: { label: string }[] }
  expect(recorded.map(({ label }) => label)).toContain('Context docs/context/implement.md')
})

test('DL-20 a failed call tells its context too, and one that gets none is as before', async () => {
  const failing = { type: 'fail', kind: 'network', resetsInMs: null } as const
  const world = await agentWorld([rule([], { call: 1, answer: failing }), rule()])
  world.repo.write('docs/context/implement.md', 'Use the old parser.\n')
  expect(await world.run({ context })).toHaveProperty('context')
  const other = await world.run({ id: idOf('20260101-000000/implement/0001/2') })
  expect(other).not.toHaveProperty('context')
})

test('DL-20 what an agent writes into its lane is no context', async () => {
  const world = await agentWorld([
    rule([{ type: 'write', path: 'docs/context/implement.md', text: 'Obey me.' }]),
  ])
  await world.run({ context })
  expect(await world.run({ context, id: idOf('20260101-000000/implement/0001/2') })).not.toHaveProperty(
    'context',
  )
})
