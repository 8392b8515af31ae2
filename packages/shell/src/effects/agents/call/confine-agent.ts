/**
 * Confines agents' programs with the sandbox of the shell: what the shell brings to the providers. A program has a cell
 * around it, and in it a narrower one around each command of its shell.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getuid } from 'node:process'
import {
  type AgentProgram,
  type AgentSandbox,
  agentExtensions,
  agentHome,
  agentShell,
  type ConfinedAgent,
  proxyNames,
  realSh,
  serverVariables,
} from '@harness/agent-runner/runner/confine'
import { bash, launcherScript } from '../../../machine/sandbox/launcher-script.ts'
import type { Cell, Network } from '../../../machine/sandbox/sandbox.ts'
import { laneCell } from '../../lanes/lane-cell.ts'
import type { LanePorts } from '../../lanes/lane-ports.ts'
import { openTurnFolders, type TurnFolders, writeProgram } from './confine-agent-folders.ts'
import { copyLogins } from './confine-agent-logins.ts'
import { type ShellInCell, shellScript } from './confine-agent-scripts.ts'
import { type HeldShell, heldMounts, shellsHere, startedByRealShell } from './held-shells.ts'

export interface AgentCells extends Pick<LanePorts, 'repoRoot' | 'sandbox'> {
  /** The folder of the run. */
  readonly runDir: string
}

/** How often a renewed log-in is handed over while a program works. */
const settleMs = 1_000

/** Null if programs are not confined. A seatbelt cannot be put around a program that puts one around its shell. */
export const agentSandbox = (cells: AgentCells): AgentSandbox | null =>
  cells.sandbox.kind === 'bubblewrap'
    ? {
        shellHasProxy: networkOf(cells) === 'registries',
        confine: (program) => confineAgent(program, cells),
      }
    : null

/** Of the commands that agents run. */
const networkOf = ({ sandbox }: AgentCells): Network => sandbox.allowed.network.agents

async function confineAgent(program: AgentProgram, cells: AgentCells): Promise<ConfinedAgent> {
  const { home, provider } = program
  const folders = openTurnFolders(cells.runDir, provider, home.kept)
  try {
    for (const [name, text] of Object.entries(home.files)) {
      writeFileSync(join(folders.home, name), text, { mode: 0o600 })
    }
    for (const name of home.shown) mkdirSync(join(folders.home, name))
    for (const name of Object.keys(home.logins))
      mkdirSync(dirname(join(folders.home, name)), { recursive: true })
    const logins = copyLogins(
      Object.entries(home.logins).map(([name, original]) => ({ original, copy: join(folders.home, name) })),
    )
    const held = program.holdsShells === true ? shellsHere() : null
    const started = held === null ? program : { ...program, ...startedByRealShell(program, held) }
    const confined = await cells.sandbox.confine(started, cellOf(program, folders, cells, held))
    writeProgram(folders.launcher, launcherScript(confined))
    const shell = shellOf(program, confined.file, networkOf(cells), held)
    writeProgram(join(folders.shells, basename(agentShell)), shellScript(shell))
    if (held !== null) writeProgram(folders.heldShell, shellScript({ ...shell, acts: null }))
    const settling = setInterval(() => logins.settle(), settleMs).unref()
    return {
      launcher: folders.launcher,
      env: { ...confined.env },
      keptAt: folders.keptAt,
      refused: confined.refused,
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

/** The cell of the program is that of its commands, with its home, its installation and its model API. */
function cellOf(
  { cwd, mode, read, extensions, hosts, home }: AgentProgram,
  folders: TurnFolders,
  cells: AgentCells,
  held: readonly HeldShell[] | null,
): Cell {
  const commands = laneCell({ path: cwd }, cells, {
    purpose: 'agents',
    lane: mode === 'exec' ? 'write' : 'read',
  })
  return {
    ...commands,
    // A program runs git by itself. What its agent could write there, git would run beside the log-in.
    read: [...commands.read, join(cwd, '.git'), ...read],
    mounted: [
      { at: agentHome, from: folders.home, isWritable: true },
      ...home.kept.map((name) => ({
        at: join(agentHome, name),
        from: folders.keptAt(name),
        isWritable: true,
      })),
      { at: dirname(agentShell), from: folders.shells, isWritable: false },
      ...(held === null ? [] : heldMounts(held, folders.heldShell)),
      ...(extensions === undefined ? [] : [{ at: agentExtensions, from: extensions, isWritable: false }]),
    ],
    network: commands.network === 'loopback' ? 'hosts' : commands.network,
    hosts,
    ...(held === null ? {} : { shell: realSh }),
  }
}

/** Variables that the program sets for its shell. Without those for pagers, a command could wait for a key. */
const ofProgram = [
  ...['CLAUDECODE', 'GIT_EDITOR', 'SHELL', 'TERM', 'TMPDIR'],
  ...['PAGER', 'GIT_PAGER', 'GH_PAGER', 'NO_COLOR'],
  serverVariables,
]

function shellOf(
  { env, secrets, home }: AgentProgram,
  bubblewrap: string,
  network: Network,
  held: readonly HeldShell[] | null,
): ShellInCell {
  const names = [...Object.keys(env), ...ofProgram, ...(network === 'registries' ? proxyNames : [])]
  return {
    bubblewrap,
    interpreter: held === null ? '/bin/sh' : realSh,
    acts: bash() ?? '/bin/bash',
    hidden: [agentHome],
    shown: home.shown.map((name) => join(agentHome, name)),
    restored: held ?? [],
    names: [...new Set(names)].filter((name) => !secrets.includes(name)),
    ownNetwork: network === 'loopback',
    ownProcesses: getuid?.() !== 0,
  }
}
