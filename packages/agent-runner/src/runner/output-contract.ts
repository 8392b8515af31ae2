/** What a role's answer must look like: told to the provider as a schema, and checked here whatever it says. */
import type { JsonSchema } from './provider.ts'

export interface OutputContract<Output> {
  readonly name: string
  /** Null if the answer is text that only the parser understands. */
  readonly jsonSchema: JsonSchema | null
  parse(structured: unknown, text: string): ParsedAnswer<Output>
  /** The output for an answer that stays in free prose after its repair turn; absent if prose breaks the contract. */
  readonly prose?: Output
}

export type ParsedAnswer<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly problems: readonly string[] }
