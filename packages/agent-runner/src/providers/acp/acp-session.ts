/** Greets an ACP agent and opens the session of a turn: a new one or an earlier one, with its mode, model and effort. */

import type { McpServer } from '@agentclientprotocol/sdk'
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import type { AgentRequest } from '../../runner/provider.ts'
import type { AcpConnection } from './acp-connection.ts'
import { effortChoice } from './acp-effort.ts'
import { AcpProblem, invalid } from './acp-problem.ts'
import { takenServers } from './acp-servers.ts'
import {
  type AcpCapabilities,
  type AcpChoice,
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
  /** What the agent does not do as it was asked. */
  readonly notes: readonly string[]
}

/** How an agent resumes a session; null if it cannot. Loading one tells all of it again. */
export function resumeMethod(
  can: AcpCapabilities | null | undefined,
): 'session/resume' | 'session/load' | null {
  if ((can?.sessionCapabilities?.resume ?? null) !== null) return 'session/resume'
  return can?.loadSession === true ? 'session/load' : null
}

/** What a session is opened for. */
export interface AskedSession extends Pick<AgentRequest, 'cwd' | 'mode' | 'model' | 'effort' | 'resume'> {
  readonly servers: readonly McpServer[]
}

export async function openSession(
  connection: AcpConnection,
  request: AskedSession,
  agent: AcpAgent,
  greeting: AcpGreeting,
): Promise<OpenedSession> {
  const name = greeting.agentInfo?.name ?? agent.command[0]
  const { taken, notes } = takenServers(request.servers, greeting.agentCapabilities, name)
  const entering = { ...request, servers: taken }
  const opened = await loggedIn(connection, agent, greeting, () => enter(connection, entering, greeting))
  const id = request.resume ?? opened.sessionId
  if (id === undefined) throw invalid('The agent opened a session without an id.')
  const mode = agent.modes[request.mode]
  if (mode !== undefined) await chooseMode(connection, id, mode, opened)
  const { model, options } = await chooseModel(connection, id, request.model, opened)
  const note = await chooseEffort(connection, id, request.effort, options, name)
  return { id, model, notes: note === null ? notes : [...notes, note] }
}

async function enter(
  connection: AcpConnection,
  { cwd, resume, servers }: AskedSession,
  { agentCapabilities }: AcpGreeting,
): Promise<AcpSession> {
  const place = { cwd, mcpServers: servers }
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

interface ChosenModel {
  readonly model: string | null
  /** What the session offers with this model. */
  readonly options: readonly AcpChoice[]
}

async function chooseModel(
  connection: AcpConnection,
  sessionId: string,
  wanted: string | null,
  { configOptions }: AcpSession,
): Promise<ChosenModel> {
  const options = configOptions ?? []
  const choice = options.find(({ category }) => category === 'model')
  const current = typeof choice?.currentValue === 'string' ? choice.currentValue : null
  if (wanted === null || wanted === current) return { model: current, options }
  if (choice?.id === undefined)
    throw invalid(
      `The agent offers no choice of models, so it cannot use ${wanted}. Choose it in its own settings.`,
    )
  const setting = { sessionId, configId: choice.id, value: wanted }
  const now = fieldsOf(await connection.request('session/set_config_option', setting)) as AcpSession
  return { model: wanted, options: now.configOptions ?? options }
}

/** Why the agent keeps its own effort; null if it has the one that was asked for, or none was. */
async function chooseEffort(
  connection: AcpConnection,
  sessionId: string,
  wanted: AgentRequest['effort'],
  options: readonly AcpChoice[],
  name: string,
): Promise<string | null> {
  if (wanted === undefined) return null
  const choice = effortChoice(wanted, options)
  const keeps = (why: string): string => `${name} does not take agent.effort "${wanted}": ${why}`
  switch (choice.kind) {
    case 'is set':
      return null
    case 'none':
      return keeps(choice.why)
    case 'set': {
      const { configId, value } = choice
      return connection.request('session/set_config_option', { sessionId, configId, value }).then(
        () => null,
        (error: unknown) => keeps(`it refused ${value} (${String(fieldsOf(error).message)})`),
      )
    }
  }
}
