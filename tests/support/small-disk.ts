/** Runs commands while the disk of a folder is small, and can be full. */
import { spawnSync } from 'node:child_process'
import { bundle, cleanEnvironment } from './harness.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Gives a process a view of its own, in which it may mount a small disk; named here, since not every system has it. */
const unshare = 'unshare'
export const canMount =
  process.platform === 'linux' &&
  spawnSync(unshare, ['--user', '--map-root-user', '--mount', 'true']).status === 0

/** Runs a shell script with a small disk in a folder's place; every line of output is one command's end. */
export function onSmallDisk(
  root: string,
  steps: string,
  disk = '.harness/run',
  size = '1m',
): readonly string[] {
  const whole = `
mkdir -p "${disk}" && mount -t tmpfs -o size=${size} none "${disk}"
leave() { cat /dev/zero > "${disk}/fill"; truncate -s -"$1"k "${disk}/fill"; }
harness() { "$NODE" "$HARNESS" "$@" > "$OUT" 2>&1; echo "$? $(tr '\\n' ' ' < "$OUT")"; }
${steps}`
  const { stdout } = spawnSync(unshare, ['--user', '--map-root-user', '--mount', 'sh', '-c', whole], {
    cwd: root,
    env: {
      ...cleanEnvironment,
      NODE: process.execPath,
      HARNESS: bundle,
      OUT: `${temporaryFolder()}/out`,
    },
    encoding: 'utf8',
  })
  return stdout.trimEnd().split('\n')
}
