/**
 * Owns the files that artifacts of a call displace in the checkout itself. There, an older file is the document that people
 * read and edit: it makes room while the agent works, and comes back. Safe to repeat: a displaced file is never replaced.
 */
import { lstat, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDir } from '../../../machine/disk/durable-dir.ts'
import { ifMissing } from '../../../machine/disk/if-missing.ts'
import { isPlainWay } from '../../../machine/disk/plain-path.ts'
import { isInPlace } from '../../../machine/git/lane-dirs.ts'
import type { AgentCall } from './agent-call.ts'

type Place = Pick<AgentCall, 'lane'>

/** Beside the link that stands for the checkout. */
const keptAt = ({ lane }: Place, path: string): string => join(dirname(lane.path), 'displaced', path)

const isFile = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(ifMissing(null)))?.isFile() === true

/** Only in place: a lane has no documents of people. */
export async function displaceFile(place: Place, path: string): Promise<void> {
  const file = join(place.lane.path, path)
  const kept = keptAt(place, path)
  if (!isInPlace(place.lane.path) || !(await isFile(file)) || (await isFile(kept))) return
  await makeDir(dirname(kept))
  await rename(file, kept)
}

export async function returnFile(place: Place, path: string): Promise<void> {
  const kept = keptAt(place, path)
  if (!isInPlace(place.lane.path) || !(await isFile(kept))) return
  if (!isPlainWay(place.lane.path, dirname(path))) return
  await mkdir(dirname(join(place.lane.path, path)), { recursive: true })
  await rename(kept, join(place.lane.path, path))
}
