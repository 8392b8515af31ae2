/** Owns what is wrong with an audit: points without evidence, and plans that do not exist. */
import type { Audit, AuditedRequirement } from './audit.ts'

/** One line for each defect, with its name first; empty if the audit counts. */
export function auditDefects(
  { requirements, drift }: Audit,
  plans: readonly { readonly id: string }[],
): readonly string[] {
  const ids = new Set(plans.map(({ id }) => id))
  const named = [
    ...requirements.map(({ planId, requirement }) => ({ planId, what: requirement })),
    ...drift.map(({ planId, title }) => ({ planId, what: title })),
  ]
  const texts = requirements.map(({ requirement }) => requirement)
  return [
    ...named.flatMap(({ planId, what }) =>
      planId === null || ids.has(planId) ? [] : [`unknown-plan: “${what}” names ${planId}, which is no plan`],
    ),
    ...[...new Set(texts.filter((text, at) => texts.indexOf(text) !== at))].map(
      (text) => `duplicate-requirement: “${text}” is there twice`,
    ),
  ]
}

/** Files that the notes name as evidence, as far as words can be taken for files. */
export const namedFiles = ({ requirements }: Audit): readonly string[] => [
  ...new Set(requirements.filter(isBuilt).flatMap(filesIn)),
]

/** `absent` are those of the named files that the tree does not have. */
export function unshown({ requirements }: Audit, absent: readonly string[]): readonly string[] {
  const gone = new Set(absent)
  return requirements.filter(isBuilt).flatMap((one) => {
    const files = filesIn(one)
    if (files.some((file) => !gone.has(file))) return []
    const names =
      files.length === 0 ? 'no file' : `only ${files.join(', ')}, which the repository does not have`
    return [`no-evidence: “${one.requirement}” is ${one.status}, and its notes name ${names}`]
  })
}

const isBuilt = ({ status }: AuditedRequirement): boolean => status !== 'unmet'

/** `src/cart.ts:12`, `README.md`. A word with a dot may be no file; one file that exists is enough. */
const filesIn = ({ notes }: AuditedRequirement): readonly string[] =>
  notes
    .split(/[\s`"'“”()[\],;]+/)
    .map((word) =>
      word
        .replace(/[.:!?]+$/, '')
        .replace(/:\d+(?:[-–:]\d+)?$/, '')
        .replace(/^\.\//, ''),
    )
    .filter((word) => /^[^/:]+(?:\/[^/:]+)+$|^[^/:]+\.[a-zA-Z]\w{0,9}$/.test(word))
