/** Owns what a simulated delivery is told at its start. */
import { asRunId } from '@harness/core/kernel/ids'
import { type DeliveryInput, deliveryPhases } from '@harness/core/playbooks/delivery/input'
import type { Random } from '../../engine/random.ts'
import type { Files } from '../../world/repository.ts'
import { sourceText } from '../../world/source-text.ts'

const agentLimits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

export const plainInput: DeliveryInput = {
  runId: asRunId('20261116-120000'),
  plan: {
    id: '0001',
    slug: 'feature',
    title: 'Add the feature',
    text: '# 0001 Add the feature\n',
    path: 'plans/active/0001-feature.md',
    completedPath: 'plans/completed/0001-feature.md',
    acceptanceTags: [],
  },
  baseBranch: 'main',
  checks: [
    { name: 'test', run: 'npm test', timeoutMs: 600_000, claims: [] },
    { name: 'lint', run: 'npm run lint', timeoutMs: 600_000, claims: [] },
  ],
  review: { maxPasses: 5, ratchetFromPass: 3 },
  retries: { checkFixes: 3 },
  roles: {
    implementer: { tier: 'executor', limits: agentLimits },
    reviewer: { tier: 'evaluator', limits: agentLimits },
    'ui-reviewer': { tier: 'evaluator', limits: agentLimits },
    fixer: { tier: 'executor', limits: agentLimits },
    'pr-writer': { tier: 'advisor', limits: agentLimits },
    'merge-checker': { tier: 'verifier', limits: agentLimits },
    'test-judge': { tier: 'verifier', limits: agentLimits },
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

export const ui: NonNullable<DeliveryInput['ui']> = {
  server: { run: 'npm run dev', url: 'http://127.0.0.1:4000', readyMs: 60_000 },
  routes: ['/'],
  required: false,
}

export const e2e: NonNullable<DeliveryInput['e2e']> = {
  check: { name: 'e2e', run: 'npm run e2e', timeoutMs: 600_000, claims: [] },
  artifactDirs: [],
}

export function drawnInput(random: Random): DeliveryInput {
  return {
    ...plainInput,
    review: { maxPasses: random.pick([1, 2, 4, 5, 7]), ratchetFromPass: random.int(1, 4) },
    retries: { checkFixes: random.int(0, 3) },
    budget: {
      ...plainInput.budget,
      ceilingTokens: random.pick([20_000, 100_000, 5_000_000]),
      hard: random.chance(0.2),
    },
    forge: random.chance(0.4) ? github : { kind: 'local' },
    ui: random.chance(0.3) ? { ...ui, required: random.chance(0.3) } : null,
    e2e: random.chance(0.4) ? e2e : null,
    until: random.chance(0.1) ? random.pick([...deliveryPhases, 'local' as const]) : null,
  }
}

/** What the repository holds when the run begins. */
export const filesAtStart = ({ plan }: DeliveryInput, redBase?: true): Files => ({
  ...(redBase === true
    ? { 'src/old.js': sourceText({ version: 'old', bugs: ['test'], clashes: [], flaws: [] }) }
    : {}),
  'README.md': 'hello',
  'src/other.js': 'v0',
  [plan.path]: plan.text,
})
