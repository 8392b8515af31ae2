/** Ends a whole process tree: the group first, then whatever left the group but still carries the tag. */
import { spawn } from 'node:child_process'
import { platform } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcesses, type ProcessEntry, readProcess, readTag } from './process-table.ts'

export interface ProcessTree {
  /** Process group, which is the pid of the process that leads it; null if only the tag is known. */
  readonly group: number | null
  /** Which tags belong to the tree; null if the group is the whole tree. */
  readonly isOurs: ((tag: string, pid: number) => boolean) | null
  /** When the tree's first process began, if known: nothing older can belong to it, and need not be looked into. */
  readonly since?: string | undefined
  /** Processes that the kernel ends with the group, soon after it: the first one of a sandbox. */
  readonly inside?: readonly ProcessEntry[]
}

/** A look at the process table costs the more the more runs on the machine, so it is taken less and less often. */
const firstPollMs = 10
const longestPollMs = 200
/** After SIGKILL only a process that is stuck in the kernel survives; that one is not waited for any longer. */
const killWaitMs = 1_000

/** SIGTERM, a grace, SIGKILL. Resolves with what was found running, when it is gone. */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<readonly ProcessEntry[]> {
  if (platform === 'win32') return endTreeOnWindows(tree)
  let living = livingMembers(tree)
  const found = living.entries
  if (living.none) return found
  signalTree(tree, living.entries, 'SIGTERM')
  living = await untilGone(tree, graceMs)
  if (living.none) return found
  // What forks faster than it is found is found again: each round kills all that is there.
  for (let round = 0; round < 5 && !living.none; round++) {
    signalTree(tree, living.entries, 'SIGKILL')
    living = await untilGone(tree, killWaitMs / 5)
  }
  return found
}

interface Living {
  readonly none: boolean
  readonly entries: readonly ProcessEntry[]
}

function livingMembers(tree: ProcessTree): Living {
  const groupMayLive = tree.group !== null && groupExists(tree.group)
  const inside = (tree.inside ?? []).filter(isLiving)
  if (tree.isOurs === null && !groupMayLive) return { none: inside.length === 0, entries: inside }
  const entries = findProcesses(
    (look) => (groupMayLive && look.group === tree.group) || carriesTag(tree, look),
  )
  if (entries === null) return { none: !groupMayLive, entries: [] }
  return { none: entries.length === 0, entries }
}

function isLiving({ pid, startTime }: ProcessEntry): boolean {
  const now = readProcess(pid)
  return now !== null && !now.zombie && now.startTime === startTime
}

function carriesTag(tree: ProcessTree, look: Pick<ProcessEntry, 'pid' | 'startTime'>): boolean {
  const { pid } = look
  if (tree.isOurs === null || pid === process.pid) return false
  if (tree.since !== undefined && Number(look.startTime) < Number(tree.since)) return false
  const tag = readTag(pid)
  return tag !== null && tree.isOurs(tag, pid)
}

async function untilGone(tree: ProcessTree, limitMs: number): Promise<Living> {
  const deadline = performance.now() + limitMs
  for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * 1.5, longestPollMs)) {
    await sleep(Math.max(1, Math.min(pollMs, deadline - performance.now())))
    const living = livingMembers(tree)
    if (living.none || performance.now() >= deadline) return living
  }
}

function signalTree(tree: ProcessTree, entries: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  if (tree.group !== null) send(-tree.group, signal)
  for (const entry of entries) {
    if (entry.group === tree.group) continue
    // Between finding and signalling the pid may have been given to another process.
    if (readProcess(entry.pid)?.startTime === entry.startTime) send(entry.pid, signal)
  }
}

const groupExists = (group: number): boolean => send(-group, 0)

/** False if there is no process to get the signal (any more). */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function endTreeOnWindows(tree: ProcessTree): Promise<readonly ProcessEntry[]> {
  const { group } = tree
  if (group === null) return Promise.resolve([])
  return new Promise((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(group), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    })
    killer.once('error', () => resolve([]))
    killer.once('exit', () => resolve([]))
  })
}
