/** Owns what a simulated workflow is told at its start. */
import { inCheckout } from '@harness/core/effects/document-file'
import { asRunId } from '@harness/core/kernel/ids'
import { artifactNames, artifactPath } from '@harness/core/playbooks/workflow/artifacts'
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import { modes, type WorkflowInput } from '@harness/core/playbooks/workflow/input'
import { presets } from '@harness/core/work/model-presets'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Random } from '../../engine/random.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }
const docsPath = 'docs/harness/sum/'

export const plainInput: WorkflowInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  checkout: '/repo',
  task: 'Add a sum',
  slug: 'sum',
  docsPath,
  branch: 'harness/sum',
  repoName: 'repo',
  hasGit: true,
  inPlace: false,
  merge: false,
  userLang: 'en',
  lang: 'typescript',
  commands: { build: 'npm run build', test: 'npm test', lint: 'npm run lint', typeCheck: null },
  checkTimeoutMs: 60_000,
  scope: 'src/**',
  maxFiles: 3,
  maxRounds: 2,
  todoBlocking: false,
  mode: 'single',
  modelConfig: presets.default,
  verifier: 'haiku',
  conventions: 'skip',
  models: {},
  roles: Object.fromEntries(workflowIdentity.roles.map(({ role, tier }) => [role, { tier, limits }])),
  draft: null,
  until: null,
  flags: { verifierModel: null, outputDir: null },
  createdAt: 0,
  adopted: null,
}

export const drawnInput = (random: Random): WorkflowInput => ({
  ...plainInput,
  mode: random.pick([null, ...modes]),
  modelConfig: random.pick([null, presets.default, presets.economy]),
  conventions: random.pick(['ask', 'scan', 'skip']),
  maxRounds: random.pick([1, 2, 3]),
  merge: random.chance(0.3),
  todoBlocking: random.chance(0.3),
  ...random.pick([{}, {}, { hasGit: false }]),
})

const specPath = artifactPath('spec', docsPath)
export const specKey = keyOf(inCheckout(specPath))

/** Every document that the run reads or writes, by its name. */
export const documentNames: readonly string[] = [
  ...artifactNames,
  'persisted_conventions',
  'named_conventions',
  'claude',
  'qa_notes',
  'critic_findings',
]
