import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { installFiles, wholeInstallation } from '@harness/agent-runner/test-support/installed-files'
import { sampleOutside, sampleRepo } from '@harness/shell/test-support/sample-delivery'
import { describe, expect, test } from 'vitest'
import type { Target } from '../../run/target/look-at-target.ts'
import { agentChecks } from './agent-checks.ts'

test('AG-21 harness doctor starts no ACP agent that the operator has not trusted', async () => {
  const { config, repoRoot } = await sampleOutside(sampleRepo())
  const acp = {
    command: ['no-such-agent', '-v'],
    env: [],
    hosts: [],
    files: [],
    sessions: [],
    auth: null,
    modes: {},
  }
  const written = { agent: { acp: { command: acp.command } } }
  const agent = { ...config.agent, provider: 'acp', acp }
  const target = { root: repoRoot, config: { ...config, agent }, configFile: 'harness.config.json', written }
  const env = { HOME: mkdtempSync(join(tmpdir(), 'harness-home-')) }
  const checks = await agentChecks({ env, rolesDir: repoRoot }, target as unknown as Target)
  expect(checks.find(({ id }) => id === 'agent acp')).toEqual({
    id: 'agent acp',
    status: 'warn',
    evidence: 'no-such-agent -v; not tried, because you have not trusted it yet',
    fix: 'harness trust',
  })
  const asProgram = { ...target, configFile: 'harness.config.ts' } as unknown as Target
  const [tried] = (await agentChecks({ env, rolesDir: repoRoot }, asProgram)).slice(-1)
  expect(tried).toMatchObject({
    status: 'fail',
    evidence: expect.stringContaining('not installed; needed for'),
  })
})

describe.each([
  ['claude', claudePackage],
  ['codex', codexPackage],
] as const)('AG-02 harness doctor and an SDK of %s that does not load', (provider, sdk) => {
  const diagnosed = async (used: boolean) => {
    const program = mkdtempSync(join(tmpdir(), 'harness-program-'))
    installFiles(program, { ...wholeInstallation(sdk), [`${sdk.name}/sdk.mjs`]: 'export class {' })
    const { config, repoRoot } = await sampleOutside(sampleRepo())
    const agent = used ? { ...config.agent, provider } : config.agent
    const target = { root: repoRoot, config: { ...config, agent } } as unknown as Target
    const env = { HOME: program }
    const checks = await agentChecks({ env, rolesDir: join(program, 'roles') }, target)
    const repair = `rm -rf ${join(program, 'node_modules', sdk.name)} && harness agents install ${provider}`
    return { check: checks.find(({ id }) => id === `agent ${provider}`), repair }
  }

  test('fails where roles use it: what is wrong, who needs it, how to repair it', async () => {
    const { check, repair } = await diagnosed(true)
    expect(check).toMatchObject({
      status: 'fail',
      evidence: expect.stringMatching(`^${sdk.name} is broken: .*; needed for implementer, reviewer`),
      fix: expect.stringContaining(repair),
    })
  })

  test('warns if none does', async () => {
    const { check, repair } = await diagnosed(false)
    expect(check).toMatchObject({
      status: 'warn',
      evidence: expect.stringMatching(/ is broken: .*; no role uses it$/s),
      fix: expect.stringContaining(repair),
    })
  })
})
