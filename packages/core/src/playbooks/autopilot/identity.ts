/** Owns the name, version and personas of an autopilot. */
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { testJudge, testJudgeDuties } from '../../work/test-judge.ts'

export const autopilotIdentity: PlaybookIdentity = {
  name: 'autopilot',
  version: 1,
  roles: [
    { role: 'autopilot/planner', mode: 'exec', tier: 'advisor', contract: 'autopilot-plan' },
    { role: 'autopilot/task-executor', mode: 'exec', tier: 'executor', contract: 'autopilot-task' },
    { role: 'autopilot/verifier', mode: 'review', tier: 'verifier', contract: 'autopilot-verification' },
    { role: 'autopilot/code-reviewer', mode: 'review', tier: 'evaluator', contract: 'autopilot-review' },
    { role: 'autopilot/outcome-evaluator', mode: 'review', tier: 'evaluator', contract: 'autopilot-outcome' },
    { role: testJudge, ...testJudgeDuties },
  ],
}
