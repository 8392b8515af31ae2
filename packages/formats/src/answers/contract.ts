/** Owns what an answer contract is. Each playbook brings its own contracts; no list of all contracts exists. */
import type { TextAnswer } from '@harness/core/work/answers'
import { describeProblem, type Parsed } from '../text/format-problem.ts'

export interface Contract<Answer = unknown> {
  readonly name: string
  /** Null if any text will do. */
  readonly jsonSchema: Readonly<Record<string, unknown>> | null
  /** `structured` is what the provider gave as such; if it is undefined, the text is read. */
  parse(structured: unknown, text: string): ContractResult<Answer>
  /** What an answer counts as that stays in free prose after its repair turn; absent if prose breaks the contract. */
  readonly prose?: Answer
}

export type ContractResult<Answer = unknown> =
  | { readonly ok: true; readonly output: Answer }
  | { readonly ok: false; readonly problems: readonly string[] }

/** What a role without a contract answers. */
const anyText: Contract<TextAnswer> = {
  name: 'text',
  jsonSchema: null,
  parse: () => ({ ok: true, output: { kind: 'text' } }),
}

/** How an answer is read: structured, or as text that says the same. */
export interface AnswerForm<Value> {
  readonly jsonSchema: Readonly<Record<string, unknown>>
  structured(value: unknown, file?: string): Parsed<Value>
  text(text: string, file?: string): Parsed<Value>
}

export const contractOf = <Value, Answer>(
  name: string,
  form: AnswerForm<Value>,
  answer: (value: Value) => Answer,
): Contract<Answer> => ({
  name,
  jsonSchema: form.jsonSchema,
  parse(structured, text) {
    const value = structured === undefined ? jsonIn(text) : structured
    const result = value === undefined ? form.text(text) : form.structured(value)
    return result.ok
      ? { ok: true, output: answer(result.value) }
      : { ok: false, problems: result.problems.map(describeProblem) }
  },
})

/** The contract of that name; null asks for none and gets text. Undefined if the playbook has no such contract. */
export const contractNamed = (name: string | null, contracts: readonly Contract[]): Contract | undefined =>
  name === null ? anyText : contracts.find((one) => one.name === name)

/** An answer that is one JSON object, bare or in a fence, is the structured form given as text. */
export function jsonIn(text: string): unknown {
  const body = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text
  if (!body.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
