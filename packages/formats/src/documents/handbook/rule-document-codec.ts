/** Owns PRODUCT.md and DESIGN.md as documents. A run only reads them. */
import type { RuleDocument } from '@harness/core/playbooks/handbook/handbook-document'
import { parsed } from '../../text/format-problem.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { parseRuleDocument } from './rule-document.ts'

export const ruleDocumentCodec: DocumentCodec<RuleDocument> = {
  format: 'handbook',
  inPlace: null,
  walk: (text) => text,
  parse: (text) => parsed(parseRuleDocument(text)),
  apply: () => ({ type: 'done' }),
}
