/** Owns the answer contracts of a spec: the interviewer's questions, and the first line of every role that writes. */
import type { Answer } from '@harness/core/playbooks/spec/answers'
import { specDuties } from '@harness/core/playbooks/spec/input'
import type { FirstLine } from '@harness/core/work/first-line'
import { type Contract, contractOf } from '../contract.ts'
import { lineContract, workflowContracts } from '../workflow/contracts.ts'
import { parseQuestions, questionsAsked, questionsJsonSchema } from './questions.ts'

const names: ReadonlySet<string> = new Set(Object.values(specDuties).map(({ contract }) => contract))

export const specContracts: readonly Contract<Answer>[] = [
  contractOf(
    'spec-questions',
    { jsonSchema: questionsJsonSchema(), structured: parseQuestions },
    questionsAsked,
    (questions) => ({ kind: 'questions', questions }),
  ),
  lineContract('spec-line', ['{draft|analysis} written — {path}'], readDocument),
  ...workflowContracts.filter(({ name }) => names.has(name)),
]

function readDocument(line: string): FirstLine | null {
  const [, path] = /^(?:draft|analysis) written — (\S.*)$/u.exec(line) ?? []
  return path === undefined ? null : { type: 'written', what: 'document', path: path.replaceAll('`', '') }
}
