/** Opens the sandbox that a run works with, refuses a run that requires one in vain, and says if a run has none. */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { RunSandbox } from '../../effects/lanes/lane-cell.ts'
import { possibleFolders } from '../../effects/lanes/lanes-folder.ts'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'
import { configuredRegistries } from '../../machine/sandbox/network/registries-of.ts'
import { noSandbox, openSandbox } from '../../machine/sandbox/open-sandbox.ts'
import type { Sandbox } from '../../machine/sandbox/sandbox.ts'
import type { RunOutside } from './run-outside.ts'

export type SandboxPlace = Pick<RunOutside, 'config' | 'environment' | 'repoRoot' | 'stateDir'>

/** Sandboxes that were tried in this process. A machine does not change while a run starts. */
const tried = new Map<string, Promise<Sandbox>>()

export async function runSandbox(place: SandboxPlace): Promise<RunSandbox> {
  const { config, environment } = place
  const { read, write, network } = config.sandbox
  const home = environment.HOME ?? homedir()
  const absolute = (path: string): string => resolve(path.replace(/^~(?=\/|$)/, home))
  const sandbox = await openFor(place)
  return { ...sandbox, allowed: { read: read.map(absolute), write: write.map(absolute), network } }
}

function openFor({ config, environment, repoRoot, stateDir }: SandboxPlace): Promise<Sandbox> {
  if (config.sandbox.mode === 'off') return Promise.resolve(switchedOff)
  const dataDir = userDataDir(environment)
  const folders = possibleFolders({ repoRoot, lanes: config.lanes, environment })
  const options = {
    environment,
    hidden: [repoRoot, mainWorktree(repoRoot), stateDir, dataDir, ...folders],
    dataDir,
    registries: [...configuredRegistries(repoRoot, environment), ...config.sandbox.registries],
  }
  const key = JSON.stringify(options)
  const opened = tried.get(key) ?? openSandbox(options)
  tried.set(key, opened)
  return opened
}

const switchedOff = noSandbox({
  why: 'The sandbox is switched off in the config.',
  next: 'Set sandbox to "auto" in harness.config.json.',
})

/** Before anything is changed. */
export async function guardSandbox(place: SandboxPlace): Promise<void> {
  if (place.config.sandbox.mode !== 'required') return
  const { missing } = await runSandbox(place)
  if (missing === null) return
  throw new UserError('sandbox-missing', `The config requires a sandbox. ${missing.why}`, {
    next: missing.next,
  })
}

/** Null if the run is confined, or the operator has switched the sandbox off. */
export async function unconfinedNote(place: SandboxPlace): Promise<string | null> {
  if (place.config.sandbox.mode === 'off') return null
  const { missing } = await runSandbox(place)
  if (missing === null) return null
  return `UNCONFINED: agents and the code they write run with all your rights. ${missing.why} To confine them: ${missing.next}`
}
