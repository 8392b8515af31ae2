/** Owns the words in which bubblewrap is asked for a sandbox. Pure. */
import type { Mount } from './mounts.ts'

export interface InnerIds {
  readonly uid: number
  readonly gid: number
}

export interface BubblewrapPlan {
  readonly mounts: readonly Mount[]
  readonly cwd: string
  readonly sharesNetwork: boolean
  /** The user to be inside; null for the same as outside. */
  readonly user: InnerIds | null
  /** Variables of the harness's own that the program does not see. */
  readonly unset: readonly string[]
  /** The path of a shell inside. */
  readonly shell: string
}

/**
 * Runs the command, ends all that it left behind, and waits until that is gone: bubblewrap itself ends the rest shortly
 * after it has told how the command ended. A signal to the command's whole group must not end this shell.
 */
const endingAll = 'trap : HUP INT TERM; "$@"; code=$?; while kill -9 -1 2>/dev/null; do :; done; exit $code'

export const bubblewrapArguments = (
  { mounts, cwd, sharesNetwork, user, unset, shell }: BubblewrapPlan,
  command: readonly string[],
): readonly string[] => [
  '--unshare-user',
  ...(user === null ? [] : ['--uid', String(user.uid), '--gid', String(user.gid)]),
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  ...(sharesNetwork ? [] : ['--unshare-net']),
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  ...unset.flatMap((name) => ['--unsetenv', name]),
  ...mounts.flatMap(argumentsOf),
  '--remount-ro',
  '/',
  '--chdir',
  cwd,
  '--',
  shell,
  '-c',
  endingAll,
  'sh',
  ...command,
]

function argumentsOf(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case 'read':
      return [isDevice(mount.from) ? '--dev-bind' : '--ro-bind', mount.from, mount.at]
    case 'write':
      return [isDevice(mount.from) ? '--dev-bind' : '--bind', mount.from, mount.at]
    case 'processes':
      return ['--proc', mount.at]
    case 'devices':
      return ['--dev', mount.at]
    case 'empty':
      return ['--dir', mount.at]
    case 'private':
    case 'hidden':
      return ['--tmpfs', mount.at]
    case 'closed':
      return ['--ro-bind', '/dev/null', mount.at]
    case 'link':
      return ['--symlink', mount.to, mount.at]
  }
}

/** Only these are of use to a program if they may act as devices. */
const isDevice = (path: string): boolean => path.startsWith('/dev/') && !path.startsWith('/dev/shm/')
