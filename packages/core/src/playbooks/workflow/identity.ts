/** Owns the name, version and roles of a workflow. */
import type { ModelTier } from '../../kernel/agent.ts'
import type { KnownRole, PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import { testJudge, testJudgeDuties } from '../../work/test-judge.ts'

const writes = (role: string, tier: ModelTier, contract: string): KnownRole => ({
  role: `workflow/${role}`,
  mode: 'exec',
  tier,
  contract: `workflow-${contract}`,
})

export const workflowIdentity: PlaybookIdentity = {
  name: 'workflow',
  version: 1,
  roles: [
    writes('architect', 'advisor', 'proposal'),
    writes('senior-developer', 'advisor', 'proposal'),
    writes('qa-specialist', 'advisor', 'proposal'),
    writes('planner', 'advisor', 'spec'),
    writes('cross-critic', 'advisor', 'critique'),
    writes('synthesizer-standard', 'advisor', 'spec'),
    writes('synthesizer', 'advisor', 'spec'),
    writes('lead-developer', 'executor', 'plan'),
    writes('combined-advisor', 'advisor', 'review'),
    writes('code-quality-advisor', 'advisor', 'review'),
    writes('test-stability-advisor', 'advisor', 'test-review'),
    writes('implementer-standard', 'executor', 'changes'),
    writes('implementer', 'executor', 'changes'),
    writes('generator', 'executor', 'changes'),
    writes('convention-scanner', 'advisor', 'conventions'),
    { role: 'workflow/verifier', mode: 'complete', tier: 'verifier', contract: 'workflow-verify' },
    writes('evaluator', 'evaluator', 'verdict'),
    writes('auto-fix-proposer', 'advisor', 'patch'),
    { role: testJudge, ...testJudgeDuties },
  ],
}
