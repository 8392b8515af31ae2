/** Holds a handbook, wherever its text comes from, against the repository that it is for. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { containedPath } from '@harness/core/kernel/contained-path'
import {
  designFile,
  type HandbookDocuments,
  handbookFile,
  skeletonFile,
} from '@harness/core/playbooks/handbook/handbook-document'
import { type LintFinding, lintHandbook } from '@harness/formats/documents/handbook/lint-handbook'
import type { ReadHandbook } from '@harness/formats/documents/handbook/parse-handbook'
import { parseRuleDocument } from '@harness/formats/documents/handbook/rule-document'
import { isIgnored } from '../../machine/git/is-ignored.ts'

export interface LintedHandbook {
  readonly documents: HandbookDocuments
  readonly findings: readonly LintFinding[]
}

export interface HandbookTexts {
  readonly handbook: ReadHandbook
  readonly skeleton: string | null
  readonly product: string
  readonly design: string | null
}

/** Of the files that prompts write for others. */
export const ignoredDocuments = async (repoRoot: string): Promise<readonly string[]> =>
  (await isIgnored(repoRoot, designFile)) ? [designFile] : []

export function lintForRepository(
  repoRoot: string,
  texts: HandbookTexts,
  ignored: readonly string[] = [],
): LintedHandbook {
  const product = parseRuleDocument(texts.product)
  const design = texts.design === null ? null : parseRuleDocument(texts.design)
  const { findings, handbook } = lintHandbook({
    read: texts.handbook,
    skeleton: texts.skeleton,
    product,
    design,
    files: { handbook: handbookFile, skeleton: skeletonFile },
    exists: (path) => path === '.' || (containedPath(path).ok && existsSync(join(repoRoot, path))),
    ignored,
  })
  return { documents: { handbook, product, design }, findings }
}
