/**
 * The watchdog: holds one turn to its wall and idle limits and to the caller's cancellation from outside, and comes
 * back in time even if the provider does not. While a command runs in the agent's shell, only the wall limit counts.
 */
import { type AgentError, noUsage, type Usage } from '@harness/core/kernel/agent'
import type { AgentEvent, AgentRequest, AgentResult, Provider } from './provider.ts'
import { runningCommands } from './running-commands.ts'

/** A stopped provider has this long to end its processes and tell what it spent; the caller waits 3 s at most. */
const graceMs = 2_500

/** The longest time a timer of the runtime can wait. */
const maxTimerMs = 2 ** 31 - 1

/** `endsAt`, on the monotonic clock, is when the wall limit of the whole call is used up. */
export async function watchedTurn(
  provider: Provider,
  request: AgentRequest,
  endsAt: number,
  onEvent: (event: AgentEvent) => void,
): Promise<AgentResult> {
  const startedAt = performance.now()
  const { limits, signal } = request
  if (signal.aborted) return unstarted(request)

  const stop = new AbortController()
  let stopped: AgentError | null = null
  let ended = false
  let usage: Usage = noUsage
  let giveUp: (result: AgentResult) => void
  const givenUp = new Promise<AgentResult>((resolve) => {
    giveUp = resolve
  })
  let grace: NodeJS.Timeout | undefined

  const end = (error: AgentError): void => {
    if (stopped !== null) return
    stopped = error
    stop.abort()
    grace = setTimeout(() => giveUp(lost(request, error, usage, startedAt)), graceMs)
  }
  const cancel = (): void => end(cancelled)
  const wall = after(endsAt - startedAt, () => end(timeout('had not finished after', limits.wallMs)))
  const commands = runningCommands()
  const idle = after(limits.idleMs, () => {
    // The end of the command starts this timer again.
    if (!commands.any()) end(timeout('had been silent for', limits.idleMs))
  })
  const hear = (event: AgentEvent): void => {
    if (ended) return
    if (event.type === 'usage') usage = event.usage
    commands.hear(event)
    // Who only tries to reach the model again is no less stuck than who says nothing.
    if (event.type !== 'retry') idle.refresh()
    onEvent(event)
  }

  signal.addEventListener('abort', cancel, { once: true })
  try {
    const running = provider.run({ ...request, signal: stop.signal }, hear)
    const result = await Promise.race([running, givenUp])
    return stopped === null ? result : { ...result, error: stopped }
  } finally {
    ended = true
    signal.removeEventListener('abort', cancel)
    for (const timer of [wall, idle, grace]) clearTimeout(timer)
  }
}

const after = (ms: number, then: () => void): NodeJS.Timeout => setTimeout(then, Math.min(ms, maxTimerMs))

const cancelled: AgentError = { kind: 'aborted', message: 'the call was cancelled' }

const timeout = (what: string, ms: number): AgentError => ({
  kind: 'timeout',
  message: `the agent ${what} ${Math.round(ms / 100) / 10} s and was ended`,
})

/** Nothing ran, so this price is known. */
const unstarted = (request: AgentRequest): AgentResult => ({
  text: '',
  structured: undefined,
  session: request.resume,
  spending: { usage: noUsage, usd: 0, durationMs: 0, model: request.model ?? 'unknown' },
  error: cancelled,
})

/** The provider never came back: its spending is what it last told, its price unknown. */
const lost = (request: AgentRequest, error: AgentError, usage: Usage, startedAt: number): AgentResult => ({
  text: '',
  structured: undefined,
  session: request.resume,
  spending: {
    usage,
    usd: null,
    durationMs: Math.round(performance.now() - startedAt),
    model: request.model ?? 'unknown',
  },
  error,
})
