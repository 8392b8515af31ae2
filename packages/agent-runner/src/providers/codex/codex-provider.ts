/** The provider `codex`: turns of the Codex SDK, whose agent program runs in a cell if there is a sandbox. */
import { realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  type AgentError,
  type AgentErrorKind,
  addUsage,
  noUsage,
  type Usage,
} from '@harness/core/kernel/agent'
import { type AgentHome, type AgentProgram, type AgentSandbox, withFiles } from '../../runner/confine.ts'
import type { EndTree } from '../../runner/end-tree.ts'
import { serverScripts, serverValues } from '../../runner/extensions.ts'
import { inCell, withRefused } from '../../runner/in-cell.ts'
import { type InstalledSdk, importSdk, requireSdk } from '../../runner/installed-sdk.ts'
import type { AgentRequest, AgentResult, Provider } from '../../runner/provider.ts'
import { turnProcess } from '../../runner/turn-process.ts'
import { codexError } from './codex-error.ts'
import {
  type CodexConfig,
  type CodexModelProvider,
  codexConfig,
  codexThreadOptions,
} from './codex-options.ts'
import { codexPrice } from './codex-price.ts'
import { codexHomeOf, programLogin } from './codex-probe.ts'
import { codexCellHome, codexProgram } from './codex-program.ts'
import { followUsage, readRecord, recordedBytes, type ThreadRecord } from './codex-record.ts'
import { type CodexSdk, codexPackage } from './codex-sdk.ts'
import { codexShellHere } from './codex-shell.ts'
import { cancelled, messageOf, talkToCodex } from './codex-talk.ts'
import { type CodexTurn, codexTurn } from './codex-turn.ts'
import { strictSchema, withoutFillers } from './strict-schema.ts'

export interface CodexOptions {
  /** The folders that may have the SDK; it is looked for in these folders and above them, in this order. */
  readonly folders: readonly string[]
  /** The variables of `codexLoginNames` that are set: for the agent's program, never for its shell. */
  readonly login: Readonly<Record<string, string>>
  /** Null uses what the user is logged in to. */
  readonly modelProvider: CodexModelProvider | null
  /** Null without a sandbox: the program then confines its shell by itself. */
  readonly sandbox: AgentSandbox | null
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
    capabilities: {
      readOnly: true,
      sessions: true,
      turnLimit: false,
      extensions: 'reads',
      takesSchema: (schema) => strictSchema(schema) !== null,
    },
    shellHere: (_mode, env) => codexShellHere(options.sandbox, options.folders, { ...env, ...options.login }),
    async run(request, onEvent) {
      const startedAt = performance.now()
      let over = false
      const turn = codexTurn(request, (event) => {
        if (!over) onEvent(event)
      })
      const { problem, record, refused } = await work(request, turn, installed, options)
      over = true
      const { seen } = turn
      const answered = problem === null && seen.completed
      const error = answered ? null : withRefused(errorOf(problem, turn, record, options), refused)
      const spent = await spentIn(request, seen.total, record)
      onEvent({ type: 'usage', usage: spent.usage })
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

interface Worked {
  /** An error of ours, or the text that Codex failed with; null if the turn says itself how it ended. */
  readonly problem: AgentError | string | null
  readonly record: ThreadRecord | null
  readonly refused: readonly string[]
}

const notBegun = (problem: AgentError | string): Worked => ({ problem, record: null, refused: [] })

async function work(
  request: AgentRequest,
  turn: CodexTurn,
  installed: InstalledSdk,
  options: CodexOptions,
): Promise<Worked> {
  const { modelProvider, sandbox, endTree, rateLimitPatienceMs = 60_000 } = options
  const codexHome = codexHomeOf({ ...request.env, ...options.login })
  const login = {
    ...programLogin(options.login, codexHome),
    ...serverValues(request.extensions, sandbox !== null),
  }
  const schema = request.schema === null ? null : strictSchema(request.schema)
  if (request.signal.aborted) return notBegun(cancelled)
  if (sandbox === null && liesInTemporary(codexHome, request.env)) return notBegun(homeless(codexHome))
  const agentProcess = turnProcess(request, endTree, login)
  const { env, tag } = agentProcess
  let home: AgentHome
  let config: CodexConfig
  try {
    home = withFiles(codexCellHome(codexHome, schema), serverScripts(request.extensions))
    config = codexConfig({
      request,
      codexHome,
      modelProvider,
      tag,
      cell: sandbox === null ? null : { home, shellHasProxy: sandbox.shellHasProxy },
    })
  } catch (error) {
    // The user's config is not TOML.
    return notBegun(messageOf(error))
  }
  const program = (): AgentProgram =>
    codexProgram({ request, installed, home, codexHome, login, modelProvider, env })
  return inCell(sandbox, program, async (cell) => {
    const sessions = cell?.keptAt('sessions') ?? join(codexHome, 'sessions')
    const fromByte = request.resume === null ? 0 : recordedBytes(sessions, request.resume)
    turn.countWith(followUsage(sessions, fromByte))
    const start = cell === null ? { env } : { env: cell.env, codexPathOverride: cell.launcher }
    const problem = await talkToCodex({
      request,
      turn,
      agentProcess,
      open: async () => {
        const { Codex } = (await importSdk(installed)) as CodexSdk
        const codex = new Codex({ ...config, ...start })
        const how = codexThreadOptions(request, cell !== null)
        return request.resume === null ? codex.startThread(how) : codex.resumeThread(request.resume, how)
      },
      schema: cell === null ? schema : null,
      rateLimitPatienceMs,
    })
    const { thread } = turn.seen
    return {
      problem,
      record: thread === null ? null : readRecord(sessions, thread, fromByte),
      refused: cell?.refused() ?? [],
    }
  })
}

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
