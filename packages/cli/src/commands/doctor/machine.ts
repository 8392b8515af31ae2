/** Checks of the machine: node, git, disk, browser. */

import { spawnSync } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { findBrowser } from '@harness/shell/effects/ui/find-browser'
import { searchEnvironment } from '@harness/shell/machine/process/program-search'
import type { Environment } from '../../line/command.ts'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'

const oldestNode = [20, 19] as const
const oldestGit = [2, 38] as const
const gib = 1024 ** 3

const atLeast = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [, foundMajor, foundMinor] = /(\d+)\.(\d+)/.exec(version) ?? []
  return Number(foundMajor) > major || (Number(foundMajor) === major && Number(foundMinor) >= minor)
}

export const nodeCheck = (version: string): Diagnosis =>
  atLeast(version, oldestNode)
    ? ok('node', `Node.js ${version}`)
    : fail('node', `Node.js ${version}; ${oldestNode.join('.')} or newer is needed`, 'nvm install 22')

export function gitCheck(): Diagnosis {
  const options = { encoding: 'utf8', timeout: 2_000, env: searchEnvironment() } as const
  const { stdout, error } = spawnSync('git', ['version'], options)
  if (error !== undefined || stdout === null) {
    return fail('git', 'git was not found on the PATH', 'Install git: apt install git, or brew install git')
  }
  const version = stdout.trim()
  return atLeast(version, oldestGit)
    ? ok('git', version)
    : fail('git', `${version}; ${oldestGit.join('.')} or newer is needed`, 'Install a newer git')
}

export async function diskCheck(folder: string): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const evidence = `${(free / gib).toFixed(1)} GiB free on the disk of ${folder}`
  if (free < gib / 10) return fail('disk', evidence, `Free some space: du -xsh ${folder}/* | sort -h`)
  return free < 2 * gib
    ? warn('disk', evidence, `Lanes and journals need space: du -xsh ${folder}/* | sort -h`)
    : ok('disk', evidence)
}

/** Only a plan that insists cannot be delivered without one. */
export function browserCheck(env: Environment): Diagnosis {
  const browser = findBrowser(env)
  return browser.path === null
    ? warn('browser', `${browser.why} The user interface would not be looked at`, browser.next)
    : ok('browser', `${browser.path} shows the user interface to its reviewer`)
}
