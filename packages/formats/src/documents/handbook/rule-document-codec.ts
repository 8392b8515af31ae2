/** Owns PRODUCT.md and DESIGN.md as documents. A run only reads them. */
import { readOnly } from '../codec/text-codec.ts'
import { parseRuleDocument } from './rule-document.ts'

export const ruleDocumentCodec = readOnly('handbook', parseRuleDocument)
