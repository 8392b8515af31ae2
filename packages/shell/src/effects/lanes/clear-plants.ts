/**
 * Removes links that would lead the harness out of a lane: in the place of the lane's own repository, or of a folder around
 * a submodule. Only the links go. What they lead to is not the lane's.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clearWay, isPlainFolder } from '../../machine/disk/plain-path.ts'
import { isInPlace } from '../../machine/git/lane-dirs.ts'
import type { Gitlink } from '../../machine/git/submodules.ts'
import { layRepository } from './lay-repository.ts'

export async function clearPlants(lane: string, submodules: readonly Gitlink[]): Promise<void> {
  if (!isInPlace(lane) && !isPlainFolder(lane, '.git')) await layRepository(lane)
  for (const { path } of submodules) {
    if (isPlainFolder(lane, dirname(path))) continue
    clearWay(lane, dirname(path))
    // A submodule that was not fetched is an empty folder.
    mkdirSync(join(lane, path), { recursive: true })
  }
}
