/** Reads a mission's features and contract as they are in the checkout, for commands that only look. */

import { UserError } from '@harness/core/kernel/user-error'
import { missionPaths } from '@harness/core/playbooks/mission/mission-contents'
import type { ContractEntry, Feature } from '@harness/core/playbooks/mission/mission-document'
import { contractFile, featuresFile } from '@harness/formats/documents/mission/mission-codecs'
import { contractIn, featuresIn } from '@harness/shell/playbooks/mission/mission-documents'
import { readDocument } from '@harness/shell/playbooks/mission/mission-files'

export interface OpenDocuments {
  /** Null if there is no such file. */
  readonly features: readonly Feature[] | null
  readonly contract: readonly ContractEntry[] | null
  readonly warnings: readonly string[]
}

export async function openDocuments(repoRoot: string): Promise<OpenDocuments> {
  const features = featuresIn(await readDocument(repoRoot, missionPaths.features))
  const contract = contractIn(await readDocument(repoRoot, missionPaths.contract))
  return { features: features.content, contract: contract.content, warnings: contract.notes }
}

export const notPlanned = (what: 'features' | 'contract'): UserError =>
  new UserError(
    'mission-not-planned',
    `There is no ${what === 'features' ? featuresFile : contractFile} here: nothing is planned yet.`,
    { next: 'Write SPEC.md, then: harness mission' },
  )
