/** A whole delivery by an agent that is known by its command line only. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness.ts'
import { noFindings, run, say, write } from './support/model-part.ts'
import { acp, describeRealAgent } from './support/real-agents.ts'
import { config, git, sampleRepo } from './support/sample-repo.ts'

describeRealAgent(acp, 'a delivery', (agent) => {
  test('AG-21 an ACP agent is greeted by doctor, implements and reviews; the price of its calls is unknown', async () => {
    const played = await agent.play(({ role }) =>
      role === 'implementer'
        ? [write('hello.txt', 'hello\n'), say('It says hello.')]
        : [run('echo mine > hello.txt'), noFindings],
    )
    const root = sampleRepo({
      'harness.config.json': config({
        agent: { ...agent.config, effort: { executor: 'high' } },
        sandbox: 'auto',
      }),
    })
    const delivered = await harness(root, ['run'], played)
    expect(delivered.code, delivered.stdout + delivered.stderr).toBe(0)
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\n')
    expect(git(root, 'log', '--first-parent', '--format=%s', 'main')).toContain('Merge plan 0001: Say hello')
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(value.roles).toMatchObject([
      { role: 'implementer', calls: 1, unpricedCalls: 1 },
      { role: 'reviewer', calls: 1, unpricedCalls: 1 },
    ])
    expect(played.requests[0]?.body.reasoning).toMatchObject({ effort: 'high' })
    const { stdout } = await harness(root, ['doctor'], played)
    expect(stdout).not.toContain('agent.effort')
    expect(stdout).toMatch(
      /ok +agent acp +@agentclientprotocol\/codex-acp 2\.6\.0 \(pictures, sessions\) for implementer, reviewer.*; log-in: CODEX_API_KEY is set/,
    )
  })
})
