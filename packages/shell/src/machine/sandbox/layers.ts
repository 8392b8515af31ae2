/**
 * Owns how a cell gets its layers: overlay file systems in a mount namespace of its own, made before bubblewrap starts and
 * gone with it. Every user may make them on a kernel that allows overlays in user namespaces (5.11 and later).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { invariant } from '@harness/core/kernel/invariant'
import type { Layer } from './sandbox.ts'

/** A folder of the harness's own that a memory disk covers while a program has layers. */
export const layersFolder = (dataDir: string): string => join(dataDir, 'sandbox', 'layers')

/** Where bubblewrap finds what a layer shows. */
export const mergedAt = (folder: string, index: number): string => join(folder, String(index), 'merged')

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

/** Paths are given as arguments and used as relative ones: an option of `mount` cannot hold all characters. */
const mountAll = [
  'set -e',
  'mount=$1; mkdir=$2; shift 2',
  '"$mount" -t tmpfs -o mode=700 harness "$1"',
  'cd "$1"; shift; i=0',
  'while [ "$1" != -- ]; do',
  '"$mkdir" -p $i/lower $i/upper $i/merged',
  '"$mount" --bind "$1" $i/lower',
  'if [ -n "$2" ]; then "$mount" --bind "$2" $i/upper; fi',
  '"$mkdir" -p $i/upper/files $i/upper/work',
  '"$mount" -t overlay -o lowerdir=$i/lower,upperdir=$i/upper/files,workdir=$i/upper/work,userxattr harness $i/merged',
  'i=$((i+1)); shift 2',
  'done',
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
  for (const { upper } of layers) if (upper !== null) mkdirSync(upper, { recursive: true })
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
