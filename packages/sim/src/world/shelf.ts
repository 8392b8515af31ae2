/** Owns the documents of a simulated handbook, which people may edit at any time. */
import type {
  Handbook,
  HandbookDocuments,
  RuleDocument,
} from '@harness/core/playbooks/handbook/handbook-document'
import { contentHash } from './content-hash.ts'

export interface Shelf {
  handbook: Handbook
  product: RuleDocument
  design: RuleDocument | null
}

export const openShelf = (documents: HandbookDocuments): Shelf => ({ ...documents })

export const digestOf = (content: unknown): string => contentHash(JSON.stringify(content))
