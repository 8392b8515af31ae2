/** Writes a script of the scripted agent as YAML, in the form that people write it. */
import type { AgentErrorKind, Usage } from '@harness/core/kernel/agent'
import { stringify } from 'yaml'

export type PrintedStep =
  | { readonly write: { readonly path: string; readonly text: string } }
  | { readonly delete: { readonly path: string } }
  | { readonly run: string }

/** One turn of an agent; played once, in the order of the rules. */
export interface PrintedTurn {
  readonly role: string
  readonly steps: readonly PrintedStep[]
  readonly answer:
    | { readonly reply: string }
    | { readonly json: unknown }
    | { readonly fail: AgentErrorKind; readonly resetsIn?: string }
  readonly usage: Usage
  readonly usd: number | null
}

export function printScript(turns: readonly PrintedTurn[], comment: string): string {
  const rules = turns.map(({ role, steps, answer, usage, usd }) => ({
    role,
    times: 1,
    ...(steps.length === 0 ? {} : { do: steps }),
    ...answer,
    usage: { ...usage, ...(usd === null ? {} : { usd }) },
  }))
  return `# ${comment}\n${stringify({ rules }, { lineWidth: 0 })}`
}
