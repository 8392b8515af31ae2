/** Opens the files of a lane that a script names, and no others: symbolic links may not lead out of it. */
import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { containedPath } from '@harness/core/kernel/contained-path'

type Located = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: string }

/** Null if it was done, else the reason why it was not. */
type Refusal = Promise<string | null>

export async function readLaneFile(
  lane: string,
  path: string,
): Promise<{ text: string } | { problem: string }> {
  const file = await locate(lane, path)
  if (!file.ok) return file
  const handle = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return { text: await handle.readFile('utf8') }
  } finally {
    await handle.close()
  }
}

/** Makes the folders above the file if they are missing. */
export async function writeLaneFile(
  lane: string,
  path: string,
  text: string,
  how: 'replace' | 'append',
): Refusal {
  const file = await locate(lane, path)
  if (!file.ok) return file.problem
  await mkdir(dirname(file.path), { recursive: true })
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW
  const handle = await open(file.path, flags | (how === 'append' ? constants.O_APPEND : constants.O_TRUNC))
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
  return null
}

/** A link is deleted itself, never what it leads to. */
export async function deleteLaneFile(lane: string, path: string): Refusal {
  const file = await locate(lane, path)
  if (!file.ok) return file.problem
  await rm(file.path, { recursive: true })
  return null
}

/** The real path: its nearest existing folder must be inside the lane once all links are followed. */
async function locate(lane: string, path: string): Promise<Located> {
  const spelled = containedPath(path)
  if (!spelled.ok) return spelled
  const root = await realpath(lane)
  const target = join(root, spelled.path)
  let folder = dirname(target)
  while (!(await exists(folder))) folder = dirname(folder)
  const real = relative(root, await realpath(folder))
  if (real !== '' && !containedPath(real).ok) {
    return { ok: false, problem: `path ${JSON.stringify(path)} leads out of the lane by a link` }
  }
  return { ok: true, path: join(root, real, relative(folder, target)) }
}

/** Also for a link that leads nowhere. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
