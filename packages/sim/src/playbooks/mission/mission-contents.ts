/** Owns the documents of a simulated mission as it reads them. */
import { InvariantError } from '@harness/core/kernel/invariant'
import type { MissionContents } from '@harness/core/playbooks/mission/mission-contents'
import type { Random } from '../../engine/random.ts'
import { contractIn, factsIn, featuresIn, memoryIn, type Papers } from '../../world/papers.ts'
import type { SimDocuments } from '../../world/sim-documents.ts'
import { documentsOf } from './drawn-documents.ts'
import { plainPlan } from './input.ts'

type Contents = { readonly [Name in keyof MissionContents]: MissionContents[Name] | null }

export const simulatedHooks = ['pre-worker', 'post-validator', 'on-feature-failing']

export const missionContents = (papers: Papers): SimDocuments => ({
  read(document) {
    const { planVerdict: verdict, planNotes: notes = [], fired } = factsIn(papers)
    const contents: Contents = {
      spec: papers.spec,
      features: featuresIn(papers),
      contract: contractIn(papers),
      memory: memoryIn(papers),
      review: verdict === null ? null : { verdict, notes },
      checkpoints: fired,
    }
    return contents[document as keyof Contents]
  },
  edit() {
    throw new InvariantError('a mission writes with WriteDocuments')
  },
})

/** A spec, and a plan if a person wrote one. */
export function drawnContents(luck: Random): Contents {
  const plan = luck.chance(0.4) ? documentsOf(plainPlan) : { features: null, contract: null }
  return {
    spec: '# A product',
    ...plan,
    memory: { summary: '', long: '', identities: {} },
    review: luck.chance(0.5) ? null : { verdict: 'accept', notes: [] },
    checkpoints: [],
  }
}
