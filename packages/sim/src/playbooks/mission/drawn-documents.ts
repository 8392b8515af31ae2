/** Owns the documents of a mission that somebody wrote before the run. */
import type { PlannedMission } from '@harness/core/playbooks/mission/answers'
import type { MissionRead, ReadMission } from '@harness/core/playbooks/mission/read-mission'
import { plainPlan } from './input.ts'

export const documentsOf = ({ contract, features }: PlannedMission) => ({
  contract: contract.map((entry) => ({ ...entry, evidence: '', status: 'TODO' as const, rulings: [] })),
  features: features.map((feature) => ({
    ...feature,
    status: 'todo' as const,
    attempts: 0,
    issues: [],
    notes: '',
    fixes: null,
    sourceIssueId: null,
  })),
})

/** Somebody wrote a plan whose first feature is merged, as far as it says: nobody here has seen that it holds. */
export function begunBefore({ id }: ReadMission): MissionRead {
  const { features, contract } = documentsOf(plainPlan)
  const [first, ...others] = features
  const told = <Content>(content: Content) => ({ digest: 'digest', changed: { content } })
  return {
    type: 'MissionRead',
    at: 0,
    commandId: id,
    spec: told('# A product'),
    features: told(first === undefined ? others : [{ ...first, status: 'passed' as const }, ...others]),
    contract: told(contract),
    memory: told({ summary: '', long: '', identities: {} }),
    facts: { planVerdict: 'accept', fired: [], hooks: [] },
  }
}
