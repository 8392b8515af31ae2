/** Owns what a mission knows of its documents: what was read, with every change that is wanted since. */
import type { Reread } from '../../effects/reread.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { papers } from './edit-mission.ts'
import { featureNamed } from './features.ts'
import { withFirstIdentities, withPromoted } from './identities.ts'
import type { BaseLooked } from './look-at-base.ts'
import type { MissionReading } from './mission-contents.ts'
import type { DocumentEdit, Feature, FeatureChange, UnmergedFeature } from './mission-document.ts'
import type { AfterWrite, MissionState, Papers, Writing } from './state.ts'

/** Wants changes: known at once, written with the next decision. */
export const wanting = (state: MissionState, ...edits: readonly DocumentEdit[]): MissionState =>
  edits.length === 0
    ? state
    : {
        ...state,
        outbox: [...state.outbox, ...edits],
        documents: state.documents === null ? null : edited(state.documents, edits),
      }

export const unwritten = (edits: readonly DocumentEdit[]): Writing => ({ edits, refused: null })

/** Everything that is wanted is written down, and then comes `next`. */
export const writing = (state: MissionState, next: AfterWrite): MissionState => ({
  ...state,
  outbox: [],
  main: { type: 'write', decision: null, by: 'rules', ...unwritten(state.outbox), next },
})

/** The change of a feature as it is known; nothing if it is gone. */
export function changing(state: MissionState, id: string, set: FeatureChange): MissionState {
  const feature = featureNamed(state, id)
  return feature === undefined ? state : wanting(state, { type: 'feature', id, was: feature.status, set })
}

export const edited = <Edited extends Papers>(papers: Edited, edits: readonly DocumentEdit[]): Edited =>
  edits.length === 0 ? papers : { ...papers, ...edits.reduce(withEdit, papersOf(papers)) }

const papersOf = ({ features, contract, memory }: Papers): Papers => ({ features, contract, memory })

function withEdit(documents: Papers, edit: DocumentEdit): Papers {
  const { features, contract, memory } = documents
  switch (edit.type) {
    case 'plan':
      return { ...documents, features: edit.features, contract: edit.contract }
    case 'feature':
      return { ...documents, features: features?.map((one) => changed(one, edit)) ?? null }
    case 'add-feature':
      return features === null || features.some(({ id }) => id === edit.feature.id)
        ? documents
        : { ...documents, features: [...features, edit.feature] }
    case 'claim': {
      const { id, status, evidence } = edit
      const said = { status, evidence: evidence.trim() }
      return {
        ...documents,
        contract: contract?.map((entry) => (entry.id === id ? { ...entry, ...said } : entry)) ?? null,
      }
    }
    case 'add-claim':
      return contract === null || contract.some(({ id }) => id === edit.entry.id)
        ? documents
        : { ...documents, contract: [...contract, edit.entry] }
    case 'ruling':
      return {
        ...documents,
        contract:
          contract?.map((entry) =>
            entry.id === edit.claim && !entry.rulings.includes(edit.ruling)
              ? { ...entry, rulings: [...entry.rulings, edit.ruling] }
              : entry,
          ) ?? null,
      }
    case 'curate':
      return { ...documents, memory: { ...memory, summary: edit.summary, long: edit.long } }
    case 'memory-aside':
      return { ...documents, memory: { ...memory, summary: '', long: '' } }
    default:
      return documents
  }
}

const changed = (feature: Feature, { id, set }: Extract<DocumentEdit, { type: 'feature' }>): Feature =>
  feature.id === id ? { ...feature, ...set } : feature

const contentOf = <Content>(reread: Reread<Content>, before: Content | undefined): Content => {
  if (reread.changed !== null) return reread.changed.content
  invariant(before !== undefined, 'what is not known yet cannot be unchanged')
  return before
}

const noMemory: Papers['memory'] = { summary: '', long: '', identities: {} }

/** A status that a person set meanwhile stays. */
const isPassed = ({ features }: Papers, id: string): boolean =>
  features?.some((one) => one.id === id && one.status === 'passed') === true

/** What is still to be written stays wanted on top of what was read. */
export function withReading(
  state: MissionState,
  { spec, features, contract, memory, review, checkpoints }: MissionReading,
  { unmerged, hooks }: BaseLooked,
): MissionState {
  const before = state.seen ?? undefined
  const seen: Papers = {
    features: contentOf(features, before?.features),
    contract: contentOf(contract, before?.contract),
    memory: contentOf(memory, before?.memory) ?? noMemory,
  }
  const said = review.changed?.content ?? null
  const fired = checkpoints.changed?.content ?? []
  const saidMerged = state.saidMerged.filter((id) => state.landed.includes(id) || isPassed(seen, id))
  const isNotSaid = ({ feature }: UnmergedFeature): boolean => !saidMerged.includes(feature)
  return {
    ...state,
    saidMerged,
    unmerged: unmerged.filter(isNotSaid),
    facts: {
      planVerdict: said?.verdict ?? null,
      unmerged,
      hooks,
      // Roles act on these notes: after the first look they are what the reviewer said in this run.
      planNotes: (state.documents === null ? said?.notes : state.facts.planNotes) ?? [],
      fired: [...new Set([...state.facts.fired, ...fired])],
    },
    seen,
    documents: withFirstIdentities(
      { ...edited(seen, state.outbox), spec: contentOf(spec, state.documents?.spec) ?? '' },
      state.documents,
    ),
    digests: {
      spec: spec.digest,
      features: features.digest,
      contract: contract.digest,
      memory: memory.digest,
      checkpoints: checkpoints.digest,
    },
  }
}

export type FoundPapers = Pick<MissionReading, (typeof papers)[number]>

/** What is wanted and was not written yet, `pending` first, comes on top of what stands there now. */
export function withWriting(
  state: MissionState,
  { features, contract, memory, checkpoints }: FoundPapers,
  made: readonly DocumentEdit[],
  pending: readonly DocumentEdit[],
): MissionState {
  const { documents, digests, facts } = state
  if (documents === null || state.seen === null) return state
  const expected = withPromoted(edited(state.seen, made), made)
  const seen: Papers = {
    features: contentOf(features, expected.features),
    contract: contentOf(contract, expected.contract),
    memory: contentOf(memory, expected.memory) ?? noMemory,
  }
  const fired = checkpoints.changed?.content ?? []
  const wanted = edited(seen, [...pending, ...state.outbox])
  return {
    ...state,
    facts: { ...facts, fired: [...new Set([...facts.fired, ...fired])] },
    seen,
    documents: withFirstIdentities({ ...documents, ...wanted }, documents),
    digests: {
      ...digests,
      features: features.digest,
      contract: contract.digest,
      memory: memory.digest,
      checkpoints: checkpoints.digest,
    },
  }
}
