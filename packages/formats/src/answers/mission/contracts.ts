/** Owns the answer contracts of a mission. */
import { quotationsIn } from '@harness/core/kernel/quotation'
import type { Answer } from '@harness/core/playbooks/mission/state/answers'
import { type Contract, contractOf } from '../contract.ts'
import {
  curationForm,
  decisionForm,
  planForm,
  planReviewForm,
  rulingForm,
  validationForm,
  workForm,
} from './agent-contracts.ts'
import {
  curationAsked,
  decisionAsked,
  planAsked,
  planReviewAsked,
  rulingAsked,
  validationAsked,
  workAsked,
} from './mission-forms.ts'
import { parsePlanReview } from './plan-review-file.ts'

export const missionContracts: readonly Contract<Answer>[] = [
  contractOf('mission-plan', planForm, planAsked, (plan) => ({ kind: 'mission-plan', ...plan })),
  contractOf(
    'plan-review',
    { ...planReviewForm, text: (text, file = 'plan review') => parsePlanReview(text, file) },
    planReviewAsked,
    (review) => ({ kind: 'plan-review', ...review }),
  ),
  contractOf('mission-work', workForm, workAsked, (report) => ({ kind: 'mission-work', ...report })),
  {
    ...contractOf('validation', validationForm, validationAsked, (validation) => ({
      kind: 'validation' as const,
      ...validation,
    })),
    quoting: {
      ofMaterials: false,
      quotesIn: (answer) =>
        answer.kind === 'validation' ? answer.claims.flatMap(({ evidence }) => quotationsIn(evidence)) : [],
    },
  },
  contractOf('ruling', rulingForm, rulingAsked, (ruling) => ({ kind: 'ruling', ...ruling })),
  contractOf('curation', curationForm, curationAsked, (curation) => ({ kind: 'curation', ...curation })),
  contractOf('decision', decisionForm, decisionAsked, (decision) => ({ kind: 'decision', ...decision })),
]
