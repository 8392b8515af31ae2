/** Reads a repository's handbook with all that belongs to it, and everything that is to be said against it. */
import type { LintFinding } from '@harness/formats/documents/handbook/lint-handbook'
import { readHandbookFolder } from '@harness/shell/playbooks/handbook/handbook-folder'
import {
  ignoredDocuments,
  type LintedHandbook,
  lintForRepository,
} from '@harness/shell/playbooks/handbook/handbook-lint'

export const lintedFolder = async (root: string): Promise<LintedHandbook> =>
  lintForRepository(root, await readHandbookFolder(root), await ignoredDocuments(root))

export const errorsIn = (findings: readonly LintFinding[]): readonly LintFinding[] =>
  findings.filter(({ severity }) => severity === 'error')
