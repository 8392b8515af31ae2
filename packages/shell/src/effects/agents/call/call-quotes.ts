/** Holds the quotations of an answer against the recording of its call. */
import type { QuotesHeld } from '@harness/core/kernel/quotation'
import { holdQuotes } from '@harness/core/work/held-quotes'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import type { AgentCall } from './agent-call.ts'

/**
 * Null if the contract asks for no quotations, or if the agent judges pictures, which no recording has. `artifacts` are the
 * texts that it wrote, by path: what a tool showed of them is nothing that the agent saw elsewhere.
 */
export async function callQuotes(
  { command, slices, recording, ports }: AgentCall,
  answer: unknown,
  artifacts: Readonly<Record<string, string>> = {},
): Promise<QuotesHeld | null> {
  const { quoting } = ports.contract(command.contract)
  if (quoting === undefined || command.images !== undefined) return null
  // What the playbook says may repeat a quotation of an earlier answer; the materials beside it show the change.
  const shown = quoting.ofMaterials ? slices.filter((slice) => !command.slices.includes(slice)) : []
  const told = [...shown, ...(quoting.ofCall ? command.slices : [])].map(({ text }) =>
    cleaning(ports.redact)(text),
  )
  const { outputs, ran: commands } = await recording.seen(Object.keys(artifacts))
  const ran = quoting.ofCall ? commands : []
  // A quoted script runs over into its output.
  const scripts = ran.map(({ line, output }) => `${line}\n${output}`)
  return holdQuotes(quoting.quotesIn(answer, Object.values(artifacts)), outputs, [...told, ...scripts], ran)
}
