/** Owns what a simulated mission is told at its start, and the plan that its planner makes. */
import type { PlannedMission } from '@harness/core/event'
import { asRunId } from '@harness/core/ids'
import { type MissionInput, missionDuties, missionRoles } from '@harness/core/playbooks/mission/input'
import type { Random } from '../random.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }
const check = (name: string) => ({ name, run: `npm run ${name}`, timeoutMs: 60_000, claims: [] })

export const plainInput: MissionInput = {
  runId: asRunId('20261116-120000'),
  specPath: 'SPEC.md',
  baseBranch: 'main',
  checks: [check('test')],
  roles: Object.fromEntries(
    missionRoles.map((role) => [role, { tier: missionDuties[role].tier, limits }]),
  ) as unknown as MissionInput['roles'],
  promptOverrides: {},
  orchestrator: 'rules',
  maxIterations: 200,
  attempts: { architectAt: 3, escalateAt: 5 },
  caps: { usd: null, tokens: null, warnAt: 0.8 },
  isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 },
  planReviewer: true,
  crosscheck: false,
  uiQa: null,
  smoke: { onDone: true, onFeaturePass: false, startup: null, urls: [] },
  checkpoints: [],
  hooks: false,
  notify: false,
  retention: { snapshots: 5, logs: 5 },
}

/** A stream of its own: what else a seed draws is the same in all three. */
const drawnOnPass = (random: Random): MissionInput['isolation']['onPass'] =>
  random.about('onPass').pick(['merge', 'merge', 'keep', 'pr'])

export const drawnInput = (random: Random): MissionInput => ({
  ...plainInput,
  orchestrator: random.chance(0.5) ? 'agent' : 'rules',
  maxIterations: random.pick([8, 30, 200]),
  caps: {
    usd: random.pick([null, null, 3, 9, 60]),
    tokens: random.pick([null, null, 300_000, 900_000, 4_000_000]),
    warnAt: 0.8,
  },
  isolation: { ...plainInput.isolation, lanes: random.pick([1, 2, 3]), onPass: drawnOnPass(random) },
  ciPatienceMs: 30 * 60_000,
  planReviewer: random.chance(0.7),
  crosscheck: random.chance(0.3),
  uiQa: random.chance(0.3)
    ? { server: { run: 'npm start', url: 'http://localhost:1', readyMs: 1000 }, routes: ['/'] }
    : null,
  smoke: random.chance(0.5)
    ? { onDone: true, onFeaturePass: random.chance(0.5), startup: null, urls: [] }
    : null,
  checkpoints: (['post-planner', 'post-feature', 'pre-merge', 'pre-done', 'feature-claim:A'] as const)
    .filter(() => random.chance(0.2))
    .map((triggerOn, nth) => ({ name: `look-${nth}`, triggerOn, features: null })),
  hooks: random.chance(0.3),
  notify: random.chance(0.3),
})

const number = (nth: number): string => String(nth).padStart(3, '0')

/** Two features that do not need each other. */
export const plainPlan: PlannedMission = planOf([[], []])

/** The second needs the first. */
export const chainedPlan: PlannedMission = planOf([[], [1]])

/** For each feature, the numbers of those that it depends on. */
function planOf(dependencies: readonly (readonly number[])[]): PlannedMission {
  const claim = (nth: number): string => `VAL-${nth % 2 === 0 ? 'A' : 'B'}-${number(nth)}`
  return {
    contract: dependencies.map((_, index) => ({
      id: claim(index + 1),
      assertion: `Feature ${index + 1} works`,
      verify: 'Look.',
    })),
    features: dependencies.map((dependsOn, index) => ({
      id: `F-${number(index + 1)}`,
      title: `Feature ${index + 1}`,
      summary: 'It works.',
      description: '',
      claims: [claim(index + 1)],
      dependsOn: dependsOn.map((nth) => `F-${number(nth)}`),
    })),
  }
}

export const drawnPlan = (random: Random): PlannedMission =>
  planOf(
    Array.from({ length: random.int(1, 6) }, (_, index) =>
      index > 0 && random.chance(0.4) ? [random.int(1, index)] : [],
    ),
  )
