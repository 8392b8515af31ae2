/** Owns where files go that are in a lane, are in no commit of it, and must not stay. */
import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { pathBytes, plainPath } from '../../machine/git/path-text.ts'

/** A folder of its own for each time. */
export const ignoredAside = (runDir: string, command: CommandId): string =>
  join(runDir, 'set-aside', `${command.replace(/[^A-Za-z0-9._-]+/g, '-')}-ignored-${randomUUID()}`)

/** `path` is one that git has named in the lane. */
export async function moveAside(folder: string, lane: string, path: string): Promise<void> {
  const target = join(folder, plainPath(path))
  await makeDir(dirname(target))
  // Git names no path through a link, so that this stays inside the lane.
  await rename(pathBytes(join(lane, path)), target)
}
