import type {
  ContractEntry,
  Escalation,
  Feature,
  MissionFacts,
  MissionMemory,
  UnmergedFeature,
} from '../state/mission-document.ts'

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

/** What is on the disk. */
export interface Shelf {
  readonly spec: string
  readonly features: readonly Feature[] | null
  readonly contract: readonly ContractEntry[] | null
  readonly memory: MissionMemory
  readonly facts: MissionFacts & { readonly unmerged?: readonly UnmergedFeature[] }
  /** `escalation.md`. */
  readonly escalation?: Escalation | null
}

const nothing: Shelf = {
  spec: 'Build it.',
  features: null,
  contract: null,
  memory: { summary: '', long: '', identities: {} },
  facts: { planVerdict: null, planNotes: [], fired: [], hooks: [] },
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
