/** Asks Codex's program one thing and follows its events, until it ends, is cancelled, or has tried for too long. */
import type { AgentError } from '@harness/core/kernel/agent'
import type { AgentRequest, JsonSchema } from '../../runner/provider.ts'
import { retryPatience } from '../../runner/retry-patience.ts'
import type { TurnProcess } from '../../runner/turn-process.ts'
import { bearBrokenPipe } from './bear-broken-pipe.ts'
import { codexError } from './codex-error.ts'
import { instructionsOf } from './codex-options.ts'
import type { CodexInput, CodexThread } from './codex-sdk.ts'
import type { CodexTurn } from './codex-turn.ts'

interface CodexTalk {
  readonly request: AgentRequest
  readonly turn: CodexTurn
  readonly agentProcess: TurnProcess
  open(): Promise<CodexThread>
  /** For the SDK to hand over; null if the program has it already. */
  readonly schema: JsonSchema | null
  /** A rate limit that ends sooner is waited for. */
  readonly rateLimitPatienceMs: number
}

export const cancelled: AgentError = { kind: 'aborted', message: 'the turn was cancelled' }

/** An error of ours, or the text that Codex failed with; null if the turn says itself how it ended. */
export async function talkToCodex({
  request,
  turn,
  agentProcess,
  open,
  schema,
  rateLimitPatienceMs,
}: CodexTalk): Promise<AgentError | string | null> {
  const abort = new AbortController()
  let thrown: string | null = null
  const patience = retryPatience()
  /** Runs from the first refusal in a row. */
  let waiting: NodeJS.Timeout | null = null
  const waitNoMore = (): void => {
    clearTimeout(waiting ?? undefined)
    waiting = null
  }

  const talk = async (): Promise<void> => {
    const undo = bearBrokenPipe()
    try {
      const thread = await open()
      // Stopped while it was being loaded, it must not start any more.
      if (agentProcess.stopped) return
      const { events } = await thread.runStreamed(inputOf(request), {
        signal: abort.signal,
        ...(schema === null ? {} : { outputSchema: schema }),
      })
      for await (const event of events) {
        turn.hear(event)
        const { failure } = turn.seen
        if (failure === null) {
          patience.progress()
          waitNoMore()
        }
        if (event.type !== 'error' || failure === null || failure.final) continue
        // A refused log-in is not refused less when it is shown again; a rate limit may take hours to end.
        const { kind } = codexError(failure.message, 0, null)
        if (kind === 'auth' || patience.retry()) agentProcess.stop()
        if (kind === 'rate_limit') waiting ??= setTimeout(() => agentProcess.stop(), rateLimitPatienceMs)
      }
    } catch (error) {
      thrown = messageOf(error)
    } finally {
      undo()
    }
  }

  let over = false
  // The SDK hears no more errors after its end, and an abort then would be one.
  const end = (): void => {
    if (!over) abort.abort()
  }
  const talking = talk().finally(() => {
    over = true
  })
  request.signal.addEventListener('abort', end, { once: true })
  await agentProcess.during(talking)
  request.signal.removeEventListener('abort', end)
  end()
  waitNoMore()
  if (request.signal.aborted) return cancelled
  return turn.seen.completed ? null : thrown
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function inputOf(request: AgentRequest): CodexInput {
  const { images = [] } = request
  const { input: text } = instructionsOf(request)
  return images.length === 0
    ? text
    : [{ type: 'text', text }, ...images.map((path) => ({ type: 'local_image', path }) as const)]
}
