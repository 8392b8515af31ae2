/** Test support: a spec of two phases, the first low and the second medium, at standard rigor. */
import { asRunId } from '../../../kernel/ids.ts'
import type { Complexity, SessionFile, SessionPhase, SpecRead } from '../documents.ts'
import { autopilotIdentity } from '../identity.ts'
import type { AutopilotInput } from '../input.ts'

const limits = { wallMs: 1, idleMs: 1, maxTurns: 1 }

/** 2026-03-19 12:00 UTC. */
export const createdAt = 1_773_921_600_000

export const specPath = 'docs/changes/scanner/proposal.md'
export const sessionDir = '.harness/sessions/changes--scanner--proposal/'
/** Where the planner's plans of the first two phases are. */
export const firstPlan = 'docs/plans/2026-03-19-core-scanner-plan.md'
export const secondPlan = 'docs/plans/2026-03-19-rule-engine-plan.md'

const names = ['Core Scanner', 'Rule Engine', 'Pages', 'Shell']

/** A spec with a phase of each of these complexities. */
export const specOf = (...marks: readonly Complexity[]): SpecRead => ({
  text: 'Scan every file.',
  phases: marks.map((complexity, index) => ({
    name: names[index] ?? `Phase ${index + 1}`,
    complexity,
    text: `Scope of ${names[index]}.`,
  })),
  truths: ['A scan names each match.'],
})

export const plainInput: AutopilotInput = {
  runId: asRunId('20260319-120000'),
  baseBranch: 'main',
  checkout: '/repo',
  slug: 'changes--scanner--proposal',
  sessionDir,
  branch: 'autopilot/changes--scanner--proposal',
  specPath,
  spec: specOf('low', 'medium'),
  rigor: 'standard',
  reviewPlans: false,
  checks: ['test', 'lint'].map((name) => ({ name, run: `npm run ${name}`, timeoutMs: 1_000, claims: [] })),
  roles: Object.fromEntries(autopilotIdentity.roles.map(({ role, tier }) => [role, { tier, limits }])),
  createdAt,
  adopted: null,
  adoptedTasks: [],
  adoptedHandoff: null,
  adoptedReviews: {},
  notes: [],
}

/** One phase only, of this complexity. */
export const onePhase = (complexity: Complexity = 'low'): Pick<AutopilotInput, 'spec'> => ({
  spec: specOf(complexity),
})

export const phaseOf = (name: string, more: Partial<SessionPhase> = {}): SessionPhase => ({
  name,
  complexity: 'low',
  complexityOverride: null,
  planPath: null,
  status: 'pending',
  ...more,
})

/** A session of another tool. */
export const sessionOf = (more: Partial<SessionFile> & Pick<SessionFile, 'phases'>): SessionFile => ({
  schemaVersion: 4,
  specPath,
  startingCommit: null,
  currentState: 'ASSESS',
  currentPhase: 0,
  rigorLevel: 'standard',
  reviewPlans: false,
  decisions: [],
  history: [],
  finalReview: { status: 'pending', findings: [], retryCount: 0 },
  ...more,
})
