/**
 * Owns which faults can strike in a simulated world and how often. Each seed has its own weather: most faults are off,
 * some are rare and some are so frequent that retries run out.
 */
import type { Random } from '../engine/random.ts'
import type { Tally } from '../engine/tally.ts'

export const faults = [
  'agent changes nothing',
  'agent writes a bug',
  'agent writes a flaw',
  'agent is slow',
  'agent hangs',
  'agent dies',
  'agent is limited, reset known',
  'agent is limited, reset unknown',
  'agent is limited, reset past',
  'agent is limited, reset beyond belief',
  'agent meets a fatal error',
  'agent meets a transient error',
  'agent meets an ambiguous error',
  'fixer fixes nothing',
  'fixer goes in circles',
  'fixer disputes a finding',
  'reviewer edits files',
  'reviewer breaks its contract',
  'reviewer gives no verdict',
  'reviewer says nothing',
  'reviewer says the sentinel beside a finding',
  'reviewer invents a finding',
  'reviewer overlooks a flaw',
  'check never ran',
  'check times out',
  'flaky check fails',
  'flaky check passes',
  'command fails',
  'base moves',
  'base clashes',
  'base conflicts',
  'checkout is in the way',
  'checkout is in the way of the completion',
  'person edits the plan',
  'person takes the plan away',
  'plan is completed by others',
  'merge finds another tree',
  'agent removes a test',
  'agent needs a person',
  'agent needs what it could decide',
  'no browser on the machine',
  'port is taken',
  'product never gets ready',
  'product dies',
  'forge does not let us in',
  'forge is limited',
  'forge is unreachable',
  'forge never reports',
  'forge has no checks',
  'forge will not merge',
  'check fails on the forge',
  'push is rejected',
  'person closes the pull request',
  'person merges the pull request',
  'person rewrites the base',
  'lane in use',
  'person stops the run',
  'person presses Ctrl-C',
  'person freezes the repository',
  'clock jumps forward',
  'clock jumps back',
  'journal disk is full',
  'sidecar disk is full',
] as const
/** What can strike a mission only; no delivery's seed draws it. */
export type Fault = (typeof faults)[number] | 'smoke test fails' | 'hook fails'

export interface Weather {
  strikes(fault: Fault, luck: Random): boolean
}

/** Nothing ever goes wrong. */
export const calm: Weather = { strikes: () => false }

/** Frequent, because it only makes a run longer or strikes late: what stops a run early hides what comes later. */
const frequent: ReadonlySet<Fault> = new Set([
  'agent writes a bug',
  'agent writes a flaw',
  'fixer fixes nothing',
  'fixer goes in circles',
  'fixer disputes a finding',
  'reviewer says the sentinel beside a finding',
  'reviewer invents a finding',
  'reviewer overlooks a flaw',
  'flaky check passes',
  'merge finds another tree',
  'checkout is in the way of the completion',
  'check fails on the forge',
  'push is rejected',
  'forge never reports',
  'forge will not merge',
  'forge has no checks',
  'no browser on the machine',
  'port is taken',
  'product never gets ready',
  'person rewrites the base',
  'lane in use',
])

/** The share of faults that can strike at all, by kind. */
const climates = [
  { trouble: 0.03, frequent: 0.3 },
  { trouble: 0.08, frequent: 0.3 },
  { trouble: 0.15, frequent: 0.3 },
  { trouble: 0.3, frequent: 0.2 },
  { trouble: 0.01, frequent: 0.7 },
] as const

/** How likely a fault is that can strike. Going in circles shows only when it is kept up. */
const probabilitiesOf = (fault: Fault): readonly number[] =>
  fault === 'fixer goes in circles'
    ? [0.3, 1]
    : frequent.has(fault)
      ? [0.1, 0.3, 0.6, 0.95]
      : [0.03, 0.1, 0.3, 0.8]

/** Every seed has one fault as its theme, so that a few hundred seeds meet each of them several times. */
const themeProbabilities = [0.3, 0.8] as const

export function swarmWeather(random: Random, tally: Tally): Weather {
  const climate = random.pick(climates)
  const likely = new Map<Fault, number>()
  for (const fault of faults)
    if (random.chance(frequent.has(fault) ? climate.frequent : climate.trouble))
      likely.set(fault, random.pick(probabilitiesOf(fault)))
  likely.set(random.pick(faults), random.pick(themeProbabilities))
  return {
    strikes(fault, luck) {
      const probability = likely.get(fault)
      if (probability === undefined || !luck.chance(probability)) return false
      tally.note(`fault: ${fault}`)
      return true
    },
  }
}

/** What can strike every playbook that works in lanes. */
export const faultsInLanes: readonly Fault[] = [
  'command fails',
  'check never ran',
  'check times out',
  'agent removes a test',
  'flaky check fails',
  'merge finds another tree',
  'checkout is in the way',
  'lane in use',
]
