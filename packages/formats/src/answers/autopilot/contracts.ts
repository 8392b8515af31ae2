/** Owns the answer contracts of an autopilot's personas. */
import { quotationsIn } from '@harness/core/kernel/quotation'
import type { Answer } from '@harness/core/playbooks/autopilot/answers'
import { type AnswerForm, type Contract, contractOf, type Quoting } from '../contract.ts'
import { outcomeForm, planForm, taskForm, verificationForm } from './answer-forms.ts'
import { outcomeAsked, planAsked, reviewAsked, taskAsked, verificationAsked } from './autopilot-forms.ts'
import { reviewForm } from './review-form.ts'

const contract = (name: string, form: AnswerForm<Answer>, asked: string): Contract<Answer> =>
  contractOf(name, form, asked, (answer) => answer)

/** What the agent saw is evidence: outputs, and the change that it was shown. What the playbook says is none. */
const quoting = (textsIn: (answer: Answer) => readonly string[]): Quoting<Answer> => ({
  ofMaterials: true,
  quotesIn: (answer) => textsIn(answer).flatMap(quotationsIn),
})

export const autopilotContracts: readonly Contract<Answer>[] = [
  contract('autopilot-plan', planForm, planAsked),
  contract('autopilot-task', taskForm, taskAsked),
  {
    ...contract('autopilot-verification', verificationForm, verificationAsked),
    quoting: quoting((answer) =>
      answer.kind === 'verification' ? answer.truths.map(({ evidence }) => evidence) : [],
    ),
  },
  contract('autopilot-review', reviewForm, reviewAsked),
  {
    ...contract('autopilot-outcome', outcomeForm, outcomeAsked),
    quoting: quoting((answer) => (answer.kind === 'outcome' ? answer.reasons : [])),
  },
]
