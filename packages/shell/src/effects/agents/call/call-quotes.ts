/** Holds the quotations of an answer against the recording of its call. */
import { renderEnvelope } from '@harness/core/kernel/envelope'
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
  const told = quoting.ofEnvelope ? [cleaning(ports.redact)(renderEnvelope(slices))] : []
  return holdQuotes(quoting.quotesIn(answer), await recording.outputs(), told)
}
