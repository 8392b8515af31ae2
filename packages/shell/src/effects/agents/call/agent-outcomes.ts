/** Words the event that an agent call ends in. */

import type { AgentFailed, AgentFinished, ContractBroken } from '@harness/core/effects/run-agent'
import type { AgentError } from '@harness/core/kernel/agent'
import type { AnyOutcome } from '@harness/core/kernel/effect'
import type { QuotesHeld } from '@harness/core/kernel/quotation'
import type { AgentAnswer, AgentCall, AgentOutcome } from './agent-call.ts'

type Settled = Pick<
  AgentFinished,
  'commit' | 'tree' | 'changedFiles' | 'violation' | 'ignored' | 'suspicions'
>

export const finished = (
  call: AgentCall,
  answer: AgentAnswer & { kind: 'answered' },
  settled: Settled,
): AgentFinished => ({
  ...common(call, answer),
  type: 'AgentFinished',
  text: shortened(answer.text),
  contract: call.command.contract,
  answer: answer.output,
  providerSession: answer.session,
  ...settled,
})

export const failed = (call: AgentCall, answer: AgentAnswer, error: AgentError): AgentFailed => ({
  ...common(call, answer),
  type: 'AgentFailed',
  error,
})

export const contractBroken = (
  call: AgentCall,
  answer: AgentAnswer & { kind: 'contract-broken' },
): ContractBroken => ({
  ...common(call, answer),
  type: 'ContractBroken',
  contract: call.command.contract ?? 'text',
  problems: answer.problems,
  text: shortened(answer.text),
})

const common = ({ command, context, recording, ports }: AgentCall, { spending }: AgentAnswer) => ({
  at: ports.clock.now(),
  commandId: command.id,
  role: command.role,
  spending,
  ...(context.length === 0 ? {} : { context }),
  ...(recording.denied().count === 0 ? {} : { denied: recording.denied() }),
})

/** The same, with more for a person to hear. */
export const withNotes = (outcome: AgentOutcome, notes: readonly string[]): AgentOutcome =>
  notes.length === 0 ? outcome : { ...outcome, notes: [...(outcome.notes ?? []), ...notes] }

/** Only a finished call has any; an answer that is void has none. */
export const withArtifacts = (
  outcome: AgentOutcome,
  texts: Readonly<Record<string, string>>,
): AgentOutcome =>
  outcome.type === 'AgentFinished' && Object.keys(texts).length > 0
    ? { ...outcome, artifacts: texts }
    : outcome

/** Only a finished call has any. */
export const withQuotes = (outcome: AgentOutcome, quotes: QuotesHeld | null): AgentOutcome =>
  outcome.type === 'AgentFinished' && quotes !== null ? { ...outcome, quotes } : outcome

export const withLacked = (outcome: AgentOutcome, lacked: string | null): AgentOutcome =>
  lacked === null ? outcome : { ...outcome, lacked }

export const isAgentOutcome = (outcome: AnyOutcome): outcome is AgentOutcome =>
  outcome.type === 'AgentFinished' || outcome.type === 'AgentFailed' || outcome.type === 'ContractBroken'

/** The journal keeps this much of an answer; the whole of it is in the call's recording. */
const textChars = 100_000

const shortened = (text: string): string =>
  text.length <= textChars
    ? text
    : `${text.slice(0, textChars)}\n… (${text.length - textChars} more characters are in final.md)`
