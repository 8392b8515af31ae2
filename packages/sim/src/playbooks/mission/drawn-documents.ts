/** Owns the documents of a mission that were written before the run. */

import type { DocumentsRead } from '@harness/core/effects/read-documents'
import type { PlannedMission } from '@harness/core/playbooks/mission/state/answers'
import type {
  BaseLooked,
  MissionContents,
  ReadMission,
} from '@harness/core/playbooks/mission/state/mission-contents'
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

/** A person wrote a plan whose first feature is merged, as the plan says. No validator of this run has seen it. */
export function begunBefore({ id }: ReadMission): readonly [DocumentsRead<MissionContents>, BaseLooked] {
  const { features, contract } = documentsOf(plainPlan)
  const [first, ...others] = features
  const told = <Content>(content: Content) => ({ digest: 'digest', changed: { content } })
  const documents = {
    spec: told('# A product'),
    features: told(first === undefined ? others : [{ ...first, status: 'passed' as const }, ...others]),
    contract: told(contract),
    memory: told({ summary: '', long: '', identities: {} }),
    review: told({ verdict: 'accept' as const, notes: [] }),
    checkpoints: told([]),
  }
  const commandId = id.replace('/read/', '/look/') as ReadMission['id']
  return [
    { type: 'DocumentsRead', at: 0, commandId: id, documents },
    { type: 'BaseLooked', at: 0, commandId, unmerged: [], hooks: [] },
  ]
}
