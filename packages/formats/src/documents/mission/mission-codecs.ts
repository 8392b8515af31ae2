/** Owns the documents of a mission: how they are read, and what edits make of them. */

import { missionRoles } from '@harness/core/playbooks/mission/state/input'
import {
  type MissionContents,
  missionFolder,
  missionPaths,
} from '@harness/core/playbooks/mission/state/mission-contents'
import type { DocumentEdit } from '@harness/core/playbooks/mission/state/mission-document'
import { printEscalation } from '../../answers/mission/mission-texts.ts'
import { parsePlanReview, printPlanReview } from '../../answers/mission/plan-review-file.ts'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import type { DocumentCodec, Rewritten, Texts } from '../codec/document-codec.ts'
import { filesOf } from '../codec/folder-text.ts'
import { readOnly, textCodec } from '../codec/text-codec.ts'
import { writeCheckpoints } from './checkpoint-edits.ts'
import { settledCheckpoints } from './checkpoint-files.ts'
import { type ContractEdit, parseContract } from './contract-file.ts'
import { type FeatureEdit, parseFeatures } from './features-file.ts'
import { keepingLineEnds } from './line-ends.ts'
import { moveAside, readMemory, writeMemory, writeRaw } from './memory-edits.ts'
import { writeContract, writeFeatures, writePlan } from './plan-edits.ts'

export const featuresFile = `${missionFolder}/${missionPaths.features}`
export const contractFile = `${missionFolder}/${missionPaths.contract}`

type Edit<Type extends DocumentEdit['type']> = Extract<DocumentEdit, { type: Type }>

const written = <One>(
  read: DocumentCodec<unknown>,
  rewrite: (texts: Texts, edits: readonly One[]) => Rewritten,
): DocumentCodec<unknown, One> => keepingLineEnds({ ...read, rewrite })

const text = textCodec('features')

const read: { readonly [Name in keyof MissionContents]: DocumentCodec<MissionContents[Name]> } = {
  spec: text,
  features: { ...text, parse: (one) => parseFeatures(one, featuresFile) },
  contract: {
    ...textCodec('contract'),
    parse: (one) => mapped(parseContract(one, contractFile), ({ entries }) => entries),
    notesOn(one) {
      const contract = parseContract(one, contractFile)
      return contract.ok ? contract.value.warnings : []
    },
  },
  memory: {
    ...text,
    isOptional: true,
    parse: (summary, others) => parsed(readMemory(summary, others, missionRoles)),
  },
  review: readOnly('features', (one) => {
    const review = parsePlanReview(one, missionPaths.planReview)
    return review.ok ? review.value : null
  }),
  checkpoints: readOnly('features', (one) => {
    const files = filesOf(one)
    return settledCheckpoints(Object.keys(files), (name) => files[name] ?? null)
  }),
}

export const missionCodecs = {
  spec: read.spec,
  features: written<FeatureEdit>(read.features, writeFeatures),
  contract: written<ContractEdit>(read.contract, writeContract),
  plan: written<Edit<'plan'>>(text, writePlan),
  memory: written<Edit<'curate' | 'promote'>>(read.memory, writeMemory),
  raw: written<Edit<'remember'>>(text, writeRaw),
  aside: written<Edit<'memory-aside'>>(text, (texts) =>
    moveAside(['raw.md', 'summary.md', 'MEMORY.md'], texts),
  ),
  review: written<Edit<'plan-review'>>(read.review, (_, edits) => last(edits.map(printPlanReview))),
  escalation: written<Edit<'escalation' | 'escalation-settled'>>(text, (_, edits) =>
    last(edits.map((edit) => (edit.type === 'escalation' ? printEscalation(edit.escalation) : null))),
  ),
  checkpoints: written<Edit<'checkpoint' | 'checkpoint-answered'>>(read.checkpoints, writeCheckpoints),
  debug: written<Edit<'debug'>>(text, (_, edits) => ({
    texts: edits.map(({ feature, text: notes }) => ({
      file: 0,
      name: `${feature}.md`,
      text: `${notes.trimEnd()}\n`,
    })),
    refused: [],
  })),
}

const last = (texts: Texts): Rewritten => ({
  texts: texts.slice(-1).map((one) => ({ file: 0, text: one })),
  refused: [],
})

const mapped = <From, To>(one: Parsed<From>, change: (value: From) => To): Parsed<To> =>
  one.ok ? parsed(change(one.value)) : one
