/**
 * Owns how a cell gets its layers: overlay file systems in a mount namespace of its own, made before bubblewrap starts and
 * gone with it. Every user may make them on a kernel that allows overlays in user namespaces (5.11 and later).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import type { Layer } from './sandbox.ts'

/** A folder of the harness's own. A memory disk covers it while a program has layers that are thrown away. */
export const layersFolder = (dataDir: string): string => join(dataDir, 'sandbox', 'layers')

/** By their absolute paths: they run outside of the sandbox, and their PATH is that of a program in the cell. */
export interface LayerPrograms {
  readonly unshare: string
  readonly mount: string
  readonly mkdir: string
}

/** Null if one of them is missing. */
export function findLayerPrograms(find: (name: string) => string | null): LayerPrograms | null {
  const [unshare, mount, mkdir] = [find('unshare'), find('mount'), find('mkdir')]
  return unshare === null || mount === null || mkdir === null ? null : { unshare, mount, mkdir }
}

/**
 * Each layer covers its own lower folder, in this namespace alone. An option of `mount` cannot hold all characters of a
 * path, so it gets the number of an open folder.
 */
const mountAll = [
  'set -e',
  'mount=$1; mkdir=$2; memory=$3; shift 3',
  'while [ "$1" != -- ]; do',
  'upper=$2',
  'if [ -z "$upper" ]; then',
  'upper=$memory; "$mount" -t tmpfs -o mode=700 harness "$upper"; "$mkdir" "$upper/files" "$upper/work"',
  'fi',
  'exec 3<"$1" 4<"$upper"',
  'o=lowerdir=/proc/self/fd/3,upperdir=/proc/self/fd/4/files,workdir=/proc/self/fd/4/work,userxattr',
  '"$mount" -t overlay -o $o harness "$1"',
  'shift 2',
  'done',
  'exec 3<&- 4<&-',
  'shift; exec "$@"',
].join('\n')

export interface LayeredCommand {
  readonly file: string
  readonly args: readonly string[]
}

/** Root needs no user namespace to mount. With one it could not write files of other users. */
export function layeredCommand(
  command: readonly string[],
  layers: readonly Layer[],
  folder: string,
  isRoot: boolean,
  programs: LayerPrograms | null,
): LayeredCommand {
  invariant(programs !== null, 'a cell has layers only if the sandbox can layer')
  mkdirSync(folder, { recursive: true })
  for (const { upper } of layers)
    if (upper !== null)
      for (const part of ['files', 'work']) mkdirSync(join(upper, part), { recursive: true })
  const places = layers.flatMap(({ lower, upper }) => [lower, upper ?? ''])
  return {
    file: programs.unshare,
    args: [
      ...(isRoot ? [] : ['--user', '--map-root-user']),
      ...['--mount', '--propagation', 'private', '--', '/bin/sh', '-c', mountAll, 'sh'],
      ...[programs.mount, programs.mkdir, folder, ...places, '--', ...command],
    ],
  }
}
