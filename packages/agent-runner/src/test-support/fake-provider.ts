/** A provider whose turns are written out by the test, and what it takes to call it. */
import type { AgentError, Spending } from '@harness/core/kernel/agent'
import type { OutputContract } from '../runner/output-contract.ts'
import type { AgentEvent, AgentRequest, AgentResult, Provider } from '../runner/provider.ts'
import type { AgentCall, TurnListener } from '../runner/run-agent.ts'

export const spent = (usd: number | null, tokens = 1): Spending => ({
  usage: { input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens },
  usd,
  durationMs: 10,
  model: 'm',
})

export const answered = (text: string, more: Partial<AgentResult> = {}): AgentResult => ({
  text,
  structured: undefined,
  session: null,
  spending: spent(0.5),
  error: null,
  ...more,
})

export const failedWith = (error: AgentError): AgentResult => answered('', { error })

type Turn = (
  request: AgentRequest,
  onEvent: (event: AgentEvent) => void,
) => Promise<AgentResult> | AgentResult

/** Answers turn by turn and remembers what it was asked. */
export function fakeProvider(
  ...turns: readonly Turn[]
): Provider & { readonly asked: readonly AgentRequest[] } {
  const asked: AgentRequest[] = []
  return {
    name: 'fake',
    capabilities: { readOnly: true, sessions: true, turnLimit: true, takesSchema: () => true },
    asked,
    async run(request, onEvent) {
      asked.push(request)
      const turn = turns[asked.length - 1]
      if (turn === undefined) throw new Error(`turn ${asked.length} was not expected`)
      return turn(request, onEvent)
    },
  }
}

export const aCall = (more: Partial<AgentCall> = {}): AgentCall => ({
  role: 'worker',
  mode: 'exec',
  system: '',
  envelope: '# Task\nAdd a test.\n',
  cwd: '/',
  model: null,
  resume: null,
  limits: { wallMs: 10_000, idleMs: 10_000, maxTurns: 10 },
  env: {},
  signal: new AbortController().signal,
  ...more,
})

export const anyText: OutputContract<string> = {
  name: 'text',
  jsonSchema: null,
  parse: (_structured, text) => ({ ok: true, output: text }),
}

/** Keeps what a call told about its turns. */
export function listening(): TurnListener & {
  readonly turns: [number, string][]
  readonly events: AgentEvent[]
} {
  const turns: [number, string][] = []
  const events: AgentEvent[] = []
  return {
    turns,
    events,
    async turnBegins(turn, envelope) {
      turns.push([turn, envelope])
      return async () => []
    },
    onEvent: (event) => events.push(event),
  }
}
