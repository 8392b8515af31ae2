/** Owns what a mission knows of its documents: what was read, with every change that is wanted since. */
import type { DocumentsEdited } from '../../../effects/edit-documents.ts'
import type { Reread } from '../../../effects/reread.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { documentOf } from '../state/edit-mission.ts'
import {
  type BaseLooked,
  changedByOthers,
  eachPaper,
  type MissionReading,
  papers,
} from '../state/mission-contents.ts'
import type {
  ContractEntry,
  DocumentEdit,
  Feature,
  FeatureChange,
  UnmergedFeature,
} from '../state/mission-document.ts'
import { type Documents, type MissionState, noted, type Papers } from '../state/state.ts'
import { featureNamed } from './features.ts'

/** Wants changes: known at once, written with the next decision. */
export const wanting = (state: MissionState, ...edits: readonly DocumentEdit[]): MissionState =>
  edits.length === 0
    ? state
    : {
        ...state,
        outbox: [...state.outbox, ...edits],
        documents: state.documents === null ? null : edited(state.documents, edits),
      }

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
  const inContract = (id: string, change: (entry: ContractEntry) => ContractEntry): Papers => ({
    ...documents,
    contract: contract?.map((entry) => (entry.id === id ? change(entry) : entry)) ?? null,
  })
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
      return inContract(id, (entry) => ({ ...entry, status, evidence: evidence.trim() }))
    }
    case 'add-claim':
      return contract === null || contract.some(({ id }) => id === edit.entry.id)
        ? documents
        : { ...documents, contract: [...contract, edit.entry] }
    case 'ruling':
      return inContract(edit.claim, (entry) => ({
        ...entry,
        rulings: [...new Set([...entry.rulings, edit.ruling])],
      }))
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

/** A look that began before does not tell of them. */
const passedSince = (
  { unmerged }: MissionState,
  { features }: Documents,
  asked: readonly string[] | undefined,
): readonly UnmergedFeature[] =>
  unmerged.filter(
    ({ feature }) =>
      asked?.includes(feature) === false &&
      features?.some(({ id, status }) => id === feature && status === 'passed') === true,
  )

const noMemory: Papers['memory'] = { summary: '', long: '', identities: {} }

/** What is still to be written stays wanted on top of what was read. Identities stay as they were read first. */
export function withReading(
  state: MissionState,
  reading: MissionReading,
  { unmerged, asked, hooks }: BaseLooked,
): MissionState {
  const { spec, features, contract, memory, review, checkpoints } = reading
  const before = state.documents ?? undefined
  const said = review.changed?.content ?? null
  const found = contentOf(memory, before?.memory) ?? noMemory
  const read: Documents = {
    spec: contentOf(spec, before?.spec) ?? '',
    features: contentOf(features, before?.features),
    contract: contentOf(contract, before?.contract),
    memory: { ...found, identities: before?.memory.identities ?? found.identities },
  }
  const documents = edited(read, state.outbox)
  return {
    ...state,
    unmerged: [...unmerged, ...passedSince(state, documents, asked)],
    documents,
    facts: {
      planVerdict: said?.verdict ?? null,
      planNotes: said?.notes ?? [],
      hooks,
      fired: [...new Set([...state.facts.fired, ...(checkpoints.changed?.content ?? [])])],
    },
    digests: eachPaper((name) => reading[name].digest),
  }
}

/** If the documents differ by more than these edits from what the run knows, they are read before the next decision. */
export function documentsEdited(state: MissionState, { digests, refused }: DocumentsEdited): MissionState {
  const unmade = refusedIn(state, refused)
  const others = new Set(unmade.flatMap(documentsIn))
  for (const name of papers) if (digests[name] === null) others.add(name)
  const known = eachPaper((name) =>
    others.has(name) ? changedByOthers : (digests[name] ?? state.digests[name]),
  )
  return noted(
    {
      ...withoutUnwritten(state, unmade),
      writing: null,
      digests: known,
    },
    ...refused.map(({ detail }) => `Not written down: ${detail}.`),
  )
}

export const refusedIn = (
  { writing }: MissionState,
  refused: DocumentsEdited['refused'],
): readonly DocumentEdit[] => refused.flatMap(({ edit }) => writing?.edits[edit] ?? [])

/** A plan is both of them. */
const documentsIn = (edit: DocumentEdit): readonly string[] =>
  edit.type === 'plan' ? ['features', 'contract'] : [documentOf[edit.type]]

/** A fix that was not written down was never there, so no person has removed it. */
function withoutUnwritten(state: MissionState, unwritten: readonly DocumentEdit[]): MissionState {
  const isThere = ({ id }: Feature): boolean =>
    !unwritten.some((edit) => edit.type === 'add-feature' && edit.feature.id === id)
  const { documents } = state
  const features = documents?.features?.filter(isThere) ?? null
  return documents === null ? state : { ...state, documents: { ...documents, features } }
}
