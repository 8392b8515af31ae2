/** Reads a mission's features and contract as they are in the checkout, for commands that only look. */

import { UserError } from '@harness/core/kernel/user-error'
import { missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import type { ContractEntry, Feature } from '@harness/core/playbooks/mission/state/mission-document'
import { parseContract } from '@harness/formats/documents/mission/contract-file'
import { parseFeatures } from '@harness/formats/documents/mission/features-file'
import { contractFile, featuresFile } from '@harness/formats/documents/mission/mission-codecs'
import type { Parsed } from '@harness/formats/text/format-problem'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { readDocument } from '@harness/shell/playbooks/mission/mission-files'

export interface OpenDocuments {
  /** Null if there is no such file. */
  readonly features: readonly Feature[] | null
  readonly contract: readonly ContractEntry[] | null
  readonly warnings: readonly string[]
}

export async function openDocuments(repoRoot: string): Promise<OpenDocuments> {
  const features = await parsedIn(repoRoot, 'features', parseFeatures)
  const contract = await parsedIn(repoRoot, 'contract', parseContract)
  return { features, contract: contract?.entries ?? null, warnings: contract?.warnings ?? [] }
}

/** Throws if the document has mistakes: they are the operator's to correct. */
async function parsedIn<Content>(
  repoRoot: string,
  name: 'features' | 'contract',
  parse: (text: string, file: string) => Parsed<Content>,
): Promise<Content | null> {
  const text = await readDocument(repoRoot, missionPaths[name])
  if (text === null) return null
  const read = parse(text, name === 'features' ? featuresFile : contractFile)
  if (!read.ok) throw userErrorOf(name, read.problems)
  return read.value
}

export const notPlanned = (what: 'features' | 'contract'): UserError =>
  new UserError(
    'mission-not-planned',
    `There is no ${what === 'features' ? featuresFile : contractFile} here: nothing is planned yet.`,
    { next: 'Write SPEC.md, then: harness mission' },
  )
