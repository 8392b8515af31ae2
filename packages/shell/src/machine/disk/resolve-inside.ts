/** Finds the real path of one from outside (agent, plan, diff, state file), and refuses one that leads out of its root. */
import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { containedPath } from '@harness/core/kernel/contained-path'
import { UserError } from '@harness/core/kernel/user-error'

export type InsidePath =
  | {
      readonly ok: true
      /** Absolute, with every link in the folders above it followed; the file itself may be a link, or not exist. */
      readonly path: string
      /** Relative to the root, as it was spelled, with single slashes. */
      readonly spelled: string
    }
  | { readonly ok: false; readonly problem: string }

export class PathRefusedError extends UserError {
  constructor(
    problem: string,
    next = 'Use a path relative to the top of the repository, inside it and outside .git.',
  ) {
    super('path-refused', `Refused: ${problem}.`, { next })
    this.name = 'PathRefusedError'
  }
}

/**
 * Links are compared by their targets, not by their spelling. What holds at this moment may not hold at the
 * next: to write or read, use `writeInside` and `readInside`, which hold on to the folder they found.
 */
export async function resolveInside(root: string, path: string): Promise<InsidePath> {
  const spelled = containedPath(path)
  if (!spelled.ok) return spelled
  // Look-alikes of dots and slashes, which some systems take for the real ones.
  if (!containedPath(path.normalize('NFKC')).ok) return refused(path, 'is spelled with look-alike characters')
  const realRoot = await realpath(root)
  const target = join(realRoot, spelled.path)
  const folder = await nearestExisting(dirname(target))
  const realFolder = await realpathOrNull(folder)
  if (realFolder === null) return refused(path, 'leads through a link to nowhere')
  const inside = relative(realRoot, realFolder).split(sep).join('/')
  if (inside !== '' && !containedPath(inside).ok) return refused(path, 'leads out by a link')
  return { ok: true, path: join(realFolder, relative(folder, target)), spelled: spelled.path }
}

/** As `resolveInside`, but throws a refusal. */
export async function pathInside(root: string, path: string): Promise<string> {
  const resolved = await resolveInside(root, path)
  if (!resolved.ok) throw new PathRefusedError(resolved.problem)
  return resolved.path
}

const refused = (path: string, why: string): InsidePath => ({
  ok: false,
  problem: `path ${JSON.stringify(path)} ${why}`,
})

/** The folder itself or the nearest one above it that is there; a link to nowhere is there. */
async function nearestExisting(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    try {
      await lstat(at)
      return at
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code) || at === dirname(at)) throw error
    }
  }
}

async function realpathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ELOOP') return null
    throw error
  }
}
