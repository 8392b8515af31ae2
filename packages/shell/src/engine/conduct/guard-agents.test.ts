import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claudePackage } from '@harness/agent-runner/providers/claude/claude-sdk'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import {
  installFiles,
  programOf,
  wholeInstallation,
} from '@harness/agent-runner/test-support/installed-files'
import { defaultTiers } from '@harness/core/playbooks/delivery/input'
import { describe, expect, it } from 'vitest'
import { deliver, plainGit, sampleOutside, sampleRepo } from '../../test-support/sample-delivery.ts'
import { guardAgents } from './guard-agents.ts'

it('DL-04 refuses a role text of the repository’s own that says nothing', async () => {
  const outside = await sampleOutside(sampleRepo())
  await guardAgents(outside, defaultTiers)
  mkdirSync(join(outside.repoRoot, '.harness/roles'), { recursive: true })
  writeFileSync(join(outside.repoRoot, '.harness/roles/reviewer.md'), ' \n')
  await expect(guardAgents(outside, defaultTiers)).rejects.toMatchObject({
    code: 'role-missing',
    message: expect.stringContaining('.harness/roles/reviewer.md is empty'),
  })
})

describe.each([
  ['claude', claudePackage],
  ['codex', codexPackage],
] as const)('AG-02 before a run whose agents are %s', (provider, sdk) => {
  const outside = async (files: Readonly<Record<string, string>>) => {
    const repo = sampleRepo()
    const program = mkdtempSync(join(tmpdir(), 'harness-program-'))
    installFiles(program, files)
    const { config, ...others } = await sampleOutside(repo)
    const agent = { ...config.agent, provider }
    return { repo, program, ...others, config: { ...config, agent }, rolesDir: join(program, 'roles') }
  }

  it('lets a whole installation pass', async () =>
    expect(await guardAgents(await outside(wholeInstallation(sdk)), defaultTiers)).toBeUndefined())

  it.each([
    ['does not load', { [`${sdk.name}/sdk.mjs`]: 'export class {' }, `${sdk.name} is broken: `],
    ['is not what it was', { [`${sdk.name}/sdk.mjs`]: '' }, `it has no ${sdk.exported}`],
    ['cannot be read', { [`${sdk.name}/package.json`]: '{"version": "9' }, 'package.json cannot be read'],
  ])('refuses a package that %s, with the command that repairs it', async (_what, broken, message) => {
    const { program, ...run } = await outside({ ...wholeInstallation(sdk), ...broken })
    await expect(guardAgents(run, defaultTiers)).rejects.toMatchObject({
      code: 'provider-not-installed',
      message: expect.stringContaining(message),
      next: expect.stringMatching(
        `^Run: rm -rf ${join(program, 'node_modules', sdk.name)} && harness agents install ${sdk.provider}$`,
      ),
    })
  })

  it('refuses the run itself where its program is missing, and changes nothing', async () => {
    const { [programOf(sdk)]: _, ...headless } = wholeInstallation(sdk)
    const { repo, program: __, ...run } = await outside(headless)
    const before = plainGit(repo, 'for-each-ref')
    await expect(deliver(repo, '0001', run)).rejects.toMatchObject({
      code: 'provider-not-installed',
      message: expect.stringMatching(/^The provider \w+ cannot work: .*its program for \S+ is missing\.$/),
    })
    expect(plainGit(repo, 'for-each-ref')).toBe(before)
    expect(readdirSync(repo)).not.toContain('.harness')
  })
})
