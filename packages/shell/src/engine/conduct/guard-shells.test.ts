import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codexPackage } from '@harness/agent-runner/providers/codex/codex-sdk'
import { installFiles, wholeInstallation } from '@harness/agent-runner/test-support/installed-files'
import { missionIdentity } from '@harness/core/playbooks/mission/state/identity'
import { expect, it } from 'vitest'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { missionTiers } from '../../playbooks/mission/mission-config.ts'
import { startMission } from '../../playbooks/mission/start-mission.ts'
import { sampleOutside, sampleRepo } from '../../test-support/sample-delivery.ts'
import { guardShells } from './guard-shells.ts'

const { roles } = missionIdentity

/** The validator is Codex's. `mode` is that of the sandbox. */
async function outside(mode: 'auto' | 'off') {
  const program = mkdtempSync(join(tmpdir(), 'harness-program-'))
  installFiles(program, wholeInstallation(codexPackage))
  const { config, ...others } = await sampleOutside(sampleRepo())
  const validator = {
    provider: 'codex',
    model: null,
    effort: null,
    tier: null,
    wallMs: null,
    idleMs: null,
    maxTurns: null,
  } as const
  return {
    ...others,
    clock: systemClock,
    ask: null,
    rolesDir: join(program, 'roles'),
    config: {
      ...config,
      sandbox: { ...config.sandbox, mode },
      agent: { ...config.agent, roles: { ...config.agent.roles, validator } },
    },
  }
}

it('MI-23 refuses a validator whose agents cannot start the product, and says what to do', async () => {
  const run = await outside('off')
  await expect(guardShells(run, roles, missionTiers(run.config))).rejects.toMatchObject({
    code: 'product-unusable',
    message: expect.stringMatching(
      /^The validator must start the product and use it, and the provider codex cannot/,
    ),
    next: expect.stringContaining('agent.roles.validator'),
  })
})

it('MI-23 asks nothing of roles that use no product, and of those that the run does not send', async () => {
  const run = await outside('off')
  const { validator: _, ...others } = missionTiers(run.config)
  expect(await guardShells(run, roles, others)).toBeUndefined()
})

it('MI-23 lets scripted agents pass: the harness runs their commands', async () => {
  const run = await outside('off')
  const config = { ...run.config, agent: { ...run.config.agent, roles: {} } }
  expect(await guardShells({ ...run, config }, roles, missionTiers(config))).toBeUndefined()
})

it('MI-23 a mission with such a validator does not begin, and nothing is changed', async () => {
  const run = await outside('off')
  writeFileSync(join(run.repoRoot, 'SPEC.md'), '# Files\n')
  const start = { ...run, onEvent: () => {}, stop: new AbortController().signal, specPath: null }
  await expect(startMission(start)).rejects.toMatchObject({ code: 'product-unusable' })
  expect(existsSync(join(run.stateDir, 'runs'))).toBe(false)
})
