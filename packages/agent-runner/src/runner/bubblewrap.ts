/** Whether bubblewrap, with which Linux confines a program, is here and allowed to work; if not, what cures it. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { installPackages } from './install-packages.ts'
import { explainRefusal } from './no-namespaces.ts'
import { findProgram } from './program-path.ts'
import type { Environment } from './provider-probe.ts'

/** The command that installs packages on this machine. */
export const installHere = (packages: readonly string[]): string =>
  installPackages(packages, textOf('/etc/os-release') ?? '', getuid?.() === 0)

/** Why bubblewrap, which is here, makes no sandbox, and the cure. `said` is what it printed. */
export const explainRefusalHere = (said: string): ReturnType<typeof explainRefusal> =>
  explainRefusal(said, {
    isRoot: getuid?.() === 0,
    isContainer: ['/.dockerenv', '/run/.containerenv', '/run/systemd/container'].some((it) => existsSync(it)),
    most: settingOf('user/max_user_namespaces'),
    clone: settingOf('kernel/unprivileged_userns_clone'),
    appArmor: settingOf('kernel/apparmor_restrict_unprivileged_userns'),
  })

const settingOf = (name: string): string | null => textOf(join('/proc/sys', name))?.trim() ?? null

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

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
