/** Owns the answer contracts of a mission. */
import type { Answer } from '@harness/core/playbooks/mission/answers'
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
import { parsePlanReview } from './plan-review-file.ts'

export const missionContracts: readonly Contract<Answer>[] = [
  contractOf('mission-plan', planForm, (plan) => ({ kind: 'mission-plan', ...plan })),
  contractOf(
    'plan-review',
    { ...planReviewForm, text: (text, file = 'plan review') => parsePlanReview(text, file) },
    (review) => ({ kind: 'plan-review', ...review }),
  ),
  contractOf('mission-work', workForm, (report) => ({ kind: 'mission-work', ...report })),
  contractOf('validation', validationForm, (validation) => ({ kind: 'validation', ...validation })),
  contractOf('ruling', rulingForm, (ruling) => ({ kind: 'ruling', ...ruling })),
  contractOf('curation', curationForm, (curation) => ({ kind: 'curation', ...curation })),
  contractOf('decision', decisionForm, (decision) => ({ kind: 'decision', ...decision })),
]
