/** Reads a repository's handbook with all that belongs to it, and everything that is to be said against it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { containedPath } from '@harness/core/contained-path'
import type { HandbookDocuments } from '@harness/core/handbook-document'
import { type LintFinding, lintHandbook } from '@harness/formats/handbook/lint-handbook'
import { parseRuleDocument } from '@harness/formats/handbook/rule-document'
import { handbookFile } from '@harness/shell/documents/handbook-document'
import { readHandbookFolder, skeletonFile } from '@harness/shell/documents/handbook-folder'

export interface LintedFolder {
  readonly documents: HandbookDocuments
  readonly findings: readonly LintFinding[]
}

export async function lintedFolder(root: string): Promise<LintedFolder> {
  const folder = await readHandbookFolder(root)
  const product = parseRuleDocument(folder.product)
  const design = folder.design === null ? null : parseRuleDocument(folder.design)
  const { findings, handbook } = lintHandbook({
    read: folder.handbook,
    skeleton: folder.skeleton,
    product,
    design,
    files: { handbook: handbookFile, skeleton: skeletonFile },
    exists: (path) => path === '.' || (containedPath(path).ok && existsSync(join(root, path))),
  })
  return { documents: { handbook, product, design }, findings }
}

export const errorsIn = (findings: readonly LintFinding[]): readonly LintFinding[] =>
  findings.filter(({ severity }) => severity === 'error')
