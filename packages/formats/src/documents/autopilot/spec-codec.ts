/** Owns the spec of an autopilot as a document that is only read. */
import type { SpecRead } from '@harness/core/playbooks/autopilot/documents'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { readOnly } from '../codec/text-codec.ts'
import { readSpec } from './spec-file.ts'

export const specCodec: DocumentCodec<SpecRead> = readOnly('plan', (text) => readSpec(text, 'the spec'))
