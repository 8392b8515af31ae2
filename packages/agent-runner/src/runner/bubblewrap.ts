/** Whether bubblewrap, with which Linux confines a program, is here and allowed to work. */
import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from './provider-probe.ts'

export function findProgram(name: string, { PATH = '' }: Environment): string | null {
  for (const folder of PATH.split(delimiter)) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not here.
    }
  }
  return null
}

/** How each package manager is asked; the first that is here is named. */
const installers: Readonly<Record<string, string>> = {
  'apt-get': 'sudo apt-get install -y',
  dnf: 'sudo dnf install -y',
  pacman: 'sudo pacman -S',
  zypper: 'sudo zypper install',
  apk: 'sudo apk add',
}

/** The command that installs packages on this machine. */
export function installPackages(names: readonly string[], env: Environment): string {
  const [, command = installers['apt-get']] =
    Object.entries(installers).find(([program]) => findProgram(program, env) !== null) ?? []
  return `${command} ${names.join(' ')}`
}

/** What to do where a sandbox is here and the system refuses it. */
export const allowNamespaces =
  'Let users make namespaces here: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0; in a container, start that with --privileged'

const patienceMs = 5_000

/** Null if it works; else what it said. It may be installed and still be refused its namespaces. */
export function bubblewrapWorks(
  env: Environment,
  program = findProgram('bwrap', env),
): Promise<string | null> {
  if (program === null) return Promise.resolve('bwrap is not installed')
  const args = [
    '--unshare-user',
    '--unshare-pid',
    '--unshare-net',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--',
    'true',
  ]
  return new Promise((resolve) => {
    execFile(program, args, { env: { PATH: env.PATH }, timeout: patienceMs }, (error, _out, stderr) =>
      resolve(error === null ? null : stderr.trim() || error.message),
    )
  })
}
