import { expect, test } from 'vitest'
import { agentWorld, rule, write } from '../../test-support/agent-world.ts'
import { redactedChanges } from './redacted-changes.ts'

test('AG-10 a call whose recorded change lacks what looked like a secret is named, and no other', async () => {
  const leaky = await agentWorld([rule([write('b.txt', 'key=top-secret-value\n')])])
  await leaky.run()
  expect(redactedChanges(leaky.ports.runDir)).toHaveLength(1)
  const plain = await agentWorld([rule([write('b.txt', 'plain\n')])])
  await plain.run()
  expect(redactedChanges(plain.ports.runDir)).toEqual([])
})
