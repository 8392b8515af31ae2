/** What it takes to ask a provider for a turn in a test. */
import type { AgentEvent, AgentRequest, AgentResult, Provider } from '../runner/provider.ts'

export const aRequest = (
  cwd: string,
  env: Readonly<Record<string, string>>,
  more: Partial<AgentRequest> = {},
): AgentRequest => ({
  role: 'worker',
  mode: 'exec',
  system: '',
  envelope: '# Task\nDo it.\n',
  cwd,
  model: null,
  schema: null,
  resume: null,
  limits: { wallMs: 60_000, idleMs: 60_000, maxTurns: 40 },
  env,
  signal: new AbortController().signal,
  priorTurns: async () => [],
  ...more,
})

export async function turnOf(
  provider: Provider,
  request: AgentRequest,
): Promise<AgentResult & { readonly events: readonly AgentEvent[] }> {
  const events: AgentEvent[] = []
  const result = await provider.run(request, (event) => events.push(event))
  return { ...result, events }
}
