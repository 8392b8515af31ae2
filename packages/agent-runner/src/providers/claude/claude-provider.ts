/** The provider `claude`: turns of the Claude Agent SDK. */
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentError } from '@harness/core/kernel/agent'
import type { AgentSandbox, ConfinedAgent } from '../../runner/confine.ts'
import type { EndTree } from '../../runner/end-tree.ts'
import { serverValues } from '../../runner/extensions.ts'
import { inCell, withRefused } from '../../runner/in-cell.ts'
import { type InstalledSdk, importSdk, requireSdk } from '../../runner/installed-sdk.ts'
import type { AgentRequest, AgentResult, Provider } from '../../runner/provider.ts'
import { turnProcess } from '../../runner/turn-process.ts'
import { claudeOptions, quietEnvironment, shellInCell } from './claude-options.ts'
import { claudeProgram, startClaude } from './claude-program.ts'
import { claudePrompt } from './claude-prompt.ts'
import { type ClaudeSdk, type ClaudeSpawn, claudePackage } from './claude-sdk.ts'
import { claudeShell, claudeShellHere } from './claude-shell.ts'
import { type ClaudeTurn, claudeTurn } from './claude-turn.ts'

export interface ClaudeOptions {
  /** The folders that may have the SDK; it is looked for in these folders and above them, in this order. */
  readonly folders: readonly string[]
  /** The variables of `claudeLoginNames` that are set: for the agent's program, never for its shell. */
  readonly login: Readonly<Record<string, string>>
  /** Variables that say where other log-ins are kept, which no agent is to read. */
  readonly otherLogins?: Readonly<Record<string, string>>
  /** Null without a sandbox: the program then confines its shell by itself, as far as it can. */
  readonly sandbox: AgentSandbox | null
  readonly endTree: EndTree
  /** Wall time, for rate limits that say when they end. */
  now(): number
}

export function claudeProvider(options: ClaudeOptions): Provider {
  const installed = requireSdk(claudePackage, options.folders)
  return {
    name: 'claude',
    capabilities: {
      readOnly: true,
      sessions: true,
      turnLimit: true,
      extensions: 'loads',
      takesSchema: () => true,
    },
    shellHere: (mode, env) => claudeShellHere(options.sandbox, mode, env),
    async run(request, onEvent) {
      const startedAt = performance.now()
      let over = false
      const hear: typeof onEvent = (event) => {
        if (!over) onEvent(event)
      }
      const turn = claudeTurn(request, hear, options.now)
      const { error, refused } = await work(request, turn, installed, options)
      over = true
      const spent = turn.spending()
      onEvent({ type: 'usage', usage: spent.usage })
      const outcome = turn.outcome()
      return {
        text: '',
        structured: undefined,
        ...outcome,
        session: request.mode === 'complete' ? null : turn.session,
        spending: { ...spent, durationMs: Math.round(performance.now() - startedAt) },
        error: withRefused(error ?? (outcome === null ? silent : outcome.error), refused),
      } satisfies AgentResult
    },
  }
}

const cancelled: AgentError = { kind: 'aborted', message: 'the turn was cancelled' }
const silent: AgentError = { kind: 'unknown', message: 'the agent’s program ended without a result' }

interface Worked {
  /** Null if the turn itself says how it ended. */
  readonly error: AgentError | null
  readonly refused: readonly string[]
}

async function work(
  request: AgentRequest,
  turn: ClaudeTurn,
  installed: InstalledSdk,
  { login: own, otherLogins = {}, sandbox, endTree }: ClaudeOptions,
): Promise<Worked> {
  if (request.signal.aborted) return { error: cancelled, refused: [] }
  const shell = await claudeShell(sandbox, request.env)
  const login = { ...own, ...serverValues(request.extensions, shell === 'cell') }
  const agentProcess = turnProcess(request, endTree, {
    ...login,
    ...quietEnvironment(request),
    ...(shell === 'cell' ? shellInCell : {}),
  })
  let failed: AgentError | null = null
  let said = ''

  const talk = async (cell: ConfinedAgent | null): Promise<void> => {
    try {
      const sdk = (await importSdk(installed)) as ClaudeSdk
      const messages = sdk.query({
        prompt: await claudePrompt(request),
        options: {
          ...claudeOptions({ request, login, otherLogins, shell }),
          env: cell?.env ?? agentProcess.env,
          spawnClaudeCodeProcess: (asked: ClaudeSpawn) =>
            startClaude(asked, cell, agentProcess, (text) => {
              said = lastLines(`${said}${text}`)
            }),
        },
      })
      for await (const message of messages) {
        failed ??= turn.hear(message)
        if (failed !== null) agentProcess.stop()
      }
    } catch (thrown) {
      // A result that tells of an error is followed by a throw that tells it again.
      if (turn.outcome() === null) failed ??= programError(thrown, said)
    }
  }

  const tidy = shell === 'own' ? tidyAfter(request.cwd) : null
  const program = () => claudeProgram(request, login, installed, agentProcess.env)
  const refused = await inCell(sandbox, program, async (cell) => {
    await agentProcess.during(talk(cell))
    return cell?.refused() ?? []
  })
  await tidy?.()
  return { error: request.signal.aborted ? cancelled : failed, refused }
}

const errorChars = 2_000

/** Whole lines only: half a secret would not be known for one. */
const lastLines = (text: string): string =>
  text.length <= errorChars ? text : text.slice(-errorChars).replace(/^.*\n?/, '')

const programError = (thrown: unknown, said: string): AgentError => ({
  kind: 'unknown',
  message: [String(thrown instanceof Error ? thrown.message : thrown), said.trim()]
    .filter(Boolean)
    .join('\n'),
})

/** The program's sandbox leaves empty folders in the lane; those that were not there before are taken away again. */
function tidyAfter(cwd: string): () => Promise<void> {
  const folder = join(cwd, '.claude')
  const left = [join(folder, '.cc-writes'), folder].filter((path) => !existsSync(path))
  return async () => {
    for (const path of left) await rmdir(path).catch(() => {})
  }
}
