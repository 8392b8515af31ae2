/** Owns the phase that `.harness/state.json` shows for a state. */

import type { PhaseLabel } from '@harness/core/playbooks/workflow/input'
import type { WorkName } from '@harness/core/playbooks/workflow/seats'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'

const ofWork: Readonly<Record<WorkName, PhaseLabel>> = {
  scan: 'plan_ready',
  plan: 'planning',
  proposals: 'planning',
  critiques: 'planning',
  synthesis: 'planning',
  lead: 'generating',
  reviews: 'generating',
  implement: 'generating',
  word: 'verifying',
  evaluate: 'evaluating',
  propose: 'verify_done',
}

export function phaseLabel({ at }: WorkflowState): PhaseLabel {
  switch (at.phase) {
    case 'open':
    case 'mode':
    case 'model':
    case 'look':
    case 'conventions':
      return 'plan_ready'
    case 'work':
      return ofWork[at.work]
    case 'publish':
      switch (at.followedBy) {
        case 'plan':
          return 'plan_ready'
        case 'critiques':
        case 'synthesis':
        case 'spec':
          return 'planning'
        case 'reviews':
        case 'implement':
        case 'generate-done':
          return 'generating'
        case 'verify-done':
          return 'verifying'
        case 'evaluate-done':
          return 'evaluating'
        case 'verify':
        case 'autofix-gate':
          return 'verify_done'
      }
      break
    case 'spec':
      return 'plan_done'
    case 'measure':
      return 'generating'
    case 'checks':
    case 'scan':
      return 'verifying'
    case 'rest':
      return `${at.done}_done`
    case 'stopped':
      return at.gate === 'spec' ? 'plan_done' : 'verify_done'
    case 'verify-gate':
    case 'autofix-gate':
    case 'apply':
      return 'verify_done'
    case 'verdict-gate':
      return 'evaluate_done'
    case 'commit-gate':
    case 'commit':
    case 'prove':
    case 'merge':
    case 'clean':
    case 'close':
    case 'over':
      return 'completed'
  }
}
