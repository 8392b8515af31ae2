/** Owns the answer contract of the planner. */
import type { Answer } from '@harness/core/playbooks/planning/answers'
import { type Contract, contractOf } from '../contract.ts'
import { parseProposals, proposalsJsonSchema } from './proposals.ts'

export const planningContracts: readonly Contract<Answer>[] = [
  contractOf(
    'plan-proposals',
    { jsonSchema: proposalsJsonSchema(), structured: parseProposals },
    '',
    (proposals) => ({ kind: 'plan-proposals', proposals }),
  ),
]
