/** Owns how the program of an ACP agent is found and started: in a cell if there is a sandbox, else as it is. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { platform } from 'node:process'
import type { AcpAgent } from '@harness/core/kernel/acp-agent'
import { UserError } from '@harness/core/kernel/user-error'
import { type AgentProgram, agentHome, agentShell, type ConfinedAgent } from '../../runner/confine.ts'
import { serverScripts } from '../../runner/extensions.ts'
import { findProgram, isProgram } from '../../runner/program-path.ts'
import type { AgentRequest } from '../../runner/provider.ts'
import type { Environment } from '../../runner/provider-probe.ts'

/** The absolute path of the program; null if it is missing. */
export function findAcpProgram({ command: [name] }: AcpAgent, env: Environment): string | null {
  const path = atHome(name, env)
  if (!isAbsolute(path)) return findProgram(path, env)
  return isProgram(path) ? path : null
}

export function requireAcpProgram(agent: AcpAgent, env: Environment): string {
  const found = findAcpProgram(agent, env)
  if (found !== null) return found
  throw new UserError(
    'provider-not-installed',
    `The provider acp needs ${agent.command[0]}, which is missing.`,
    {
      next: `Install it, or set agent.acp.command to the path of its program.`,
    },
  )
}

export const acpCommandMissing = (): UserError =>
  new UserError('acp-command-missing', 'The provider acp needs a command, and the config names none.', {
    next: 'Set agent.acp.command, for example to ["codex-acp"].',
  })

const homeOf = (env: Environment): string => env.HOME ?? env.USERPROFILE ?? ''

/** `~/` is the operator's home. */
export const atHome = (path: string, env: Environment): string =>
  path.startsWith('~/') ? join(homeOf(env), path.slice(2)) : path

interface AcpCell {
  readonly request: AgentRequest
  readonly agent: AcpAgent
  readonly program: string
  readonly login: Readonly<Record<string, string>>
  /** The environment of the program without a cell. */
  readonly env: Readonly<Record<string, string>>
  /** Of the harness: it names the operator's home. */
  readonly machine: Environment
}

/** Its home is the cell's, so that it finds its log-in and its sessions at the same place below it. */
export const acpProgram = ({ request, agent, program, login, env, machine }: AcpCell): AgentProgram => ({
  provider: 'acp',
  file: program,
  args: agent.command.slice(1),
  env: { ...env, HOME: agentHome, SHELL: agentShell },
  secrets: Object.keys(login),
  cwd: request.cwd,
  mode: request.mode,
  read: [...placesOf(program), ...(request.images ?? [])],
  ...(request.extensions === undefined ? {} : { extensions: request.extensions.folder }),
  holdsShells: true,
  hosts: agent.hosts,
  home: {
    kept: agent.sessions.map(belowHome),
    shown: [],
    logins: Object.fromEntries(agent.files.map((path) => [belowHome(path), atHome(path, machine)])),
    files: serverScripts(request.extensions),
  },
})

const belowHome = (path: string): string => path.replace(/^~\//, '')

/** The program, the file that it links to, and the packages beside that file. */
function placesOf(program: string): readonly string[] {
  const real = realpathSync(program)
  const parts = real.split(sep)
  const at = parts.indexOf('node_modules')
  return [program, dirname(program), at === -1 ? real : parts.slice(0, at + 1).join(sep)]
}

interface Started {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly cell: ConfinedAgent | null
}

/** Leads a group of its own, so that one signal reaches all of it and a terminal's interrupt none of it. */
export function startAcp({ program, args, cwd, env, cell }: Started): ChildProcessWithoutNullStreams {
  const child = spawn(cell?.launcher ?? program, cell === null ? args : [], {
    cwd,
    env: cell?.env ?? env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: platform !== 'win32',
    windowsHide: true,
  })
  child.stdin.on('error', () => {})
  return child
}
