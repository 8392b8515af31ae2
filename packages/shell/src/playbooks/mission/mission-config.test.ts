import { asRunId } from '@harness/core/kernel/ids'
import { parseConfigValue } from '@harness/formats/config/parse-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { describe, expect, it } from 'vitest'
import {
  changedConfigNote,
  guardCrosscheck,
  missionInput,
  missionTiers,
  withMissionModels,
} from './mission-config.ts'

function configOf(mission: object, more: object = {}) {
  const parsed = parseConfigValue({ checks: [{ name: 'test', run: 'true' }], mission, ...more }, 'config')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return withMissionModels(parsed.value)
}

const inputOf = (config: ReturnType<typeof configOf>) =>
  missionInput({ runId: asRunId('20260101-000000'), config, specPath: 'SPEC.md' })

describe('what the config means for a mission', () => {
  it('models and time limits of its roles hold, beside what the roles say elsewhere', () => {
    const agent = { provider: 'claude', roles: { worker: { maxTurns: 9, wallMinutes: 3 } } }
    const config = configOf({ models: { worker: 'quick' }, timeouts: { worker: 2 } }, { agent })
    expect(roleAgent(config.agent, 'worker', 'executor')).toMatchObject({
      provider: 'claude',
      model: 'quick',
    })
    const { worker, validator } = inputOf(config).roles
    expect(worker.limits).toMatchObject({ wallMs: 120_000, maxTurns: 9 })
    expect(validator.limits).toMatchObject({ wallMs: 3_600_000, maxTurns: 200 })
  })

  it('only roles that may be sent must be installed', () => {
    expect(Object.keys(missionTiers(configOf({})))).not.toEqual(
      expect.arrayContaining(['crosscheck', 'ui-qa', 'orchestrator']),
    )
    const all = { crosscheck: { enabled: true }, orchestrator: 'agent' }
    expect(Object.keys(missionTiers(configOf(all)))).toEqual(
      expect.arrayContaining(['crosscheck', 'orchestrator', 'plan-reviewer']),
    )
  })

  it('MI-07 a crosscheck is by another provider or model than the validation', () => {
    const crosscheck = { enabled: true }
    const same = expect.objectContaining({ code: 'crosscheck-same-model' })
    expect(() => guardCrosscheck(configOf({ crosscheck }))).toThrow(same)
    expect(() => guardCrosscheck(configOf({ crosscheck, models: { crosscheck: 'b' } }))).not.toThrow()
    const roles = { crosscheck: { provider: 'codex' } }
    expect(() =>
      guardCrosscheck(configOf({ crosscheck }, { agent: { provider: 'claude', roles } })),
    ).not.toThrow()
    expect(() => guardCrosscheck(configOf({}))).not.toThrow()
  })

  it('a mission that goes on with another config than it began with says what differs', () => {
    const begun = inputOf(configOf({ costCapUsd: 5 }))
    expect(changedConfigNote(begun, configOf({ costCapUsd: 5 }))).toBeNull()
    const mended = configOf({ costCapUsd: 9, maxIterations: 7 }, { checks: [{ name: 'test', run: 'npm t' }] })
    expect(changedConfigNote(begun, mended)).toContain('(checks, maxIterations, the caps); it keeps its own')
  })

  it('MI-07 ui-qa looks at the address of the dev server, or at its own', () => {
    const devServer = { command: 'npm start', url: 'http://127.0.0.1:3000', routes: ['/', '/a'] }
    const server = { run: 'npm start', url: 'http://127.0.0.1:3000', readyMs: 60_000 }
    const looking = (uiQa: object) => inputOf(configOf({ uiQa }, { devServer })).uiQa
    expect(looking({ enabled: true })).toEqual({ server, routes: ['/', '/a'] })
    expect(looking({ enabled: true, url: 'http://127.0.0.1:4000' })?.server.url).toBe('http://127.0.0.1:4000')
    expect(looking({ enabled: false })).toBeNull()
  })
})
