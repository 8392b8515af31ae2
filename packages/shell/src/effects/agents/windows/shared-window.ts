/**
 * Keeps agents of all lanes out of a window that one of them found closed. The call is answered with the same rate limit
 * and costs nothing, so that its run waits for the same moment. Its journal has the answer like any other.
 */
import type { AgentResult, Provider } from '@harness/agent-runner/runner/provider'
import { noUsage } from '@harness/core/kernel/agent'
import { closedUntil, noteClosed } from './windows-file.ts'

export const sharedWindow = (provider: Provider, stateDir: string, now: () => number): Provider => ({
  ...provider,
  async run(request, onEvent) {
    const until = closedUntil(stateDir, provider.name, now())
    if (until !== null) return limited(provider.name, until, request.model)
    const result = await provider.run(request, onEvent)
    const { error } = result
    if (error?.kind === 'rate_limit' && error.resetsAt !== undefined)
      noteClosed(stateDir, provider.name, error.resetsAt, now())
    return result
  },
})

const limited = (provider: string, resetsAt: number, model: string | null): AgentResult => ({
  text: '',
  structured: undefined,
  session: null,
  spending: { usage: noUsage, usd: 0, durationMs: 0, model: model ?? provider },
  error: {
    kind: 'rate_limit',
    message: `Another run found the window of ${provider} closed. The agent was not called.`,
    resetsAt,
  },
})
