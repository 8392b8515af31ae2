/**
 * Finds what a folder keeps from ordinary users. A cell of root's shows programs an ordinary user, but the kernel still
 * lets them read what root may read.
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

interface ClosedPlaces {
  readonly files: readonly string[]
  /** What is in them is not listed. */
  readonly folders: readonly string[]
}

const othersMayRead = 0o004

export function closedToOthers(folder: string): ClosedPlaces {
  const files: string[] = []
  const folders: string[] = []
  const look = (at: string): void => {
    for (const entry of entriesIn(at)) {
      const path = join(at, entry.name)
      // A link leads to something that has rights of its own.
      if (entry.isSymbolicLink()) continue
      const isFolder = entry.isDirectory()
      if (!isOpen(path)) (isFolder ? folders : files).push(path)
      else if (isFolder) look(path)
    }
  }
  look(folder)
  return { files, folders }
}

function isOpen(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats === undefined || (stats.mode & othersMayRead) !== 0
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
