/** Greets an ACP agent and opens the session of a turn: a new one or an earlier one, with its mode and its model. */

import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import type { AgentRequest } from '../../runner/provider.ts'
import type { AcpConnection } from './acp-connection.ts'
import { AcpProblem, invalid } from './acp-problem.ts'
import {
  type AcpCapabilities,
  type AcpGreeting,
  type AcpSession,
  failureExtension,
  fieldsOf,
} from './acp-shapes.ts'

/** The version of the protocol that this provider speaks. */
const protocolVersion = 1

/** An agent that wants a log-in first answers with this code. */
const authRequired = -32000

/** Files and terminals are not offered: the agent has its own tools, in its cell. */
const clientCapabilities = {
  fs: { readTextFile: false, writeTextFile: false },
  terminal: false,
  // A convention of several agents: what their commands print comes with the updates.
  _meta: { terminal_output: true, ...failureExtension },
}

export async function greet(connection: AcpConnection): Promise<AcpGreeting> {
  const answer = await connection.request('initialize', {
    protocolVersion,
    clientCapabilities,
    clientInfo: { name: 'harness', version: '1' },
  })
  const greeting = fieldsOf(answer) as AcpGreeting
  if (greeting.protocolVersion !== protocolVersion)
    throw invalid(
      `The agent speaks version ${greeting.protocolVersion} of the Agent Client Protocol; this needs version ${protocolVersion}.`,
    )
  return greeting
}

export interface OpenedSession {
  readonly id: string
  /** Null if the agent does not say. */
  readonly model: string | null
}

/** How an agent resumes a session; null if it cannot. Loading one tells all of it again. */
export function resumeMethod(
  can: AcpCapabilities | null | undefined,
): 'session/resume' | 'session/load' | null {
  if ((can?.sessionCapabilities?.resume ?? null) !== null) return 'session/resume'
  return can?.loadSession === true ? 'session/load' : null
}

export async function openSession(
  connection: AcpConnection,
  request: AgentRequest,
  agent: AcpAgent,
  greeting: AcpGreeting,
): Promise<OpenedSession> {
  const opened = await loggedIn(connection, agent, greeting, () => enter(connection, request, greeting))
  const id = request.resume ?? opened.sessionId
  if (id === undefined) throw invalid('The agent opened a session without an id.')
  const mode = agent.modes[request.mode]
  if (mode !== undefined) await chooseMode(connection, id, mode, opened)
  const model = await chooseModel(connection, id, request.model, opened)
  return { id, model }
}

async function enter(
  connection: AcpConnection,
  { cwd, resume }: AgentRequest,
  { agentCapabilities }: AcpGreeting,
): Promise<AcpSession> {
  const place = { cwd, mcpServers: [] }
  if (resume === null) return fieldsOf(await connection.request('session/new', place)) as AcpSession
  const method = resumeMethod(agentCapabilities)
  if (method === null)
    throw new AcpProblem({
      kind: 'invalid',
      message: 'The agent cannot resume a session.',
      sessionLost: true,
    })
  return fieldsOf(await connection.request(method, { sessionId: resume, ...place })) as AcpSession
}

/** Logs in the way that the operator chose, if the agent asks for it. */
async function loggedIn<Result>(
  connection: AcpConnection,
  { auth }: AcpAgent,
  { authMethods }: AcpGreeting,
  open: () => Promise<Result>,
): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    if (fieldsOf(error).code !== authRequired) throw error
    const methods = (authMethods ?? []).flatMap(({ id }) => id ?? [])
    if (auth === null || !methods.includes(auth)) throw notLoggedIn(methods)
    await connection.request('authenticate', { methodId: auth })
    return open()
  }
}

const notLoggedIn = (methods: readonly string[]): AcpProblem => {
  const ways = methods.length === 0 ? '' : `, or set agent.acp.auth to one of: ${methods.join(', ')}`
  return new AcpProblem({
    kind: 'auth',
    message: `The agent wants a log-in. Log in with its own program and name the file in agent.acp.files${ways}.`,
  })
}

async function chooseMode(
  connection: AcpConnection,
  sessionId: string,
  modeId: string,
  { modes }: AcpSession,
): Promise<void> {
  const names = (modes?.availableModes ?? []).flatMap(({ id }) => id ?? [])
  if (!names.includes(modeId))
    throw invalid(`The agent has no session mode ${modeId} (agent.acp.modes). ${offered(names)}`)
  if (modes?.currentModeId !== modeId) await connection.request('session/set_mode', { sessionId, modeId })
}

const offered = (names: readonly string[]): string =>
  names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`

async function chooseModel(
  connection: AcpConnection,
  sessionId: string,
  wanted: string | null,
  { configOptions }: AcpSession,
): Promise<string | null> {
  const choice = configOptions?.find(({ category }) => category === 'model')
  const current = typeof choice?.currentValue === 'string' ? choice.currentValue : null
  if (wanted === null || wanted === current) return current
  if (choice?.id === undefined)
    throw invalid(
      `The agent offers no choice of models, so it cannot use ${wanted}. Choose it in its own settings.`,
    )
  await connection.request('session/set_config_option', { sessionId, configId: choice.id, value: wanted })
  return wanted
}
