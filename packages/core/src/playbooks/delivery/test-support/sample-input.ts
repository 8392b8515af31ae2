/** Test support: what a delivery is told at its start. */
import { asRunId } from '../../../kernel/ids.ts'
import type { DeliveryInput } from '../input.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

export const input: DeliveryInput = {
  runId: asRunId('20261116-120000'),
  plan: {
    id: '0001',
    slug: 'sum',
    title: 'Add sum',
    text: '# 0001 Add sum\n',
    path: 'plans/0001-sum.md',
    completedPath: 'done/0001-sum.md',
    acceptanceTags: [],
  },
  baseBranch: 'main',
  checks: [{ name: 'test', run: 'npm test', timeoutMs: 60_000, claims: [] }],
  review: { maxPasses: 5, ratchetFromPass: 3 },
  retries: { checkFixes: 3 },
  roles: {
    implementer: { tier: 'executor', limits },
    reviewer: { tier: 'evaluator', limits },
    'ui-reviewer': { tier: 'evaluator', limits },
    fixer: { tier: 'executor', limits },
    'pr-writer': { tier: 'advisor', limits },
    'merge-checker': { tier: 'verifier', limits },
    'test-judge': { tier: 'verifier', limits },
  },
  budget: { ceilingTokens: 5_000_000, spentBeforeTokens: 0, planTokens: 200_000, hard: false },
  forge: { kind: 'local' },
  ui: null,
  e2e: null,
  until: null,
}

export const github: DeliveryInput['forge'] = {
  kind: 'github',
  label: 'agent/automerge',
  merge: 'direct',
  patienceMs: 3_600_000,
}
export const ui = {
  server: { run: 'npm run dev', url: 'http://127.0.0.1:4000', readyMs: 60_000 },
  routes: ['/'],
  required: false,
}
export const e2e = {
  check: { name: 'e2e', run: 'npm run e2e', timeoutMs: 60_000, claims: [] },
  artifactDirs: ['playwright-report'],
}
