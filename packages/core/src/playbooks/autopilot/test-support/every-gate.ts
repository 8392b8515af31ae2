/** Test support: the shortest story to each gate of an autopilot, and what each of its choices records. */
import type { StateName } from '../documents.ts'
import type { AutopilotInput } from '../input.ts'
import { answers, finding, finds, gaveUp, plans, says, type Told, validates } from './happenings.ts'
import { onePhase } from './plain-input.ts'

export interface WayToGate {
  readonly gate: string
  /** What is special in it; empty if there is only one way. */
  readonly how: string
  readonly input: Partial<AutopilotInput>
  readonly story: readonly Told[]
  readonly state: StateName
  /** What each choice records, in the order of the gate. */
  readonly choices: Readonly<Record<string, string>>
}

const one = onePhase()
const stop = { stop: 'stopped' }
const skip = { 'skip-phase': 'skipped_phase' }
const task = (...checkpoints: readonly string[]): Told =>
  plans(['task 1: Walk | src/walk.js', ...checkpoints].join('\n'))
const critical = finding('critical', 'Wrong')
/** Used up: each fix is reviewed again. */
export const threeFixes = Array.from({ length: 3 }, () => [
  finds('review/final', critical),
  answers('final-review-findings', 'fix'),
]).flat()
export const unsatisfied = says('outcome-evaluator', {
  answer: { verdict: 'NOT_SATISFIED', reasons: ['It says "0 matches".'] },
})

export const waysToGates: readonly WayToGate[] = [
  {
    gate: 'plan-needed',
    how: '',
    input: onePhase('high'),
    story: [],
    state: 'PLAN',
    choices: { ready: 'planned_by_person', draft: 'planned_by_planner', ...skip, ...stop },
  },
  {
    gate: 'skeleton',
    how: '',
    input: { ...one, rigor: 'thorough' },
    story: [],
    state: 'PLAN',
    choices: { yes: 'approved_skeleton', revise: 'revised_skeleton', ...skip, ...stop },
  },
  {
    gate: 'approve-plan',
    how: '',
    input: { ...one, reviewPlans: true },
    story: [],
    state: 'APPROVE_PLAN',
    choices: { yes: 'approved_plan', revise: 'revised_plan', ...skip, ...stop },
  },
  {
    gate: 'checkpoint',
    how: 'human-verify',
    input: one,
    story: [task('[human-verify] Look.')],
    state: 'EXECUTE',
    choices: {
      yes: 'passed_checkpoint human-verify',
      no: 'rejected_checkpoint human-verify',
      ...stop,
    },
  },
  {
    gate: 'checkpoint',
    how: 'decision',
    input: one,
    story: [task('[decision] Which store? | SQLite | Files')],
    state: 'EXECUTE',
    choices: {
      'option-1': 'passed_checkpoint decision: SQLite',
      'option-2': 'passed_checkpoint decision: Files',
      other: 'passed_checkpoint decision',
      ...stop,
    },
  },
  {
    gate: 'checkpoint',
    how: 'human-action',
    input: one,
    story: [task('[human-action] Make a key.')],
    state: 'EXECUTE',
    choices: { done: 'passed_checkpoint human-action', ...stop },
  },
  {
    gate: 'attempts-exhausted',
    how: 'of a task',
    input: one,
    story: gaveUp(),
    state: 'EXECUTE',
    choices: { continue: 'fixed_manually', revise: 'revised_plan', ...skip, ...stop },
  },
  {
    gate: 'attempts-exhausted',
    how: 'of a fix',
    input: one,
    story: [validates('x'), answers('verification-failed', 'fix'), ...gaveUp()],
    state: 'EXECUTE',
    choices: { continue: 'fixed_manually', ...stop },
  },
  {
    gate: 'attempts-exhausted',
    how: 'of a final fix',
    input: one,
    story: [finds('review/final', critical), answers('final-review-findings', 'fix'), ...gaveUp()],
    state: 'FINAL_REVIEW',
    choices: { continue: 'fixed_manually', ...stop },
  },
  {
    gate: 'verification-failed',
    how: 'of a phase',
    input: one,
    story: [validates('x')],
    state: 'VERIFY',
    choices: { fix: 'fix_verification', 'skip-verification': 'skipped_verification', ...stop },
  },
  {
    gate: 'verification-failed',
    how: 'of the whole change',
    input: one,
    story: [finds('review/final', critical), answers('final-review-findings', 'fix'), validates('x')],
    state: 'FINAL_REVIEW',
    choices: { fix: 'fix_verification', 'skip-verification': 'skipped_verification', ...stop },
  },
  {
    gate: 'review-findings',
    how: '',
    input: one,
    story: [finds('review/phase-1', critical)],
    state: 'REVIEW',
    choices: { fix: 'fix_findings', override: 'overrode_findings', ...stop },
  },
  {
    gate: 'continue',
    how: '',
    input: {},
    story: [],
    state: 'PHASE_COMPLETE',
    choices: { yes: 'continued', ...stop },
  },
  {
    gate: 'final-review-findings',
    how: 'with cycles left',
    input: one,
    story: [finds('review/final', critical)],
    state: 'FINAL_REVIEW',
    choices: { fix: 'fix_findings', override: 'overrode_findings', ...stop },
  },
  {
    gate: 'final-review-findings',
    how: 'after the last cycle',
    input: one,
    story: [...threeFixes, finds('review/final', critical)],
    state: 'FINAL_REVIEW',
    choices: { override: 'overrode_findings', ...stop },
  },
  {
    gate: 'outcome',
    how: 'with cycles left',
    input: one,
    story: [unsatisfied],
    state: 'OUTCOME_EVAL',
    choices: { fix: 'fix_findings', override: 'overrode_outcome', ...stop },
  },
  {
    gate: 'outcome',
    how: 'after the last cycle',
    input: one,
    story: [...threeFixes, unsatisfied],
    state: 'OUTCOME_EVAL',
    choices: { override: 'overrode_outcome', ...stop },
  },
  {
    gate: 'output-missing',
    how: 'of a planner',
    input: one,
    story: [says('planner', { wrote: null }), says('planner', { wrote: null })],
    state: 'PLAN',
    choices: { retry: 'retried', ...stop },
  },
  {
    gate: 'deliver',
    how: '',
    input: one,
    story: [],
    state: 'OUTCOME_EVAL',
    choices: { merge: 'merge', 'pull-request': 'pull_request', leave: 'left_branch' },
  },
]
