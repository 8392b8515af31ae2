/** Test support: the smallest playbook that can be registered. It asks one question and ends with the answer. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { type BudgetLedger, emptyBudget } from '@harness/core/kernel/budget-ledger'
import { grantOrRefuse } from '@harness/core/kernel/gate-choices'
import { commandId, type RunId } from '@harness/core/kernel/ids'
import { definePlaybook, end, perform } from '@harness/core/kernel/playbook'
import type { Registration } from '../engine/registration.ts'

export interface QuestionInput {
  readonly runId: RunId
  readonly question: string
}

export interface QuestionState {
  readonly input: QuestionInput
  readonly answer: string | null
  readonly spent: BudgetLedger
}

export const questionRegistration: Registration<QuestionInput, QuestionState> = {
  playbook: definePlaybook<QuestionInput, QuestionState, AskHuman>({
    name: 'question',
    version: 1,
    initialState: (input) => ({ input, answer: null, spent: emptyBudget }),
    decide: ({ input: { runId, question }, answer }) =>
      answer === null
        ? perform<AskHuman>({
            type: 'AskHuman',
            id: commandId(runId, 'ask', 'question', 1),
            gate: {
              name: 'asks',
              question,
              detail: '',
              choices: grantOrRefuse({ onGrant: 'yes', onRefuse: 'no' }),
              digest: null,
              exitCode: 8,
            },
          })
        : end({
            outcome: 'done',
            exitCode: 0,
            reason: answer,
            next: 'nothing',
            resumable: false,
            report: '# Done',
          }),
    evolve: (state, event) =>
      event.type === 'GateAnswered' ? { ...state, answer: event.answer.choice } : state,
  }),
  begin: async (_outside, { question }, runId) => ({ runId, question: String(question) }),
  report: ({ input, answer }) => ({ title: input.question, phase: answer ?? 'asking' }),
}
