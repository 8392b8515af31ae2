/** The provider `codex`: turns of the Codex SDK, whose agent program confines what its shell can do by itself. */
import { realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  type AgentError,
  type AgentErrorKind,
  addUsage,
  noUsage,
  type Usage,
} from '@harness/core/kernel/agent'
import type { EndTree } from '../../runner/end-tree.ts'
import { type InstalledSdk, importSdk, requireSdk } from '../../runner/installed-sdk.ts'
import type { AgentRequest, AgentResult, Provider } from '../../runner/provider.ts'
import { retryPatience } from '../../runner/retry-patience.ts'
import { turnProcess } from '../../runner/turn-process.ts'
import { bearBrokenPipe } from './bear-broken-pipe.ts'
import { codexError } from './codex-error.ts'
import { type CodexModelProvider, codexConfig, codexThreadOptions } from './codex-options.ts'
import { codexPrice } from './codex-price.ts'
import { codexHomeOf, programLogin } from './codex-probe.ts'
import { readRecord, recordedBytes, type ThreadRecord } from './codex-record.ts'
import { type CodexInput, type CodexSdk, codexPackage } from './codex-sdk.ts'
import { type CodexTurn, codexTurn } from './codex-turn.ts'
import { strictSchema, withoutFillers } from './strict-schema.ts'

export interface CodexOptions {
  /** Where the SDK may be installed; it is looked for in these folders and above them, in this order. */
  readonly folders: readonly string[]
  /** The variables of `codexLoginNames` that are set: for the agent's program, never for its shell. */
  readonly login: Readonly<Record<string, string>>
  /** Null uses what the user is logged in to. */
  readonly modelProvider: CodexModelProvider | null
  readonly endTree: EndTree
  /** Wall time, for rate limits that say when they end. */
  now(): number
  /** A rate limit that ends sooner is waited for within the turn; a minute unless said. */
  readonly rateLimitPatienceMs?: number
}

export function codexProvider(options: CodexOptions): Provider {
  const installed = requireSdk(codexPackage, options.folders)
  return {
    name: 'codex',
    capabilities: { readOnly: true, sessions: true, turnLimit: false },
    async run(request, onEvent) {
      const startedAt = performance.now()
      let over = false
      const turn = codexTurn(request, (event) => {
        if (!over) onEvent(event)
      })
      const codexHome = codexHomeOf({ ...request.env, ...options.login })
      const fromByte = request.resume === null ? 0 : recordedBytes(codexHome, request.resume)
      const problem = await work(request, turn, codexHome, installed, options)
      over = true
      const { seen } = turn
      const record = seen.thread === null ? null : readRecord(codexHome, seen.thread, fromByte)
      const answered = problem === null && seen.completed
      const error = answered ? null : errorOf(problem, turn, record, options)
      const spent = await spentIn(request, seen.total, record)
      const known = !seen.started || error === null || !cutOff.has(error.kind)
      return {
        text: answered ? seen.text : '',
        structured: answered ? structuredIn(seen.text, request) : undefined,
        session: seen.thread,
        spending: {
          ...spent,
          usd: known ? spent.usd : null,
          durationMs: Math.round(performance.now() - startedAt),
        },
        error,
      } satisfies AgentResult
    },
  }
}

/** Ways to fail in which a request may have been cut off; its cost is unknown. Others were refused. */
const cutOff: ReadonlySet<AgentErrorKind> = new Set(['aborted', 'network', 'overloaded', 'unknown'])

const cancelled: AgentError = { kind: 'aborted', message: 'the turn was cancelled' }

/** An error of ours, or the text that Codex failed with; null if the turn says itself how it ended. */
async function work(
  request: AgentRequest,
  turn: CodexTurn,
  codexHome: string,
  installed: InstalledSdk,
  { login, modelProvider, endTree, rateLimitPatienceMs = 60_000 }: CodexOptions,
): Promise<AgentError | string | null> {
  if (request.signal.aborted) return cancelled
  if (liesInTemporary(codexHome, request.env)) return homeless(codexHome)
  const agentProcess = turnProcess(request, endTree, programLogin(login, codexHome))
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
      const { Codex } = (await importSdk(installed)) as CodexSdk
      const codex = new Codex({
        ...codexConfig({ request, codexHome, modelProvider, tag: agentProcess.tag }),
        env: agentProcess.env,
      })
      const threadOptions = codexThreadOptions(request)
      const thread =
        request.resume === null
          ? codex.startThread(threadOptions)
          : codex.resumeThread(request.resume, threadOptions)
      const schema = request.schema === null ? null : strictSchema(request.schema)
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
      thrown = error instanceof Error ? error.message : String(error)
    } finally {
      undo()
    }
  }

  const talking = talk()
  request.signal.addEventListener('abort', () => abort.abort(), { once: true })
  await agentProcess.during(talking)
  abort.abort()
  waitNoMore()
  if (request.signal.aborted) return cancelled
  return turn.seen.completed ? null : thrown
}

const inputOf = ({ envelope, images = [] }: AgentRequest): CodexInput =>
  images.length === 0
    ? envelope
    : [{ type: 'text', text: envelope }, ...images.map((path) => ({ type: 'local_image', path }) as const)]

/** Codex keeps the helpers of its sandbox in its home and refuses to run them from the temporary directory. */
function liesInTemporary(codexHome: string, env: AgentRequest['env']): boolean {
  const fromTemporary = relative(real(env.TMPDIR ?? '/tmp'), real(codexHome))
  return !fromTemporary.startsWith('..') && fromTemporary !== ''
}

const homeless = (codexHome: string): AgentError => ({
  kind: 'invalid',
  message: `Codex cannot run its sandbox from ${codexHome}, which is in the temporary directory; set CODEX_HOME.`,
})

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === resolve(path, '..')
      ? path
      : join(real(resolve(path, '..')), relative(resolve(path, '..'), path))
  }
}

function errorOf(
  problem: AgentError | string | null,
  turn: CodexTurn,
  record: ThreadRecord | null,
  { now }: CodexOptions,
): AgentError {
  if (typeof problem === 'object' && problem !== null) return problem
  const { failure } = turn.seen
  const text = failure?.message ?? problem ?? 'the agent’s program ended without a result'
  const error = codexError(text, now(), record?.resetsAt ?? null)
  // Ended while it was trying again, for whatever reason it did.
  return error.kind === 'unknown' && failure?.final === false ? { ...error, kind: 'network' } : error
}

/** By the thread's own record; if that is missing, a new thread's total is the turn's. */
async function spentIn(
  request: AgentRequest,
  total: Usage | null,
  record: ThreadRecord | null,
): Promise<{ readonly usage: Usage; readonly usd: number | null; readonly model: string }> {
  const model = record?.model ?? request.model ?? 'unknown'
  const requests = record?.requests ?? []
  if (requests.length === 0 && total !== null) return { usage: total, usd: null, model }
  const usage = requests.reduce(addUsage, noUsage)
  return { usage, usd: await codexPrice(model, requests), model }
}

function structuredIn(text: string, { schema }: AgentRequest): unknown {
  if (schema === null) return undefined
  try {
    return withoutFillers(JSON.parse(text), schema)
  } catch {
    return undefined
  }
}
