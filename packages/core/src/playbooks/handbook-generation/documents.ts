/** Owns the document that the generation of a handbook writes, and how a refusal of it stops the run. */
import { inCheckout } from '../../effects/document-file.ts'
import type { EditDocuments, RefusedEdit } from '../../effects/edit-documents.ts'
import type { CommandId } from '../../kernel/ids.ts'
import {
  designFile,
  handbookFile,
  productFile,
  skeletonFile,
  stateFile,
} from '../handbook/handbook-document.ts'
import type { PlanEdit } from '../handbook/planned-handbook.ts'

export type WriteHandbook = EditDocuments<PlanEdit>

export const writtenFiles = [handbookFile, skeletonFile]

const files = [handbookFile, skeletonFile, stateFile, productFile, designFile].map(inCheckout)

export const writeHandbook = (id: CommandId, edit: PlanEdit): WriteHandbook => ({
  type: 'EditDocuments',
  id,
  documents: { 'planned-handbook': { files, expected: null } },
  edits: [{ document: 'planned-handbook', edit }],
  branch: null,
})

/** What the operator can do about a refusal. */
export const nextAfter = ({ reason }: RefusedEdit): string =>
  reason === 'missing'
    ? `Write what the product is to be into ${productFile} (docs/handbook.md says how), then give the command again`
    : replaceAdvice

export const replaceAdvice =
  'Drive it with: harness handbook; to have another one made in its place: harness handbook generate --force'
