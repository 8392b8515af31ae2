/**
 * Says whether an agent's own repository holds only what is its own. A link or an alternate in it could lead to any other
 * repository of the machine, and what is fetched from it would come from there.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isPlainTree } from '../disk/plain-path.ts'
import { alternateLine } from './alternate-line.ts'
import { borrowedStores } from './borrowed-stores.ts'
import { laneAround } from './lane-dirs.ts'
import { plainFile } from './ref-files.ts'

/** `cwd` is in the lane. Objects may be borrowed from the stores that every program in the lane can read. */
export function isSelfContained(gitDir: string, cwd: string): boolean {
  const lane = laneAround(cwd)
  if (lane === null || lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() !== true) return false
  // Git would take objects and refs from the folder that this file names.
  if (lstatSync(join(gitDir, 'commondir'), { throwIfNoEntry: false }) !== undefined) return false
  if (!readByGit.every((name) => isPlainTree(join(gitDir, name)))) return false
  const lent = new Set(borrowedStores(lane.top).map(alternateLine))
  const alternates = plainFile(join(gitDir, 'objects/info/alternates')) ?? ''
  return alternates.split('\n').every((line) => line === '' || lent.has(line))
}

const readByGit = ['HEAD', 'packed-refs', 'shallow', 'config', 'objects', 'refs']
