/** Asks an ACP agent one thing and follows its updates, until it ends, is cancelled, or has tried for too long. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { McpServer } from '@agentclientprotocol/sdk'
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import type { AgentError } from '@harness/core/kernel/agent'
import type { AgentRequest } from '../../runner/provider.ts'
import { retryPatience } from '../../runner/retry-patience.ts'
import type { TurnProcess } from '../../runner/turn-process.ts'
import { type AcpConnection, type AcpListener, connectAcp } from './acp-connection.ts'
import { errorOfAnswer, errorOfText } from './acp-error.ts'
import { type AcpLife, acpLife } from './acp-life.ts'
import { isAllowed, permissionAnswer } from './acp-permission.ts'
import { AcpProblem } from './acp-problem.ts'
import { promptOf } from './acp-prompt.ts'
import { greet, type OpenedSession, openSession, resumeMethod } from './acp-session.ts'
import { type AcpEnd, fieldsOf } from './acp-shapes.ts'
import type { AcpTurn } from './acp-turn.ts'
import { pause } from './pause.ts'

interface AcpAsked {
  readonly request: AgentRequest
  readonly servers: readonly McpServer[]
  readonly agent: AcpAgent
  readonly turn: AcpTurn
  readonly agentProcess: TurnProcess
  /** Ends the processes. */
  readonly ending: AbortController
  start(): ChildProcessWithoutNullStreams
  readonly confined: boolean
  /** Whether a session can be found again in a later turn. */
  readonly keepsSessions: boolean
  readonly greetingMs: number
  now(): number
}

export interface AcpTalk {
  /** Null if the turn says itself how it ended. */
  readonly problem: AgentError | null
  readonly session: string | null
  readonly model: string | null
}

export const cancelled: AgentError = { kind: 'aborted', message: 'the turn was cancelled' }

/** A cancelled agent may tidy up for so long. */
const farewellMs = 300

export async function talkToAcp(asked: AcpAsked): Promise<AcpTalk> {
  const { request, servers, agent, turn, agentProcess, ending, greetingMs, keepsSessions, now } = asked
  // Cancelled while its cell was made.
  if (request.signal.aborted) return { problem: cancelled, session: null, model: null }
  let problem: AgentError | null = null
  let connection: AcpConnection | null = null
  let opened: OpenedSession | null = null
  let resumable: string | null = null

  const talk = async (): Promise<void> => {
    try {
      const child = asked.start()
      agentProcess.leads(child.pid)
      const life = acpLife(child, agent.command[0])
      connection = await connectAcp(child, listenerOf(asked))
      const greeting = await life.within(greet(connection), greetingMs, 'answer')
      const { agentCapabilities: can } = greeting
      opened = await life.within(
        openSession(connection, { ...request, servers }, agent, greeting),
        greetingMs,
        'open a session',
      )
      resumable = keepsSessions && resumeMethod(can) !== null ? opened.id : null
      const prompt = await promptOf(request, can?.promptCapabilities?.image === true)
      turn.begin(resumable, opened.notes)
      turn.end(await ask(connection, life, opened.id, prompt))
    } catch (error) {
      problem = error instanceof AcpProblem ? error.error : errorOfAnswer(error, now())
    }
  }

  const talking = talk()
  const cancel = (): void => {
    if (connection !== null && opened !== null)
      void connection.notify('session/cancel', { sessionId: opened.id }).catch(() => {})
    void Promise.race([talking, pause(opened === null ? 0 : farewellMs)]).then(() => ending.abort())
  }
  request.signal.addEventListener('abort', cancel, { once: true })
  await agentProcess.during(talking)
  request.signal.removeEventListener('abort', cancel)
  ;(connection as AcpConnection | null)?.close()
  return {
    problem: problemOf(asked, problem),
    session: resumable,
    model: (opened as OpenedSession | null)?.model ?? null,
  }
}

const ask = async (
  connection: AcpConnection,
  life: AcpLife,
  sessionId: string,
  prompt: readonly object[],
): Promise<AcpEnd> =>
  fieldsOf(
    await life.during(connection.request('session/prompt', { sessionId, prompt }), 'unknown'),
  ) as AcpEnd

/** An agent that was ended because it tried for too long failed with what it tried to get over. */
function problemOf(
  { request, turn, agentProcess, now }: AcpAsked,
  problem: AgentError | null,
): AgentError | null {
  if (request.signal.aborted) return cancelled
  const { failure } = turn.seen
  if (!agentProcess.stopped || failure === null) return problem
  const error = errorOfText(failure.message, now())
  return error.kind === 'unknown' ? { ...error, kind: 'network' } : error
}

function listenerOf({ request, servers, turn, agentProcess, confined }: AcpAsked): AcpListener {
  const patience = retryPatience()
  return {
    hear(update) {
      const before = turn.seen.failure
      turn.hear(update)
      const { failure } = turn.seen
      if (failure === null) patience.progress()
      if (failure === null || failure.final || failure === before) return
      // A refused log-in is not refused less when it is shown again.
      if (errorOfText(failure.message, 0).kind === 'auth' || patience.retry()) agentProcess.stop()
    },
    permit(asked, options) {
      const call = turn.wholeCall(asked)
      const allowed = isAllowed(request.mode, call.kind ?? 'other', {
        confined,
        hasServers: servers.length > 0,
      })
      if (!allowed) turn.deny(call)
      return permissionAnswer(options, allowed)
    },
  }
}
