/** Holds the quotations of an answer against the recording of its call. */
import type { QuotesHeld } from '@harness/core/kernel/quotation'
import { holdQuotes } from '@harness/core/work/held-quotes'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import type { AgentCall } from './agent-call.ts'

/** Null if the contract asks for no quotations, or if the agent judges pictures, which no recording has. */
export async function callQuotes(
  { command, slices, recording, ports }: AgentCall,
  answer: unknown,
): Promise<QuotesHeld | null> {
  const { quoting } = ports.contract(command.contract)
  if (quoting === undefined || command.images !== undefined) return null
  // What the playbook says may repeat a quotation of an earlier answer; the materials beside it show the change.
  const shown = quoting.ofMaterials ? slices.filter((slice) => !command.slices.includes(slice)) : []
  const told = shown.map(({ text }) => cleaning(ports.redact)(text))
  return holdQuotes(quoting.quotesIn(answer), await recording.outputs(), told)
}
