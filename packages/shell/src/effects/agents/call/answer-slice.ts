/** Tells an agent the one form of its answer: the schema that its provider is sent, or the same schema in words. */
import type { Provider } from '@harness/agent-runner/runner/provider'
import type { Slice } from '@harness/core/kernel/envelope'
import { answerForm } from '@harness/formats/answers/answer-form'
import type { Contract } from '@harness/formats/answers/contract'

/** Empty if the contract asks for nothing. */
export function answerSlice(contract: Contract, { capabilities }: Provider): readonly Slice[] {
  const { jsonSchema } = contract
  const text = answerForm(contract, jsonSchema !== null && capabilities.takesSchema(jsonSchema))
  return text === '' ? [] : [{ label: 'Your answer', stability: 'product', text }]
}
