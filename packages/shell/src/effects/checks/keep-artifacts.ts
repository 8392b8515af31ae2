/**
 * Copies what a check wrote for people to read (reports, traces, pictures) to the run's own files, within
 * limits. Links are never followed, and nothing outside of the lane is read. Each folder holds the files of one run of
 * the check: the latest under the plain name, a few earlier ones beside it, numbered, the oldest lowest.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, lstat, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { resolveInside } from '../../machine/disk/resolve-inside.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { taskFilesOf } from '../../store/sidecars/task-files.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'

const mostBytes = 256 * 1024 * 1024
const mostFiles = 5_000

/** `written` is the folder that the check wrote in. Tells what was left out, if anything. */
export async function keepArtifacts(
  { from, as }: NonNullable<RunChecks['artifacts']>,
  written: string,
  ports: LanePorts,
): Promise<readonly string[]> {
  if (from.length === 0) return []
  const target = join(taskFilesOf(ports), as)
  await makeDir(dirname(target))
  await clearUnfinished(target)
  const fresh = `${target}.new-${randomUUID()}`
  await makeDir(fresh)
  const copy = new BoundedCopy()
  for (const folder of from) {
    const inside = await resolveInside(written, folder)
    if (inside.ok) await copy.take(inside.path, join(fresh, inside.spelled), inside.spelled)
    else copy.leftOut.push(folder)
  }
  await replaceFolder(target, fresh)
  return copy.leftOut.length === 0 ? [] : [leftOutNote(copy.leftOut)]
}

class BoundedCopy {
  /** Relative to the room. */
  readonly leftOut: string[] = []
  private bytes = 0
  private files = 0

  async take(from: string, to: string, name: string): Promise<void> {
    const stats = await lstat(from).catch(notThere)
    if (stats === null) return
    if (stats.isDirectory()) return this.takeFolder(from, to, name)
    if (!stats.isFile() || this.bytes + stats.size > mostBytes || this.files >= mostFiles) {
      this.leftOut.push(name)
      return
    }
    this.bytes += stats.size
    this.files++
    await makeDir(dirname(to))
    await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') throw error
      this.leftOut.push(name)
    })
  }

  private async takeFolder(from: string, to: string, name: string): Promise<void> {
    const names = await readdir(from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') throw error
      this.leftOut.push(name)
      return []
    })
    for (const entry of names.sort()) await this.take(join(from, entry), join(to, entry), `${name}/${entry}`)
  }
}

function notThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

/** How many runs before the latest stay to be compared with it. */
const earlierKept = 3

/** A crash between the two renames leaves the older files beside, and the next attempt makes new ones. */
async function replaceFolder(target: string, fresh: string): Promise<void> {
  const earlier = await earlierOf(target)
  const number = (earlier.at(-1) ?? 0) + 1
  const hadFiles = (await readdir(target).catch(notThere)) ?? []
  if (hadFiles.length === 0) await rm(target, { recursive: true, force: true })
  else await rename(target, `${target}-${number}`)
  await rename(fresh, target)
  for (const old of (await earlierOf(target)).slice(0, -earlierKept))
    await rm(`${target}-${old}`, { recursive: true, force: true })
}

/** Their numbers, the oldest first. */
async function earlierOf(target: string): Promise<readonly number[]> {
  const prefix = `${basename(target)}-`
  const ends = (await readdir(dirname(target)))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
  return ends
    .filter((end) => /^\d{1,9}$/.test(end))
    .map(Number)
    .toSorted((one, other) => one - other)
}

async function clearUnfinished(target: string): Promise<void> {
  const folder = dirname(target)
  for (const name of await readdir(folder)) {
    if (new RegExp(`^${basename(target)}\\.new-`).test(name))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

const leftOutNote = (files: readonly string[]): string =>
  `of what the check wrote, links, files that cannot be read and what goes beyond ${mostBytes / 1024 ** 2} MiB or ${mostFiles} files was not kept: ${namedFew(files)}`
