import { asRunId } from '../../../ids.ts'
import type {
  ContractEntry,
  Escalation,
  Feature,
  MissionFacts,
  MissionMemory,
} from '../../../mission-document.ts'
import { type MissionInput, missionDuties, missionRoles } from '../input.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

export const input: MissionInput = {
  runId: asRunId('20261116-120000'),
  specPath: 'SPEC.md',
  baseBranch: 'main',
  checks: [{ name: 'test', run: 'npm test', timeoutMs: 60_000, claims: [] }],
  roles: Object.fromEntries(
    missionRoles.map((role) => [role, { tier: missionDuties[role].tier, limits }]),
  ) as unknown as MissionInput['roles'],
  promptOverrides: {},
  orchestrator: 'rules',
  maxIterations: 200,
  attempts: { architectAt: 3, escalateAt: 5 },
  caps: { usd: null, tokens: null, warnAt: 0.8 },
  isolation: { onPass: 'merge', useWorktrees: true, lanes: 1 },
  planReviewer: true,
  crosscheck: false,
  uiQa: null,
  smoke: null,
  checkpoints: [],
  hooks: false,
  notify: false,
  retention: { snapshots: 50, logs: 500 },
}

export const feature = (id: string, more: Partial<Feature> = {}): Feature => ({
  id,
  title: `Title of ${id}`,
  summary: `Summary of ${id}`,
  description: '',
  claims: [claimOf(id)],
  dependsOn: [],
  status: 'todo',
  attempts: 0,
  issues: [],
  notes: '',
  fixes: null,
  sourceIssueId: null,
  ...more,
})

/** `F-001` claims `VAL-F-001`, `F-FIX-001` claims `VAL-FIX-001`. */
export const claimOf = (id: string): string => (id.startsWith('F-FIX-') ? `VAL-${id.slice(2)}` : `VAL-${id}`)

export const entry = (id: string, more: Partial<ContractEntry> = {}): ContractEntry => ({
  id,
  assertion: `${id} holds`,
  verify: 'Look.',
  evidence: '',
  status: 'TODO',
  rulings: [],
  ...more,
})

/** What lies on the disk. */
export interface Shelf {
  readonly spec: string
  readonly features: readonly Feature[] | null
  readonly contract: readonly ContractEntry[] | null
  readonly memory: MissionMemory
  readonly facts: MissionFacts
  /** `escalation.md`. */
  readonly escalation?: Escalation | null
}

const nothing: Shelf = {
  spec: 'Build it.',
  features: null,
  contract: null,
  memory: { summary: '', long: '', identities: {} },
  facts: { planVerdict: null, fired: [], hooks: [] },
}

export const unplanned = (more: Partial<Shelf> = {}): Shelf => ({ ...nothing, ...more })

/** A plan that is there already, and reviewed; `F-002 < F-001` depends on it. */
export const planned = (...features: readonly (string | Feature)[]): Shelf => {
  const list = features.map((one) => {
    if (typeof one !== 'string') return one
    const [id = '', ...dependsOn] = one.split(/ < |, /)
    return feature(id, { dependsOn })
  })
  return {
    ...nothing,
    features: list,
    contract: list.flatMap(({ claims }) => claims).map((id) => entry(id)),
    facts: { ...nothing.facts, planVerdict: 'accept' },
  }
}
