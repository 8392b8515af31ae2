/** Turns a mission's files into what a run knows of them; a file that cannot be read is the operator's to fix. */

import type { ContractEntry, Feature } from '@harness/core/playbooks/mission/mission-document'
import { parseContract } from '@harness/formats/documents/mission/contract-file'
import { parseFeatures } from '@harness/formats/documents/mission/features-file'
import { contractFile, featuresFile } from '@harness/formats/documents/mission/mission-codecs'
import { userErrorOf } from '@harness/formats/text/user-error-of'

export interface ReadContent<Content> {
  readonly content: Content
  /** What a person should hear of. */
  readonly notes: readonly string[]
}

/** Throws where the text is none that can be gone by. */
export function featuresIn(text: string | null): ReadContent<readonly Feature[] | null> {
  if (text === null) return { content: null, notes: [] }
  const read = parseFeatures(text, featuresFile)
  if (!read.ok) throw userErrorOf('features', read.problems)
  return { content: read.value, notes: [] }
}

export function contractIn(text: string | null): ReadContent<readonly ContractEntry[] | null> {
  if (text === null) return { content: null, notes: [] }
  const read = parseContract(text, contractFile)
  if (!read.ok) throw userErrorOf('contract', read.problems)
  return { content: read.value.entries, notes: read.value.warnings }
}
