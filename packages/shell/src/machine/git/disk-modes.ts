/**
 * Owns whether modes of files count in a worktree of ours. A user may have told git to overlook them; what checks run in a
 * lane then differs from what is committed, so that there they count wherever the disk keeps them.
 */

import { randomUUID } from 'node:crypto'
import { chmodSync, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GitDirs } from './git-dirs.ts'

export const modesCount = ({ top, isNamed }: GitDirs): boolean =>
  top !== null && isNamed && keepsModes(dirname(top))

/** A disk does not learn it while we run. */
const known = new Map<string, boolean>()

function keepsModes(folder: string): boolean {
  const before = known.get(folder)
  if (before !== undefined) return before
  const probe = join(folder, `.harness-${randomUUID()}`)
  const holds = (mode: number): boolean => {
    chmodSync(probe, mode)
    return (lstatSync(probe).mode & 0o100) === (mode & 0o100)
  }
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    known.set(folder, holds(0o755) && holds(0o644))
  } catch {
    known.set(folder, false)
  } finally {
    rmSync(probe, { force: true })
  }
  return known.get(folder) ?? false
}
