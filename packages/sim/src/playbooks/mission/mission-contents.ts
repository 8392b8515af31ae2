/** Owns the documents of a simulated mission as it reads and edits them. */
import type { MissionContents } from '@harness/core/playbooks/mission/state/mission-contents'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { missionCodecs } from '@harness/formats/documents/mission/mission-codecs'
import type { Random } from '../../engine/random.ts'
import type { DrawnRefusal } from '../../world/edit-documents.ts'
import type { Papers } from '../../world/papers.ts'
import type { SimDocuments } from '../../world/sim-documents.ts'
import { textDocuments } from '../../world/text-documents.ts'
import { documentsOf } from './drawn-documents.ts'
import { plainPlan } from './input.ts'

type Contents = { readonly [Name in keyof MissionContents]: MissionContents[Name] | null }

export const simulatedHooks = ['pre-worker', 'post-validator', 'on-feature-failing']

export const missionContents = (papers: Papers): SimDocuments =>
  textDocuments(papers, missionCodecs as Readonly<Record<string, AnyCodec>>, () => false)

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

/** Now and then a person was quicker. */
export const drawnRefusal: DrawnRefusal = (luck) =>
  luck.chance(0.97) ? null : { reason: 'edited', detail: 'it was edited', problems: [] }
