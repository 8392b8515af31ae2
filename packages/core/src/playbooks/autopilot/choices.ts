/** Owns the choices at the gates of an autopilot: what each is called, records and leads to, and if it takes words. */
import type { Choice } from '../../work/choice-rooms.ts'

const stop: Choice = ['Stop', 'stopped', 'none', 'the run pauses here; harness resume asks again']
const leftOut = 'the phase is left out, with what was committed in it, and the next one begins'
const skip: Choice = ['Skip phase', 'skipped_phase', 'optional', leftOut]
const leaving = { 'skip-phase': skip, stop }
const fixed = 'the executor fixes it, the checks run, and the final review comes again; at most 3 times'
const stands = 'it stands with your reason, and the run goes on'
const onThisTree = 'once all checks have passed on exactly this tree'

const leadsTo = {
  changed: 'the planner changes the plan as you say, and you see it again',
  triedAgain: 'the executor tries again with your words; it counts as a retry',
  byHand: 'what you changed in the lane is committed, and the work goes on after it',
  replanned: 'the planner changes the plan; tasks that are done stay done',
  verifiedAgain: 'the executor fixes it with a fresh budget of attempts, and it is verified again',
  unverified: 'the failure is recorded, and the review comes next; what fails its checks is not merged',
  reviewedAgain: 'the executor fixes them, and the phase is verified and reviewed again',
  overridden: 'the findings stand with your reason, and the phase is complete',
}

/** By the place, in the order in which they are shown. A decision also has the options of its plan. */
export const choices = {
  'plan-needed': {
    ready: ['Ready', 'planned_by_person', 'none', 'the plan is looked for, and then shown for approval'],
    draft: ['Draft it', 'planned_by_planner', 'none', 'the planner writes it, and you see it for approval'],
    ...leaving,
  },
  'skeleton-gate': {
    yes: ['Yes', 'approved_skeleton', 'none', 'the planner writes the whole plan'],
    revise: ['Revise', 'revised_skeleton', 'required', 'the planner writes another skeleton with your words'],
    ...leaving,
  },
  approve: {
    yes: ['Yes', 'approved_plan', 'optional', 'the plan is executed, task by task'],
    revise: ['Revise', 'revised_plan', 'required', leadsTo.changed],
    ...leaving,
  },
  checkpoint: {
    other: ['Something else', 'passed_checkpoint decision', 'required', 'the task is done as you say'],
    done: ['Done', 'passed_checkpoint human-action', 'optional', 'the task begins'],
    yes: ['Yes', 'passed_checkpoint human-verify', 'optional', 'the next task begins'],
    no: ['No', 'rejected_checkpoint human-verify', 'required', leadsTo.triedAgain],
    stop,
  },
  exhausted: {
    continue: ['Fix manually and continue', 'fixed_manually', 'optional', leadsTo.byHand],
    revise: ['Revise plan', 'revised_plan', 'optional', leadsTo.replanned],
    ...leaving,
  },
  'verify-gate': {
    fix: ['Fix', 'fix_verification', 'optional', leadsTo.verifiedAgain],
    'skip-verification': ['Skip verification', 'skipped_verification', 'required', leadsTo.unverified],
    stop,
  },
  'review-gate': {
    fix: ['Fix', 'fix_findings', 'optional', leadsTo.reviewedAgain],
    override: ['Override', 'overrode_findings', 'required', leadsTo.overridden],
    stop,
  },
  continue: { yes: ['Yes', 'continued', 'none', 'the next phase begins'], stop },
  'final-gate': {
    fix: ['Fix', 'fix_findings', 'optional', fixed],
    override: ['Override', 'overrode_findings', 'required', stands],
    stop,
  },
  'outcome-gate': {
    fix: ['Fix', 'fix_findings', 'optional', fixed],
    override: ['Override', 'overrode_outcome', 'required', stands],
    stop,
  },
  void: { retry: ['Retry', 'retried', 'none', 'the same step is tried again'], stop },
  deliver: {
    merge: ['Merge', 'merge', 'none', `the branch is merged through the queue, ${onThisTree}`],
    'pull-request': ['Pull request', 'pull_request', 'none', `a pull request is opened, ${onThisTree}`],
    leave: ['Leave the branch', 'left_branch', 'none', 'the branch stays, and you merge it yourself'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Choice>>>>
