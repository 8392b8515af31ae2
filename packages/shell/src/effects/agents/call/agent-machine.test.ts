import { noShell } from '@harness/agent-runner/runner/agent-shell'
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import { expect, test } from 'vitest'
import { agentWorld, command, rule } from '../../../test-support/agent-world.ts'
import { firstAttempt } from '../../../test-support/target-repo.ts'
import { runAgentCommand } from './run-agent-command.ts'

test('AG-16 a role is told what it may do here, and what it lacks is in its event and its recording', async () => {
  const world = await agentWorld([rule()])
  const whole = await world.run()
  expect(world.recorded('envelope.md')).toMatch(/# On this machine\n- Files: write in your working directory/)
  expect(whole).not.toHaveProperty('lacked')

  const { provider } = world.ports.agentFor(command(world.start))
  const blind = { ...provider, shellHere: async () => noShell('no sandbox was found.') }
  const ports = { ...world.ports, agentFor: () => ({ provider: blind, model: null }) }
  const reviewing = command(world.start, { mode: 'review', role: 'reviewer', commitMessage: null })
  const lacked = 'the reviewer reviewed without running commands: no sandbox was found.'
  expect(await runAgentCommand(reviewing, firstAttempt, ports)).toMatchObject({
    type: 'AgentFinished',
    lacked,
    notes: [lacked],
  })
  expect(world.recorded('envelope.md')).toContain('- Commands: none can run on this machine.')
  expect(world.recorded('events.ndjson')).toContain(lacked)
})

test('AG-15 what a provider notes of its turn is in the event, once and without control sequences, in the recording and told live', async () => {
  const world = await agentWorld([rule()])
  const { provider } = world.ports.agentFor(command(world.start))
  const text = 'the agent does not take agent.effort "high"'
  const noting: typeof provider = {
    ...provider,
    run: (request, onEvent) => {
      onEvent({ type: 'note', text: `${text}\u001b[2K` })
      onEvent({ type: 'note', text })
      return provider.run(request, onEvent)
    },
  }
  const live: AgentEvent[] = []
  const ports = {
    ...world.ports,
    agentFor: () => ({ provider: noting, model: null }),
    onEvent: (_: unknown, event: AgentEvent) => live.push(event),
  }
  const outcome = await runAgentCommand(command(world.start), firstAttempt, ports)
  expect(outcome).toMatchObject({ type: 'AgentFinished', notes: [text] })
  expect(live).toContainEqual({ type: 'note', text })
  expect(world.recorded('events.ndjson')).toContain('"type":"note"')
})
