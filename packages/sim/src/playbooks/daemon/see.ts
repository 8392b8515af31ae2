/** Owns what a simulated daemon sees when it looks around. Which plans can start is production's to say. */
import type { LookAround } from '@harness/core/playbooks/daemon/effects'
import type { Candidate, Facts, Standing } from '@harness/core/playbooks/daemon/facts'
import type { DaemonSettings } from '@harness/core/playbooks/daemon/settings'
import { contentHash } from '../../world/content-hash.ts'
import type { SimPlans } from './plans.ts'
import type { Troubles } from './troubles.ts'

export const settings: Omit<DaemonSettings, 'lanes'> = {
  tickMs: 30_000,
  rateLimitBackoffMs: 900_000,
  maxRateLimitRetries: 3,
  maxRestarts: 8,
  fidelityEvery: 10,
  releaseGate: true,
}

const candidatesPerLane = 4
const shownBehind = 50

export interface Seeing {
  readonly plans: SimPlans
  readonly troubles: Troubles
  readonly frozen: () => string | null
}

export function see(command: LookAround, { plans, troubles, frozen }: Seeing, seenAt: number): Facts {
  const lanes = troubles.lanes()
  const isBroken = troubles.has('config is broken')
  const facts: Omit<Facts, 'digest' | 'seenAt'> = {
    trouble: isBroken ? { code: 'config-invalid', reason: 'It cannot be read.', next: 'Correct it.' } : null,
    config: isBroken ? null : { settings: { ...settings, lanes }, revision: `lanes ${lanes}` },
    frozen: frozen(),
    ready: isBroken ? [] : candidates(command, plans, lanes * candidatesPerLane),
    plans: { open: plans.ids.filter((id) => !plans.isMerged(id)).length, completed: 0 },
    bad: [],
    behind: behindOf(command, plans),
    standings: isBroken
      ? {}
      : Object.fromEntries(command.watch.map(({ id }) => [id, standingOf(id, plans)] as const)),
    base: null,
    closedUntil: troubles.closedUntil(),
    ceilingReached: false,
  }
  return { ...facts, digest: contentHash(JSON.stringify(facts)), seenAt }
}

const candidates = ({ except }: LookAround, plans: SimPlans, most: number): readonly Candidate[] =>
  plans
    .ready(new Set(except), most)
    .map((id) => ({ id, title: `Plan ${id}`, standing: standingOf(id, plans) }))

const standingOf = (id: string, plans: SimPlans): Standing => {
  if (plans.isMerged(id)) return { type: 'completed' }
  return plans.workersOf(id).some(({ byDaemon }) => !byDaemon)
    ? { type: 'held', why: 'a person works on it' }
    : { type: 'free' }
}

function behindOf({ blocked }: LookAround, plans: SimPlans): Facts['behind'] {
  const behind = [...plans.behind(blocked)]
  return {
    count: behind.length,
    first: behind.slice(0, shownBehind).map(([id, waitsFor]) => ({ id, waitsFor })),
  }
}
