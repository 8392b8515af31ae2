/** Owns how Claude's agent program is started: in a cell if there is a sandbox, else as it is. */
import { spawn } from 'node:child_process'
import { platform } from 'node:process'
import { type AgentProgram, agentHome, type ConfinedAgent, withFiles } from '../../runner/confine.ts'
import { serverScripts } from '../../runner/extensions.ts'
import type { InstalledSdk } from '../../runner/installed-sdk.ts'
import type { AgentRequest } from '../../runner/provider.ts'
import { sdkPlaces } from '../../runner/sdk-program.ts'
import type { TurnProcess } from '../../runner/turn-process.ts'
import { claudeHome, claudeHosts } from './claude-home.ts'
import type { ClaudeSpawn } from './claude-sdk.ts'

/** The SDK names the program when it starts it, so the launcher gets the name with the arguments. */
const namedLater = { file: '/bin/sh', args: ['-c', 'exec "$@"', 'sh'] } as const

export function claudeProgram(
  { env, cwd, mode, extensions }: AgentRequest,
  login: Readonly<Record<string, string>>,
  installed: InstalledSdk,
  programEnv: Readonly<Record<string, string>>,
): AgentProgram {
  const known = { ...env, ...login }
  return {
    provider: 'claude',
    ...namedLater,
    env: { ...programEnv, CLAUDE_CONFIG_DIR: agentHome },
    secrets: Object.keys(login),
    cwd,
    mode,
    read: sdkPlaces(installed),
    ...(extensions === undefined ? {} : { extensions: extensions.folder }),
    hosts: claudeHosts(known),
    home: withFiles(claudeHome(known), serverScripts(extensions)),
  }
}

/** Leads a group of its own, so that one signal reaches all of it and a terminal's interrupt none of it. */
export function startClaude(
  asked: ClaudeSpawn,
  cell: ConfinedAgent | null,
  agentProcess: TurnProcess,
  onStderr: (text: string) => void,
): unknown {
  if (agentProcess.stopped) throw new Error('stopped before it began')
  const [file, args] =
    cell === null ? [asked.command, asked.args] : [cell.launcher, [asked.command, ...asked.args]]
  const child = spawn(file, args, {
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
