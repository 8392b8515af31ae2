/** The output contracts that a command can name, and how an answer is held against each. */
import type { AgentOutput } from '@harness/core/event'
import { invariant } from '@harness/core/invariant'
import { describeProblem, type Parsed } from './format-problem.ts'
import { parseReview, type Review } from './review/parse-review.ts'
import { parseStructuredReview, reviewJsonSchema } from './review/review-contract.ts'

export interface Contract {
  readonly name: string
  /** Null where any text will do. */
  readonly jsonSchema: Readonly<Record<string, unknown>> | null
  /** `structured` is what the provider gave as such; where it is undefined, the text is read. */
  parse(structured: unknown, text: string): ContractResult
}

export type ContractResult =
  | { readonly ok: true; readonly output: AgentOutput }
  | { readonly ok: false; readonly problems: readonly string[] }

const anyText: Contract = {
  name: 'text',
  jsonSchema: null,
  parse: () => ({ ok: true, output: { kind: 'text' } }),
}

const review: Contract = {
  name: 'review',
  jsonSchema: reviewJsonSchema(),
  parse(structured, text) {
    const value = structured === undefined ? jsonIn(text) : structured
    return answer(value === undefined ? parseReview(text) : parseStructuredReview(value))
  },
}

const contracts: readonly Contract[] = [review]

/** The contract of that name; null asks for none, and gets text. */
export function contractNamed(name: string | null): Contract {
  const contract = name === null ? anyText : contracts.find((one) => one.name === name)
  invariant(contract !== undefined, `no output contract is called ${name}`)
  return contract
}

const answer = (result: Parsed<Review>): ContractResult =>
  result.ok
    ? { ok: true, output: { kind: 'review', ...result.value } }
    : { ok: false, problems: result.problems.map(describeProblem) }

/** An answer that is one JSON object, bare or in a fence, is the structured form given as text. */
function jsonIn(text: string): unknown {
  const body = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text
  if (!body.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
