/**
 * RunHook: runs `.harness/hooks/<name>` of the repository, if the config allows hooks. Whatever comes of it only
 * warns. Safe to repeat: it runs again, which every hook must bear.
 */
import { lstat } from 'node:fs/promises'
import { platform } from 'node:process'
import type { HookRan, RunHook } from '@harness/core/effects/run-hook'
import type { OwnFiles } from '@harness/core/kernel/event'
import { hookFile, hookMark } from '../../effects/agents/roles/own-files.ts'
import type { Attempt } from '../../effects/failure/attempt.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { resolveInside } from '../../machine/disk/resolve-inside.ts'
import { runOwnProgram } from './own-program.ts'

export interface HookPorts extends LanePorts {
  /** Whether the repository's own programs may run. */
  readonly hooks: boolean
  readonly hookWallMs: number
  /** Absent if whatever is there may run. */
  readonly own?: OwnFiles
}

export async function runHook(command: RunHook, attempt: Attempt, ports: HookPorts): Promise<HookRan> {
  const problem = await problemOf(command, attempt, ports)
  return { type: 'HookRan', at: ports.clock.now(), commandId: command.id, problem }
}

async function problemOf(
  { hook, env, id }: RunHook,
  attempt: Attempt,
  ports: HookPorts,
): Promise<string | null> {
  if (!ports.hooks) return 'The config does not allow hooks (mission.hooks).'
  const path = await runnableHook(ports.repoRoot, hook)
  if (path === null) return `There is no program ${hookFile(hook)} that could be run (any more).`
  if (!(await isAsBegun(ports, hook)))
    return `${hookFile(hook)} is not what it was when the run began, and was not run. To use it, begin another run.`
  return runOwnProgram(
    {
      program: { file: path, args: [] },
      env: { ...env, HARNESS_HOOK: hook },
      wallMs: ports.hookWallMs,
      id,
    },
    attempt,
    ports,
  )
}

/** An agent or a person changed it meanwhile: this run did not start with it. */
export const isAsBegun = async (
  { own, repoRoot }: Pick<HookPorts, 'own' | 'repoRoot'>,
  hook: string,
): Promise<boolean> =>
  own === undefined ||
  (Object.hasOwn(own.hooks, hook) && own.hooks[hook] === (await hookMark(repoRoot, hook)))

/** Its absolute path; null if there is none, it is a link or a folder, or it is not executable. */
export async function runnableHook(repoRoot: string, hook: string): Promise<string | null> {
  if (!/^[a-z]+(-[a-z]+)*$/.test(hook)) return null
  const inside = await resolveInside(repoRoot, hookFile(hook))
  if (!inside.ok) return null
  const stats = await lstat(inside.path).catch(() => null)
  const isProgram = stats?.isFile() === true && (platform === 'win32' || (stats.mode & 0o111) !== 0)
  return isProgram ? inside.path : null
}
