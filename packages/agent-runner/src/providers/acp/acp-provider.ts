/** The provider `acp`: turns of any agent that speaks the Agent Client Protocol, in a cell if there is a sandbox. */

import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import { type AgentError, noUsage } from '@harness/core/kernel/agent'
import type { AgentSandbox } from '../../runner/confine.ts'
import type { EndTree } from '../../runner/end-tree.ts'
import { inCell, withRefused } from '../../runner/in-cell.ts'
import type { AgentRequest, AgentResult, Provider } from '../../runner/provider.ts'
import type { Environment } from '../../runner/provider-probe.ts'
import { turnProcess } from '../../runner/turn-process.ts'
import { errorOfStop, errorOfText } from './acp-error.ts'
import { acpProgram, requireAcpProgram, startAcp } from './acp-program.ts'
import { acpServers } from './acp-servers.ts'
import { type AcpTalk, cancelled, talkToAcp } from './acp-talk.ts'
import { type AcpTurn, acpTurn } from './acp-turn.ts'
import { jsonAnswer } from './json-answer.ts'

export interface AcpOptions {
  readonly agent: AcpAgent
  /** Of the harness: where programs and the operator's home are, and the variables that the agent's config names. */
  readonly machine: Environment
  /** Null without a sandbox: what an agent of a read-only mode wrote is then found out afterwards. */
  readonly sandbox: AgentSandbox | null
  readonly endTree: EndTree
  /** Wall time, for rate limits that say when they end. */
  now(): number
  /** A program that does not answer a greeting in this time speaks another protocol; a minute unless said. */
  readonly greetingMs?: number
}

export function acpProvider(options: AcpOptions): Provider {
  const { agent, machine, sandbox } = options
  const program = requireAcpProgram(agent, machine)
  return {
    name: 'acp',
    capabilities: {
      readOnly: sandbox !== null,
      sessions: sandbox === null || agent.sessions.length > 0,
      turnLimit: false,
      extensions: 'reads',
      takesSchema: () => false,
    },
    async run(request, onEvent) {
      const startedAt = performance.now()
      let over = false
      const turn = acpTurn(request, (event) => {
        if (!over) onEvent(event)
      })
      const { problem, session, model, refused } = await work(request, turn, program, options)
      over = true
      const { seen } = turn
      const error = withRefused(problem ?? failureOf(turn, options), refused)
      return {
        text: error === null ? seen.text : '',
        structured: error === null && request.schema !== null ? jsonAnswer(seen.text) : undefined,
        session: session ?? request.resume,
        spending: {
          usage: seen.usage ?? noUsage,
          usd: seen.started ? seen.usd : 0,
          durationMs: Math.round(performance.now() - startedAt),
          model: model ?? request.model ?? 'unknown',
        },
        error,
      } satisfies AgentResult
    },
  }
}

interface Worked extends AcpTalk {
  readonly refused: readonly string[]
}

async function work(
  request: AgentRequest,
  turn: AcpTurn,
  program: string,
  { agent, machine, sandbox, endTree, now, greetingMs = 60_000 }: AcpOptions,
): Promise<Worked> {
  if (request.signal.aborted) return { problem: cancelled, session: null, model: null, refused: [] }
  const login = Object.fromEntries(
    agent.env.flatMap((name) => {
      const value = machine[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  const ending = new AbortController()
  const agentProcess = turnProcess({ ...request, signal: ending.signal }, endTree, login)
  const { env } = agentProcess
  const described = () => acpProgram({ request, agent, program, login, env, machine })
  return inCell(sandbox, described, async (cell) => {
    const talk = await talkToAcp({
      request,
      servers: acpServers(request, cell !== null, Object.keys(login)),
      agent,
      turn,
      agentProcess,
      ending,
      start: () => startAcp({ program, args: agent.command.slice(1), cwd: request.cwd, env, cell }),
      confined: cell !== null,
      keepsSessions: cell === null || agent.sessions.length > 0,
      greetingMs,
      now,
    })
    return { ...talk, refused: cell?.refused() ?? [] }
  })
}

/** Of a turn that came to its end; null if it went well. */
function failureOf({ seen }: AcpTurn, { now }: AcpOptions): AgentError | null {
  return seen.failure === null ? errorOfStop(seen.stopReason) : errorOfText(seen.failure.message, now())
}
