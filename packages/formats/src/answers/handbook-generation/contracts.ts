/** Owns the answer contract of the planner of a handbook. */
import type { Answer } from '@harness/core/playbooks/handbook-generation/answers'
import { type Contract, contractOf } from '../contract.ts'
import { handbookPlanJsonSchema, parseStructuredHandbookPlan } from './planned-handbook.ts'

export const generationContracts: readonly Contract<Answer>[] = [
  contractOf(
    'handbook-plan',
    {
      jsonSchema: handbookPlanJsonSchema(),
      structured: parseStructuredHandbookPlan,
    },
    '',
    (plan) => ({ kind: 'handbook-plan', plan }),
  ),
]
