/** Owns what an answer contract is. Each playbook brings its own contracts; no list of all contracts exists. */
import type { TextAnswer } from '@harness/core/work/answers'
import { describeProblem, type Parsed, refused, unplaced } from '../text/format-problem.ts'
import { jsonIn as anyJsonIn } from '../text/json-value.ts'
import { shown } from '../text/shown.ts'

export interface Contract<Answer = unknown> {
  readonly name: string
  /** Null if any text will do. */
  readonly jsonSchema: Readonly<Record<string, unknown>> | null
  /** What an agent is told about its answer: what the fields mean, or what its text must hold. May be empty. */
  readonly form: string
  /** `structured` is what the provider gave as such; if it is undefined, the text is read. */
  parse(structured: unknown, text: string): ContractResult<Answer>
  /** What an answer quotes, which is held against what the agent saw; absent if the contract asks for no quotations. */
  readonly quoting?: Quoting<Answer>
  /** What an answer counts as that stays in free prose after its repair turn; absent if prose breaks the contract. */
  readonly prose?: Answer
}

export interface Quoting<Answer = unknown> {
  /** `artifacts` are the documents that the agent wrote. */
  quotesIn(answer: Answer, artifacts: readonly string[]): readonly string[]
  /** Whether the agent may also quote the materials that it was given, such as a diff. */
  readonly ofMaterials: boolean
  /** If it may quote what the playbook says, which then repeats no earlier quotation, and the commands that it ran. */
  readonly ofCall?: true
}

export type ContractResult<Answer = unknown> =
  | { readonly ok: true; readonly output: Answer }
  | { readonly ok: false; readonly problems: readonly string[] }

/** What a role without a contract answers. */
const anyText: Contract<TextAnswer> = {
  name: 'text',
  jsonSchema: null,
  form: 'Your answer is your last message, as text.',
  parse: () => ({ ok: true, output: { kind: 'text' } }),
}

/** How an answer is read: structured, or as text that says the same. */
export interface AnswerForm<Value> {
  readonly jsonSchema: Readonly<Record<string, unknown>>
  structured(value: unknown, file?: string): Parsed<Value>
  /** Absent if only the object counts. */
  text?(text: string, file?: string): Parsed<Value>
}

/** `form` is what an agent is told. */
export const contractOf = <Value, Answer>(
  name: string,
  reader: AnswerForm<Value>,
  form: string,
  answer: (value: Value) => Answer,
): Contract<Answer> => ({
  name,
  jsonSchema: reader.jsonSchema,
  form,
  parse(structured, text) {
    const result = read(reader, name, structured === undefined ? jsonIn(text) : structured, text)
    return result.ok
      ? { ok: true, output: answer(result.value) }
      : { ok: false, problems: result.problems.map(describeProblem) }
  },
})

function read<Value>(reader: AnswerForm<Value>, name: string, value: unknown, text: string): Parsed<Value> {
  if (value !== undefined) return reader.structured(value)
  const said = reader.text?.(text)
  if (said?.ok) return said
  const last = jsonAtEnd(text)
  if (last !== undefined) return reader.structured(last)
  return refused([unplaced(name, 'one JSON object of the form that was asked for', shown(text.trim()))])
}

/** The contract of that name; null asks for none and gets text. Undefined if the playbook has no such contract. */
export const contractNamed = (name: string | null, contracts: readonly Contract[]): Contract | undefined =>
  name === null ? anyText : contracts.find((one) => one.name === name)

/** An answer that is one JSON object, bare or in a fence, is the structured form given as text. */
export function jsonIn(text: string): unknown {
  const body = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text
  return body.trimStart().startsWith('{') ? anyJsonIn(body) : undefined
}

/** The one object that ends an answer, with words above it; an answer with two objects has none. */
export function jsonAtEnd(text: string): unknown {
  const body = text.trimEnd().replace(/\n\s*```$/, '')
  const from = body.search(/^\{/m)
  return from === -1 ? undefined : anyJsonIn(body.slice(from))
}
