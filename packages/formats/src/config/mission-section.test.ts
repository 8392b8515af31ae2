import { describe, expect, it } from 'vitest'
import { describeProblem } from '../text/format-problem.ts'
import { parseConfigValue } from './parse-config.ts'

const base = { checks: [{ name: 'test', run: 'npm test' }] }
const missionOf = (mission: unknown, more: object = {}) => {
  const result = parseConfigValue({ ...base, ...more, mission }, 'harness.config.json')
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.value.mission
}
const problemsOf = (mission: unknown): string => {
  const result = parseConfigValue({ ...base, mission }, 'harness.config.json')
  return result.ok ? '' : result.problems.map(describeProblem).join('\n')
}

describe('the mission section', () => {
  it('MI-11 takes the lower of the two names of the cap', () => {
    expect(missionOf({ costCapUsd: 5, maxCostUsd: 3, tokenCap: 1000 }).caps).toEqual({
      usd: 3,
      tokens: 1000,
      warnAt: 0.8,
    })
  })
  it('MI-13 works on several features at once only in worktrees', () => {
    expect(missionOf({}).isolation.lanes).toBe(2)
    expect(missionOf({ parallelWorkers: { max: 4 } }).isolation.lanes).toBe(4)
    expect(missionOf({ branchIsolation: { lanes: 5 } }).isolation.lanes).toBe(5)
    expect(missionOf({ parallelWorkers: { max: 4 }, branchIsolation: { lanes: 3 } }).isolation.lanes).toBe(3)
    expect(
      missionOf({ parallelWorkers: { max: 4 }, branchIsolation: { useWorktrees: false } }).isolation.lanes,
    ).toBe(1)
    const off = missionOf({ parallelWorkers: { max: 4 }, branchIsolation: { enabled: false } })
    expect(off.isolation).toEqual({ onPass: 'merge', useWorktrees: false, lanes: 1 })
  })
  it('reads models, overrides and time limits by role, and everything that can be switched on', () => {
    expect(
      missionOf(
        {
          models: { crosscheck: 'other-model' },
          promptOverrides: { worker: 'Use tabs.' },
          timeouts: { validator: 2 },
          uiQa: { enabled: true },
          smokeTest: {
            enabled: true,
            urls: [{ url: 'http://localhost:$HARNESS_LANE_PORT/', expectText: 'Hello' }],
            startupCmd: 'npm start',
            startupWaitSeconds: 1.5,
          },
          checkpoints: { types: [{ name: 'plan', triggerOn: 'post-planner' }] },
          branchIsolation: { baseBranch: 'dev' },
        },
        { devServer: { command: 'npm start', url: 'http://localhost:1' } },
      ),
    ).toMatchObject({
      models: { crosscheck: 'other-model' },
      promptOverrides: { worker: 'Use tabs.' },
      wallMs: { validator: 120_000 },
      uiQa: { url: null },
      smoke: {
        onDone: true,
        onFeaturePass: false,
        startup: { run: 'npm start', waitMs: 1500 },
        urls: [{ expectStatus: 200, expectText: 'Hello' }],
      },
      checkpoints: [{ name: 'plan', triggerOn: 'post-planner', features: null }],
      baseBranch: 'dev',
    })
  })
  it.each([
    [{ checkpoints: { types: [{ name: 'a', triggerOn: 'sometimes' }] } }, 'feature-claim:AUTH'],
    [
      { checkpoints: { types: [{ name: 'escalation', triggerOn: 'pre-done' }] } },
      'what the mission’s own questions are called',
    ],
    [
      {
        checkpoints: {
          types: [
            { name: 'a', triggerOn: 'pre-done' },
            { name: 'a', triggerOn: 'pre-merge' },
          ],
        },
      },
      'a name that no other checkpoint has',
    ],
    [{ models: { planer: 'm' } }, 'unknown field "planer"'],
    [{ uiQa: { enabled: true } }, 'a section devServer'],
    [{ smokeTest: { urls: [{ url: 'http://example.org' }] } }, 'an address on this machine'],
    [{ maxCostUsdWarnThreshold: 2 }, 'at most 1'],
  ])('refuses %j', (mission, said) => expect(problemsOf(mission)).toContain(said))
})
