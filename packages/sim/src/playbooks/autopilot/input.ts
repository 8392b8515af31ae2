/** Owns what a simulated autopilot is told at its start, and the files that are there already. */
import { asRunId } from '@harness/core/kernel/ids'
import {
  complexities,
  type PhaseRecord,
  rigorLevels,
  type SessionFile,
  type SessionPhase,
} from '@harness/core/playbooks/autopilot/documents'
import { autopilotIdentity } from '@harness/core/playbooks/autopilot/identity'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import { printWishes } from '@harness/formats/documents/autopilot/phase-wishes'
import { readSpec } from '@harness/formats/documents/autopilot/spec-file'
import type { Random } from '../../engine/random.ts'
import { planText, specText } from './plan-text.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }
export const specPath = 'docs/spec.md'
const sessionDir = '.harness/sessions/spec/'
export const wishesPath = `${sessionDir}phases.json`

type Phase = Pick<SessionPhase, 'name' | 'complexity'>

const plainPhases: readonly Phase[] = [
  { name: 'Core', complexity: 'low' },
  { name: 'Rules', complexity: 'medium' },
  { name: 'Shell', complexity: 'low' },
]

export const inputOf = (phases: readonly Phase[], truths?: readonly string[]): AutopilotInput => ({
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  checkout: '/repo',
  slug: 'spec',
  sessionDir,
  branch: 'autopilot/spec',
  specPath,
  spec: readSpec(specText(phases, '', truths), specPath),
  rigor: 'standard',
  reviewPlans: false,
  checks: ['test', 'lint'].map((name) => ({ name, run: `npm run ${name}`, timeoutMs: 60_000, claims: [] })),
  roles: Object.fromEntries(autopilotIdentity.roles.map(({ role, tier }) => [role, { tier, limits }])),
  createdAt: 0,
  adopted: null,
  adoptedTasks: [],
  adoptedHandoff: null,
  adoptedReviews: {},
  notes: [],
})

export const plainInput: AutopilotInput = inputOf(plainPhases)

/** The input, and the texts that people and other tools wrote before, by their path. */
export interface Start {
  readonly input: AutopilotInput
  readonly files: Readonly<Record<string, string>>
}

const names = ['Core', 'Rules', 'Shell', 'Pages']

export function drawnStart(random: Random): Start {
  const phases = names.slice(0, random.pick([1, 2, 2, 3, 4])).map((name) => ({
    name,
    complexity: random.pick([...complexities, 'low' as const]),
  }))
  const rigor = random.pick([...rigorLevels, 'standard' as const])
  const truths = random.about('truths').chance(0.3) ? [] : undefined
  const input = { ...inputOf(phases, truths), rigor, reviewPlans: random.chance(0.2) }
  return random.chance(0.3) ? adoptedStart(input, random) : { input, files: {} }
}

/** The session of another tool, in the middle of a phase or after the last one. */
function adoptedStart(input: AutopilotInput, random: Random): Start {
  const { phases: all } = input.spec
  const current = random.int(0, all.length)
  const planPath = random.pick([
    null,
    'docs/plans/other-plan.md',
    'docs/plans/other-plan.md,docs/plans/more-plan.md',
  ])
  const task = { files: 'own' as const, checkpoints: [] }
  const text = planText(`phase-${current + 1}`, 'another tool', [task, task])
  const plans = Object.fromEntries(
    (planPath?.split(',') ?? []).flatMap((path) => (random.chance(0.8) ? [[path, text]] : [])),
  )
  const phases = all.map(
    ({ name, complexity }, index): SessionPhase => ({
      name,
      complexity,
      complexityOverride: random.about(`override of ${name}`).pick([null, null, null, 'medium', 'high']),
      planPath: index === current ? planPath : null,
      status: index < current ? 'complete' : index === current ? 'in-progress' : 'pending',
    }),
  )
  const adopted: SessionFile = {
    schemaVersion: 5,
    specPath,
    startingCommit: null,
    currentState: current === all.length ? 'FINAL_REVIEW' : random.pick(['ASSESS', 'PLAN', 'EXECUTE']),
    currentPhase: current,
    rigorLevel: input.rigor,
    reviewPlans: input.reviewPlans,
    phases,
    decisions: [{ state: 'APPROVE_PLAN', what: 'approved_plan', why: 'by another tool' }],
    history: all.slice(0, current).map(({ name }, index) => recordOf(name, index)),
    finalReview: { status: 'pending', findings: [], retryCount: random.pick([0, 0, 2, 3]) },
  }
  const adoptedTasks = random.pick([[], ['1'], ['1', '2']])
  const order = random.chance(0.4) ? [random.int(1, all.length)] : []
  return {
    input: { ...input, adopted, adoptedTasks, notes: ['Read another session.'] },
    files: { ...plans, [wishesPath]: printWishes({ skip: [], order }) },
  }
}

const recordOf = (name: string, phase: number): PhaseRecord => ({
  phase,
  name,
  startedAt: '',
  completedAt: '',
  tasksCompleted: 1,
  retriesUsed: 0,
  verificationPassed: true,
  reviewFindings: { critical: 0, important: 0, suggestion: 0 },
})

/** The number of the phase in which another tool calls tasks complete; null if it calls none so. */
export const claimedPhaseOf = ({ adopted, adoptedTasks }: AutopilotInput): number | null =>
  adopted === null || adoptedTasks.length === 0 ? null : adopted.currentPhase + 1

/** The phases of a session by number, from 1: its own ones, or those that it adopts. */
export const phasesOf = ({ spec, adopted }: AutopilotInput): ReadonlyMap<number, Phase> =>
  new Map(
    (adopted?.phases ?? spec.phases).map(({ name, complexity }, index) => [index + 1, { name, complexity }]),
  )
