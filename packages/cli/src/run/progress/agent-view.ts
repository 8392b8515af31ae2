/**
 * Owns what is seen of agents while they work, for any form of progress: what the live line says of them, the transcript
 * if the operator wants it, and plain lines at a modest pace if nothing may be repainted for a screen reader.
 */
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import { durationText, tokensIfAny } from '@harness/formats/text/amounts'
import type { NamedCall } from '@harness/shell/effects/agents/port/agent-ports'
import { facts } from '@harness/shell/effects/progress-line'
import type { ProgressOptions } from '../../line/face.ts'
import { transcriptLines } from '../transcript/transcript-lines.ts'
import { type AgentActivity, agentActivity } from './agent-activity.ts'

export interface AgentView {
  readonly activity: Pick<AgentActivity, 'latest' | 'count' | 'tokens'>
  onAgent(call: NamedCall, event: AgentEvent): void
  onEvent(event: AnyEvent): void
  close(): void
}

/** What is shown of one output while the run goes on; all of it is in the recording. */
export const liveOutputLines = 20

/** Agents may do many things a second; a line is not painted more often than this. */
export const leastRepaintMs = 100

const paceMs = 20_000
const lookMs = 1_000

/** `print` puts lines above the live line. */
export function openAgentView(
  { terminal, now, verbose = false }: ProgressOptions,
  print: (text: string) => void,
): AgentView {
  const activity = agentActivity()
  const isPaced = terminal.accessible && terminal.columns() < Number.POSITIVE_INFINITY && !verbose
  if (isPaced) print('Accessible output: plain lines, nothing is repainted.')
  let saidAt = Number.NEGATIVE_INFINITY
  let said = ''
  const sayPaced = (): void => {
    const doing = activity.latest()
    if (doing === null || doing.what === said || now() - saidAt < paceMs) return
    said = doing.what
    saidAt = now()
    const since = durationText(now() - doing.since)
    print(`${doing.role}: ${facts(doing.what, since, tokensIfAny(activity.tokens()))}`)
  }
  const timer = isPaced ? setInterval(sayPaced, lookMs) : null
  timer?.unref()
  return {
    activity,
    onAgent(call, event) {
      activity.hear(call, event, now())
      if (!verbose) return
      const style = { columns: terminal.columns(), outputLines: liveOutputLines }
      for (const line of transcriptLines(call.role, now(), event, style)) print(line)
    },
    onEvent(event) {
      if (isOutcome(event)) activity.ended(event.commandId)
      else if (isRunEvent(event, 'RunEnded') || isRunEvent(event, 'RunInterrupted')) activity.clear()
    },
    close() {
      if (timer !== null) clearInterval(timer)
    },
  }
}
