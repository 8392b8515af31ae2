/**
 * Confines agents' programs with the sandbox of the shell: what the shell brings to the providers. A program has a cell
 * around it, and in it a narrower one around each command of its shell.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getuid } from 'node:process'
import {
  type AgentProgram,
  agentHome,
  agentShell,
  type ConfineAgent,
} from '@harness/agent-runner/runner/confine'
import type { Cell, Sandbox } from '../../../machine/sandbox/sandbox.ts'
import { openTurnFolders, type TurnFolders, writeProgram } from './confine-agent-folders.ts'
import { copyLogins } from './confine-agent-logins.ts'
import { launcherScript, shellScript } from './confine-agent-scripts.ts'

export interface AgentCells {
  readonly sandbox: Sandbox
  /** The folder of the run. */
  readonly runDir: string
  /** What of the repository a lane needs to read its history. */
  historyOf(lane: string): readonly string[]
}

/** How often a renewed log-in is handed over while a program works. */
const settleMs = 1_000

export const confineAgent =
  ({ sandbox, runDir, historyOf }: AgentCells): ConfineAgent =>
  async (program) => {
    const { home, provider } = program
    const folders = openTurnFolders(runDir, provider, home.kept)
    try {
      for (const [name, text] of Object.entries(home.files)) {
        writeFileSync(join(folders.home, name), text, { mode: 0o600 })
      }
      for (const name of home.shown) mkdirSync(join(folders.home, name))
      const logins = copyLogins(
        Object.entries(home.logins).map(([name, original]) => ({ original, copy: join(folders.home, name) })),
      )
      const confined = await sandbox.confine(program, cellOf(program, folders, historyOf(program.cwd)))
      writeProgram(folders.launcher, launcherScript(confined, interpreter()))
      writeProgram(join(folders.shells, basename(agentShell)), shellOf(program, confined.file))
      const settling = setInterval(() => logins.settle(), settleMs).unref()
      return {
        launcher: folders.launcher,
        env: { ...confined.env },
        keptAt: folders.keptAt,
        async release() {
          clearInterval(settling)
          logins.settle()
          await confined.release()
          await folders.remove()
        },
      }
    } catch (error) {
      await folders.remove()
      throw error
    }
  }

function cellOf(
  { cwd, mode, read, hosts, home }: AgentProgram,
  folders: TurnFolders,
  history: readonly string[],
): Cell {
  const isWritable = mode === 'exec'
  return {
    cwd,
    write: isWritable ? [cwd] : [],
    // A program runs git by itself. What its agent could write there, git would run beside the log-in.
    read: [...(isWritable ? [join(cwd, '.git')] : [cwd]), ...history, ...read],
    mounted: [
      { at: agentHome, from: folders.home, isWritable: true },
      ...home.kept.map((name) => ({
        at: join(agentHome, name),
        from: folders.keptAt(name),
        isWritable: true,
      })),
      { at: dirname(agentShell), from: folders.shells, isWritable: false },
    ],
    network: 'hosts',
    hosts,
  }
}

/** Variables that the program sets for its shell. */
const ofProgram = ['CLAUDECODE', 'GIT_EDITOR', 'SHELL', 'TERM', 'TMPDIR']

const shellOf = ({ env, secrets, home }: AgentProgram, bubblewrap: string): string =>
  shellScript({
    bubblewrap,
    bash: bash() ?? '/bin/bash',
    hidden: [agentHome],
    shown: home.shown.map((name) => join(agentHome, name)),
    names: [...new Set([...Object.keys(env), ...ofProgram])].filter((name) => !secrets.includes(name)),
    ownProcesses: getuid?.() !== 0,
  })

const bash = (): string | undefined => ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path))

/** Only bash can close a descriptor whose number has two digits. */
const interpreter = (): string => bash() ?? '/bin/sh'
