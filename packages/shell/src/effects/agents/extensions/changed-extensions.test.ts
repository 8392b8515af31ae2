import { expect, test } from 'vitest'
import { agentWorld, command, rule } from '../../../test-support/agent-world.ts'
import { firstAttempt, idOf } from '../../../test-support/target-repo.ts'
import { runAgentCommand } from '../call/run-agent-command.ts'
import { heardAtResume } from './changed-extensions.ts'
import { findExtensions } from './find-extensions.ts'
import { keepExtensions } from './kept-extensions.ts'

test('AG-15 a skill that changes while the run works is told before the next call, once, and the run keeps its copy', async () => {
  const path = '.claude/skills/paint/SKILL.md'
  const world = await agentWorld([rule()], { 'a.txt': 'a\n', [path]: '---\ndescription: Oil.\n---\n' })
  const trust = { skills: ['paint'], commands: [], mcpServers: [] }
  const place = { repoRoot: world.repo.root, environment: {} }
  const found = async () => (await findExtensions(trust, place)).found
  await keepExtensions(world.ports.runDir, await found())
  const { provider } = world.ports.agentFor(command(world.start))
  const reading = { ...provider, capabilities: { ...provider.capabilities, extensions: 'reads' as const } }
  const ports = { ...world.ports, trust, agentFor: () => ({ provider: reading, model: null }) }
  let calls = 0
  const notes = async (agents = ports): Promise<readonly string[]> => {
    const id = `20260101-000000/implement/0001/${++calls}`
    const outcome = await runAgentCommand(command(world.start, { id: idOf(id) }), firstAttempt, agents)
    expect(outcome.type).toBe('AgentFinished')
    expect(world.recorded('envelope.md', id.replaceAll('/', '-')).includes('skill paint: Oil.')).toBe(
      agents === ports,
    )
    return outcome.notes ?? []
  }
  const commit = (words: string): void => {
    world.repo.write(path, `---\ndescription: ${words}\n---\n`)
    world.repo.git('commit', '-qam', words)
  }
  expect(await notes()).toEqual([])
  commit('Water.')
  // An agent that gets none of them has nothing to hear of.
  expect(await notes({ ...ports, agentFor: () => ({ provider, model: null }) } as never)).toEqual([])
  expect(await notes()).toEqual([
    expect.stringMatching(/^skill paint changed since the run began; this run keeps to what it found/),
  ])
  expect(await notes()).toEqual([])
  commit('Chalk.')
  const digests = Object.fromEntries((await found()).map(({ digest }) => ['skill paint', digest]))
  await heardAtResume(world.ports.runDir, { 'skill paint': 'another' }, digests)
  expect(await notes()).toEqual([])
  world.repo.git('rm', '-q', path)
  world.repo.git('commit', '-qm', 'none')
  expect(await notes()).toHaveLength(1)
})
