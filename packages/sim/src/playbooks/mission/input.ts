/** Owns what a simulated mission is told at its start, and the plan that its planner makes. */
import type { PlannedMission } from '@harness/core/playbooks/mission/state/answers'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import { plainInput } from '@harness/core/playbooks/mission/state/plain-input'
import type { Random } from '../../engine/random.ts'

/** Of two features at once, and with a smoke test at its end. */
export const simulatedInput: MissionInput = {
  ...plainInput,
  isolation: { ...plainInput.isolation, lanes: 2 },
  smoke: { onDone: true, onFeaturePass: false, startup: null, urls: [] },
  retention: { snapshots: 5, logs: 5 },
}

/** A stream of its own: what else a seed draws is the same in all three. */
const drawnOnPass = (random: Random): MissionInput['isolation']['onPass'] =>
  random.about('onPass').pick(['merge', 'merge', 'keep', 'pr'])

export const drawnInput = (random: Random): MissionInput => ({
  ...simulatedInput,
  orchestrator: random.chance(0.5) ? 'agent' : 'rules',
  maxIterations: random.pick([8, 30, 200]),
  caps: {
    usd: random.pick([null, null, 3, 9, 60]),
    tokens: random.pick([null, null, 300_000, 900_000, 4_000_000]),
    warnAt: 0.8,
  },
  isolation: { ...simulatedInput.isolation, lanes: random.pick([1, 2, 3]), onPass: drawnOnPass(random) },
  ciPatienceMs: 30 * 60_000,
  planReviewer: random.chance(0.7),
  documenter: random.about('documenter').pick(['done', 'feature', 'off']),
  curateEvery: random.about('curateEvery').pick([1, 2, 4]),
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

/** As many features that do not need each other. */
export const widePlan = (features: number): PlannedMission =>
  planOf(Array.from({ length: features }, () => []))

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
