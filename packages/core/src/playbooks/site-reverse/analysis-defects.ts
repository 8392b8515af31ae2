/** Owns what is wrong with an analysis beside its form: what it cites must have been captured. */
import type { CapturedPage } from '../../effects/capture-site.ts'
import type { SiteAnalysis } from './analysis.ts'

/** One line for each defect, with its name first; empty if the analysis can be written. */
export function analysisDefects(
  { pages, workflows, features, acceptanceCriteria }: SiteAnalysis,
  captured: readonly Pick<CapturedPage, 'path'>[],
): readonly string[] {
  const known = new Set(captured.map(({ path }) => path))
  return [
    ...pages
      .filter(({ path }) => !known.has(path))
      .map(({ path }) => `unknown-page: no page ${path} was captured; name pages as the list does`),
    ...workflows.flatMap(({ name, sourceEvidence }) =>
      sourceEvidence
        .filter((path) => !known.has(path))
        .map((path) => `unknown-evidence: “${name}” cites ${path}, and no such page was captured`),
    ),
    ...(features.some(({ priority }) => priority === 'must')
      ? []
      : ['no-must: say which features the product must have']),
    ...repeated(acceptanceCriteria.map(({ tag }) => tag)).map(
      (tag) => `duplicate-tag: ${tag} is the tag of several criteria; give each its own`,
    ),
  ]
}

const repeated = (all: readonly string[]): readonly string[] => [
  ...new Set(all.filter((one, at) => all.indexOf(one) !== at)),
]
