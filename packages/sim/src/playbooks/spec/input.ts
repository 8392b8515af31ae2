/** Owns what a simulated spec is told at its start, and what its agents can write. */
import { asRunId } from '@harness/core/kernel/ids'
import { type SpecInput, specRoles } from '@harness/core/playbooks/spec/input'

const settings = {
  tier: 'advisor',
  limits: { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 },
} as const

export const plainInput: SpecInput = {
  runId: asRunId('20261118-120000'),
  baseBranch: 'main',
  idea: 'Share notes',
  depth: 'deep',
  docsPath: 'docs/harness/share-notes/',
  claudeMd: null,
  scan: 'skip',
  roles: Object.fromEntries(specRoles.map((role) => [role, settings])) as SpecInput['roles'],
}

/** A draft with all its sections. */
export const draftOf = (mark: string): string =>
  `# ${mark}\n${[1, 2, 3, 4, 5, 6, 7].map((section) => `## ${section}\nText.`).join('\n')}\n`
