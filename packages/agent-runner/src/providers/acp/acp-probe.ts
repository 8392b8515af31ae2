/** What `harness doctor` says about the agent of the provider acp. Starts its program to greet it, and opens a session only to ask for its efforts; reads no secret. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import { installHere } from '../../runner/bubblewrap.ts'
import type { InstalledSdk } from '../../runner/installed-sdk.ts'
import { withAbsolutePath } from '../../runner/program-path.ts'
import type { AskedEffort, Environment, Login, ProviderProbe } from '../../runner/provider-probe.ts'
import { type AcpConnection, connectAcp } from './acp-connection.ts'
import { errorOfAnswer } from './acp-error.ts'
import { type AcpLife, acpLife } from './acp-life.ts'
import { acpCommandMissing, atHome, findAcpProgram, requireAcpProgram, startAcp } from './acp-program.ts'
import { type AskedSession, greet, type OpenedSession, openSession, resumeMethod } from './acp-session.ts'
import type { AcpGreeting } from './acp-shapes.ts'

/** `env` is the harness's own environment. Without an agent nothing is installed. */
export function acpProbe(agent: AcpAgent | null, env: Environment): ProviderProbe {
  let greeting: Promise<AcpGreeting> | null = null
  const greeted = (known: AcpAgent, program: string): Promise<AcpGreeting> => {
    greeting ??= greetProgram(known, program, env)
    return greeting
  }
  const asInstalled = (program: string): InstalledSdk => ({
    folder: dirname(program),
    version: '',
    entry: program,
  })
  return {
    installed: () => {
      const program = agent === null ? null : findAcpProgram(agent, env)
      return program === null ? null : asInstalled(program)
    },
    requireInstalled: () => {
      if (agent === null) throw acpCommandMissing()
      return asInstalled(requireAcpProgram(agent, env))
    },
    async broken({ entry }) {
      if (agent === null) return acpCommandMissing().message
      return greeted(agent, entry).then(
        () => null,
        (error: unknown) => withoutDot(error instanceof Error ? error.message : String(error)),
      )
    },
    async describe({ entry }) {
      return agent === null ? '' : described(await greeted(agent, entry), agent)
    },
    installWith:
      agent === null
        ? acpCommandMissing().next
        : 'Install it, or set agent.acp.command to the path of its program.',
    repairWith: () => `Try its command by hand: ${agent?.command.join(' ') ?? ''}`,
    login: (known) => (agent === null ? noLogin : loginOf(agent, known)),
    effortProblem: async ({ entry }, asked) =>
      agent === null ? null : effortProblem(agent, entry, env, asked),
    sandbox: async () => ({
      works: false,
      why: 'An agent of the provider acp is confined by the sandbox of harness only.',
      next: installHere(['bubblewrap']),
    }),
  }
}

const withoutDot = (message: string): string => message.replace(/\.$/, '')

const patienceMs = 20_000

const greetProgram = (agent: AcpAgent, program: string, env: Environment): Promise<AcpGreeting> =>
  talkTo(agent, program, env, (connection, life) => life.within(greet(connection), patienceMs, 'answer'))

async function effortProblem(
  agent: AcpAgent,
  program: string,
  env: Environment,
  asked: AskedEffort,
): Promise<string | null> {
  const session: AskedSession = { ...asked, cwd: tmpdir(), mode: 'exec', resume: null, servers: [] }
  const opened = (connection: AcpConnection): Promise<OpenedSession> =>
    greet(connection).then((greeting) => openSession(connection, session, agent, greeting))
  try {
    return await talkTo(agent, program, env, async (connection, life) => {
      const { notes } = await life.within(opened(connection), patienceMs, 'open a session')
      return notes[0] ?? null
    })
  } catch (error) {
    const message = errorOfAnswer(error, 0).message
    return `no session could be opened to ask for the efforts of the agent: ${withoutDot(message)}`
  }
}

async function talkTo<Result>(
  agent: AcpAgent,
  program: string,
  env: Environment,
  talk: (connection: AcpConnection, life: AcpLife) => Promise<Result>,
): Promise<Result> {
  const names = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'LANG', ...agent.env]
  const known = Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  )
  const child = startAcp({
    program,
    args: agent.command.slice(1),
    cwd: tmpdir(),
    env: withAbsolutePath(known),
    cell: null,
  })
  const life = acpLife(child, agent.command[0])
  const connection = await connectAcp(child, { hear() {}, permit: () => ({ outcome: 'cancelled' }) })
  try {
    return await talk(connection, life)
  } finally {
    connection.close()
    endGroup(child.pid)
  }
}

/** It leads a group, and it was asked for nothing that could leave it. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Its name and version, and what of its abilities matters here. */
function described({ agentInfo, agentCapabilities: can }: AcpGreeting, { command }: AcpAgent): string {
  const name = agentInfo?.name ?? command[0]
  const abilities = [
    ...(can?.promptCapabilities?.image === true ? ['pictures'] : []),
    ...(resumeMethod(can) === null ? [] : ['sessions']),
  ]
  const version = agentInfo?.version === undefined ? '' : ` ${agentInfo.version}`
  return `${name}${version}${abilities.length === 0 ? '' : ` (${abilities.join(', ')})`}`
}

const noLogin: Login = { found: 'no', next: acpCommandMissing().next }

function loginOf({ env: names, files }: AcpAgent, env: Environment): Login {
  const set = names.find((name) => (env[name] ?? '') !== '')
  if (set !== undefined) return { found: 'yes', how: `${set} is set` }
  const file = files.find((path) => existsSync(atHome(path, env)))
  if (file !== undefined) return { found: 'yes', how: `from ${file}` }
  if (names.length === 0 && files.length === 0)
    return {
      found: 'unknown',
      how: 'its own affair',
      next: 'Name its key in agent.acp.env or its log-in file in agent.acp.files.',
    }
  const ways = [
    ...names.map((name) => `set ${name}`),
    ...files.map((path) => `log in so that ${path} is there`),
  ]
  return { found: 'no', next: `To log in: ${ways.join(', or ')}.` }
}
