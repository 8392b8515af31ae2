/** Test support: a task in single mode that asks nothing at its start, and the playbook with a plain voice. */
import { asRunId } from '../../../kernel/ids.ts'
import { presets } from '../../../work/model-presets.ts'
import { workflowIdentity } from '../identity.ts'
import type { WorkflowInput } from '../input.ts'
import { workflowPlaybook } from '../playbook.ts'
import { plainVoice } from './plain-voice.ts'

export const playbook = workflowPlaybook(plainVoice)

const limits = { wallMs: 1, idleMs: 1, maxTurns: 1 }

export const plainInput: WorkflowInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  checkout: '/repo',
  task: 'Add a sum',
  slug: 'sum',
  docsPath: 'docs/harness/sum/',
  branch: 'harness/sum',
  repoName: 'repo',
  hasGit: true,
  inPlace: false,
  merge: false,
  userLang: 'en',
  lang: 'typescript',
  commands: { build: 'npm run build', test: 'npm test', lint: 'npm run lint', typeCheck: 'npx tsc' },
  checkTimeoutMs: 1_000,
  scope: null,
  maxFiles: 20,
  maxRounds: 3,
  todoBlocking: false,
  mode: 'single',
  modelConfig: presets.default,
  verifier: 'haiku',
  conventions: 'skip',
  models: { claude: { opus: 'big', sonnet: 'middle', haiku: 'small' } },
  roles: Object.fromEntries(workflowIdentity.roles.map(({ role, tier }) => [role, { tier, limits }])),
  draft: null,
  until: null,
  flags: { verifierModel: null, outputDir: null },
  createdAt: 1,
  adopted: null,
}
