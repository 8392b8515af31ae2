/** Owns the documents of a handbook's run: their content, their places, and the commands that read and tick them. */
import { inCheckout } from '../../effects/document-file.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { DocumentsRead, ReadDocuments } from '../../effects/read-documents.ts'
import type { CommandId } from '../../kernel/ids.ts'
import {
  designFile,
  type Handbook,
  handbookFile,
  productFile,
  type RuleDocument,
  skeletonFile,
  type TickEdit,
} from './handbook-document.ts'

export type HandbookContents = {
  readonly handbook: Handbook
  readonly product: RuleDocument
  readonly design: RuleDocument
}

export type ReadHandbook = ReadDocuments<HandbookContents>
export type HandbookRead = DocumentsRead<HandbookContents>
export type TickBox = EditDocuments<TickEdit>

/** Null for a document that the run does not know, or not as it is now. */
export type DocumentDigests = ReadHandbook['known']

const files: ReadHandbook['files'] = {
  handbook: [inCheckout(handbookFile), inCheckout(skeletonFile)],
  product: [inCheckout(productFile)],
  design: [inCheckout(designFile)],
}

const nothingKnown: DocumentDigests = { handbook: null, product: null, design: null }

export const readHandbook = (
  id: CommandId,
  branch: string,
  known: DocumentDigests = nothingKnown,
): ReadHandbook => ({ type: 'ReadDocuments', id, files, known, branch })

export const tickBox = (id: CommandId, branch: string, expected: string | null, edit: TickEdit): TickBox => ({
  type: 'EditDocuments',
  id,
  documents: { handbook: { files: files.handbook, expected } },
  edits: [{ document: 'handbook', edit }],
  branch,
})

/** Takes ticks back, all in one command. */
export const putBackBoxes = (
  id: CommandId,
  branch: string,
  expected: string,
  boxes: readonly { readonly id: string; readonly text: string }[],
): TickBox => ({
  type: 'EditDocuments',
  id,
  documents: { handbook: { files: files.handbook, expected } },
  edits: boxes.map(({ id: promptId, text }) => ({
    document: 'handbook',
    edit: { promptId, text, to: 'open' },
  })),
  branch,
})

/** The files that a run cannot do without, and that are missing. */
export const missingFiles = ({ documents: { handbook, product } }: HandbookRead): readonly string[] => [
  ...(isMissing(handbook) ? [handbookFile] : []),
  ...(isMissing(product) ? [productFile] : []),
]

const isMissing = ({ changed }: HandbookRead['documents'][keyof HandbookContents]): boolean =>
  changed !== null && changed.content === null

export const missingWords = (
  missing: readonly string[],
): { readonly reason: string; readonly next: string } => ({
  reason: `There is no ${missing.join(' and no ')}.`,
  next: 'Put it there (docs/handbook.md says what it holds), then: harness handbook',
})
