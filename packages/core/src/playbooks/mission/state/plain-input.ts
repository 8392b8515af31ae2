/**
 * The plainest mission: every role with what it usually gets, and nothing that a config would add. For code that runs the
 * playbook without a repository: specs, the simulation and the bench.
 */
import { asRunId } from '../../../kernel/ids.ts'
import { missionIdentity } from './identity.ts'
import type { MissionInput } from './input.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

export const plainInput: MissionInput = {
  runId: asRunId('20261116-120000'),
  specPath: 'SPEC.md',
  baseBranch: 'main',
  checks: [{ name: 'test', run: 'npm test', timeoutMs: 60_000, claims: [] }],
  roles: Object.fromEntries(
    missionIdentity.roles.map(({ role, tier }) => [role, { tier, limits }]),
  ) as unknown as MissionInput['roles'],
  promptOverrides: {},
  orchestrator: 'rules',
  maxIterations: 200,
  attempts: { architectAt: 3, escalateAt: 5 },
  caps: { usd: null, tokens: null, warnAt: 0.8 },
  isolation: { onPass: 'merge', useWorktrees: true, lanes: 1 },
  planReviewer: true,
  documenter: 'done',
  curateEvery: 4,
  crosscheck: false,
  uiQa: null,
  smoke: null,
  checkpoints: [],
  hooks: false,
  notify: false,
  retention: { snapshots: 50, logs: 500 },
}
