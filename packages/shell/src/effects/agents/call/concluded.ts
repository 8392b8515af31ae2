/** Brings an answered call to its end, whatever goes wrong on the way: from here on the agent has been paid. */

import { expectedTrouble } from '../../failure/expected-failure.ts'
import { redactedOutcome } from '../../redacted-outcome.ts'
import type { AgentAnswer, AgentCall, AgentOutcome } from './agent-call.ts'
import { agentEndings } from './agent-endings.ts'
import { failed } from './agent-outcomes.ts'

/** `settle` makes the event of it; if that fails, the event still says what was spent. Throws if that loses a verdict. */
export async function concluded(
  call: AgentCall,
  answer: AgentAnswer,
  signal: AbortSignal,
  settle: () => Promise<AgentOutcome>,
): Promise<AgentOutcome> {
  const { recording, ports } = call
  try {
    await recording.keepAnswer(answer.text)
    if (answer.kind === 'failed' && signal.aborted) return failed(call, answer, answer.error)
    const outcome = redactedOutcome(await settle(), agentEndings, ports.redact)
    await recording.conclude(outcome)
    return outcome
  } catch (error) {
    signal.throwIfAborted()
    const trouble = expectedTrouble(error)
    if (trouble === null || isVerdict(call, answer)) throw error
    const message = `What the agent did could not be settled: ${sentence(trouble.detail)} ${trouble.next}`
    return failed(call, answer, { kind: 'unknown', message: ports.sanitise(message) })
  }
}

/** It must not be lost by a failure of ours: the command is repeated until it is settled. */
const isVerdict = ({ command }: AgentCall, { kind }: AgentAnswer): boolean =>
  command.mode !== 'exec' && kind === 'answered'

/** What the disk or git says seldom ends like one. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
