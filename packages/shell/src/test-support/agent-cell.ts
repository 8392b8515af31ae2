/** Machines for tests of agents' cells: a repository with a lane, an operator's home and state, and servers to attack. */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentSandbox } from '@harness/agent-runner/runner/confine'
import { afterAll, onTestFinished } from 'vitest'
import { type AgentCells, agentSandbox } from '../effects/agents/call/confine-agent.ts'
import type { RunSandbox } from '../effects/lanes/lane-cell.ts'
import { openSandbox } from '../machine/sandbox/open-sandbox.ts'
import type { Sandbox } from '../machine/sandbox/sandbox.ts'
import { temporaryDir } from './temporary-dir.ts'

export interface CellWorld {
  readonly lane: string
  readonly otherLane: string
  /** The operator's checkout. */
  readonly checkout: string
  readonly stateDir: string
  readonly runDir: string
  /** A socket of the machine that answers every connection. */
  readonly socket: string
  /** A port of the machine that does the same. */
  readonly port: number
  /** How often a program connected to one of the two. */
  connections(): number
  readonly agents: AgentSandbox
  /** Everything of the operator's that no agent may change, as text. */
  operators(): string
}

/** `home` is the operator's, and `network` what the commands of agents have. */
export async function cellWorld(home: string, network: NetworkName = 'loopback'): Promise<CellWorld> {
  const root = realpathSync(await temporaryDir())
  const [checkout, lane, otherLane] = ['shop', 'shop.lanes/a', 'shop.lanes/b'].map((name) =>
    join(root, name),
  ) as [string, string, string]
  const stateDir = join(checkout, '.harness', 'run')
  const runDir = join(stateDir, 'runs', '0001', '20261117-120000')
  put(join(checkout, 'a.txt'), 'one\n')
  put(join(runDir, 'inbox', 'taken'), '')
  put(join(runDir, 'journal.ndjson'), 'journal-of-the-run\n')
  put(join(checkout, '.gitignore'), '.harness\n')
  git(checkout, 'init', '-q', '-b', 'main')
  git(checkout, 'add', '-A')
  git(checkout, 'commit', '-qm', 'a')
  git(checkout, 'branch', 'kept')
  put(join(checkout, 'a.txt'), 'stashed\n')
  git(checkout, 'stash')
  for (const clone of [lane, otherLane]) git(root, 'clone', '-q', '--shared', checkout, clone)
  put(join(home, '.npmrc'), 'registry=https://registry.example\n')
  put(join(home, '.ssh', 'id_ed25519'), 'secret-of-nobody')

  let count = 0
  const answering = (): Server =>
    createServer((client) => {
      count += 1
      client.on('error', () => {})
      client.end('secret-of-nobody')
    })
  const socket = join(root, 'daemon.sock')
  const [onSocket, onPort] = [answering(), answering()]
  await new Promise<void>((resolve) => onSocket.listen(socket, resolve))
  await new Promise<void>((resolve) => onPort.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const server of [onSocket, onPort]) server.close()
  })
  const address = onPort.address()
  const sandbox = await openSandbox({
    environment: { PATH: process.env.PATH ?? '', HOME: home },
    hidden: [checkout, stateDir, dirname(lane)],
    dataDir: await temporaryDir(),
  })
  return {
    lane,
    otherLane,
    checkout,
    stateDir,
    runDir,
    socket,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    agents: agentsIn({ sandbox: withNetwork(sandbox, network), repoRoot: checkout, runDir }),
    operators: () =>
      JSON.stringify([checkout, otherLane, home].map((folder) => textsIn(folder, join(runDir, 'agents')))),
  }
}

/** Cells for lanes that have no history; null if this machine has no sandbox. Its folders are gone after all tests. */
export async function agentsOfMachine(): Promise<AgentSandbox | null> {
  const folder = mkdtempSync(join(tmpdir(), 'harness-cells-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const environment = { PATH: process.env.PATH ?? '', HOME: homedir() }
  const sandbox = await openSandbox({ environment, hidden: [], dataDir: folder })
  return agentSandbox({ sandbox: withNetwork(sandbox, 'loopback'), repoRoot: folder, runDir: folder })
}

/** Throws if this machine has no sandbox: such tests are skipped. */
function agentsIn(cells: AgentCells): AgentSandbox {
  const agents = agentSandbox(cells)
  if (agents === null) throw new Error('There is no sandbox.')
  return agents
}

const withNetwork = (sandbox: Sandbox, agents: NetworkName): RunSandbox => ({
  ...sandbox,
  allowed: { read: [], write: [], network: { checks: 'loopback', setup: 'registries', agents } },
})

type NetworkName = RunSandbox['allowed']['network']['agents']

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const git = (cwd: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    stdio: 'ignore',
  })
}

/** Paths and texts of all files but those in `except`. */
function textsIn(folder: string, except: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (path === except) return []
    if (entry.isDirectory()) return [path, ...textsIn(path, except)]
    return [entry.isFile() ? `${path}: ${readFileSync(path, 'latin1')}` : path]
  })
}
