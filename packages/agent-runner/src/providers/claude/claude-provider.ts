/** The provider `claude`: turns of the Claude Agent SDK, whose agent program runs in a process group of its own. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import type { AgentError } from '@harness/core/kernel/agent'
import type { EndTree } from '../../runner/end-tree.ts'
import { type InstalledSdk, importSdk, requireSdk } from '../../runner/installed-sdk.ts'
import type { AgentRequest, AgentResult, Provider } from '../../runner/provider.ts'
import { type TurnProcess, turnProcess } from '../../runner/turn-process.ts'
import { claudeOptions, quietEnvironment } from './claude-options.ts'
import { claudeSandbox } from './claude-probe.ts'
import { claudePrompt } from './claude-prompt.ts'
import { type ClaudeSdk, type ClaudeSpawn, claudePackage } from './claude-sdk.ts'
import { type ClaudeTurn, claudeTurn } from './claude-turn.ts'

export interface ClaudeOptions {
  /** Where the SDK may be installed; it is looked for in these folders and above them, in this order. */
  readonly folders: readonly string[]
  /** The variables of `claudeLoginNames` that are set: for the agent's program, never for its shell. */
  readonly login: Readonly<Record<string, string>>
  /** Variables that say where other log-ins are kept, which no agent is to read. */
  readonly otherLogins?: Readonly<Record<string, string>>
  /** `required` refuses to run an agent whose shell cannot be confined on this machine. */
  readonly sandbox: 'required' | 'if-available'
  readonly endTree: EndTree
}

export function claudeProvider(options: ClaudeOptions): Provider {
  const installed = requireSdk(claudePackage, options.folders)
  return {
    name: 'claude',
    capabilities: { readOnly: true, sessions: true, turnLimit: true },
    async run(request, onEvent) {
      const startedAt = performance.now()
      let over = false
      const turn = claudeTurn(request, (event) => {
        if (!over) onEvent(event)
      })
      const error = await work(request, turn, installed, options)
      over = true
      const outcome = turn.outcome()
      return {
        text: '',
        structured: undefined,
        ...outcome,
        session: request.mode === 'complete' ? null : turn.session,
        spending: { ...turn.spending(), durationMs: Math.round(performance.now() - startedAt) },
        error: error ?? (outcome === null ? silent : outcome.error),
      } satisfies AgentResult
    },
  }
}

const cancelled: AgentError = { kind: 'aborted', message: 'the turn was cancelled' }
const silent: AgentError = { kind: 'unknown', message: 'the agent’s program ended without a result' }

/** Null if the turn itself says how it ended. */
async function work(
  request: AgentRequest,
  turn: ClaudeTurn,
  installed: InstalledSdk,
  { login, otherLogins = {}, sandbox, endTree }: ClaudeOptions,
): Promise<AgentError | null> {
  if (request.signal.aborted) return cancelled
  const confined = await claudeSandbox(request.env)
  const unsafe = request.mode !== 'complete' && !confined.works
  if (unsafe && sandbox === 'required') return { kind: 'invalid', message: confined.why }
  const tidy = tidyAfter(request.cwd)
  const agentProcess = turnProcess(request, endTree, { ...login, ...quietEnvironment(request) })
  let failed: AgentError | null = null
  let said = ''

  const talk = async (): Promise<void> => {
    try {
      const sdk = (await importSdk(installed)) as ClaudeSdk
      const messages = sdk.query({
        prompt: await claudePrompt(request),
        options: {
          ...claudeOptions({ request, login, otherLogins, sandboxed: confined.works }),
          env: agentProcess.env,
          spawnClaudeCodeProcess: (asked: ClaudeSpawn) =>
            start(asked, agentProcess, (text) => {
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

  await agentProcess.during(talk())
  await tidy()
  return request.signal.aborted ? cancelled : failed
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

/** Leads a group of its own, so that one signal reaches all of it and a terminal's interrupt none of it. */
function start(asked: ClaudeSpawn, agentProcess: TurnProcess, onStderr: (text: string) => void): unknown {
  if (agentProcess.stopped) throw new Error('stopped before it began')
  const child = spawn(asked.command, asked.args, {
    cwd: asked.cwd,
    env: asked.env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: platform !== 'win32',
    windowsHide: true,
  })
  agentProcess.leads(child.pid)
  child.stderr.setEncoding('utf8').on('data', onStderr)
  child.stdin.on('error', () => {})
  return child
}

/** The sandbox leaves empty folders in the lane; those that were not there before are taken away again. */
function tidyAfter(cwd: string): () => Promise<void> {
  const folder = join(cwd, '.claude')
  const left = [join(folder, '.cc-writes'), folder].filter((path) => !existsSync(path))
  return async () => {
    for (const path of left) await rmdir(path).catch(() => {})
  }
}
