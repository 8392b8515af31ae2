/**
 * Reads what an agent's own repository has checked out. It is read as text and never trusted: git is not asked, since it
 * would do what the settings there say.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { isPlainFolder } from '../disk/plain-path.ts'
import { hashIn, plainFile, symbolicTarget } from './ref-files.ts'

export interface OwnHead {
  /** The full name of what is checked out, null if HEAD is detached. */
  readonly ref: string | null
  /** Null if the branch has no commit. Whether there is such a commit is not known. */
  readonly commit: CommitHash | null
}

/** Null if HEAD cannot be read. */
export function ownHead(gitDir: string): OwnHead | null {
  const text = plainFile(join(gitDir, 'HEAD'))
  if (typeof text !== 'string') return null
  const ref = symbolicTarget(text)
  if (ref !== undefined) return { ref, commit: ownRef(gitDir, ref) }
  const commit = hashIn(text)
  return commit === undefined ? null : { ref: null, commit }
}

/** The commit of a ref of an agent's own repository; null if that cannot be read. */
function ownRef(gitDir: string, ref: string): CommitHash | null {
  const loose = plainFile(join(gitDir, ref))
  if (typeof loose === 'string') return hashIn(loose) ?? null
  const packed = plainFile(join(gitDir, 'packed-refs')) ?? ''
  const at = packed.indexOf(` ${ref}\n`)
  return at === -1 ? null : (hashIn(packed.slice(packed.lastIndexOf('\n', at) + 1, at)) ?? null)
}

/** The folder of the agent's own repository at `top`; null if there is none, or if it or `top` is not inside `lane`. */
export function ownGitDir(top: string, lane: string): string | null {
  if (!isPlainFolder(lane, relative(lane, top))) return null
  const dotGit = join(top, '.git')
  const stats = lstatSync(dotGit, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) return dotGit
  const target = /^gitdir: (.+?)[\r\n]*$/s.exec(plainFile(dotGit) ?? '')?.[1]
  if (target === undefined) return null
  try {
    const gitDir = realpathSync(resolve(dirname(dotGit), target))
    return gitDir.startsWith(`${realpathSync(lane)}${sep}`) ? gitDir : null
  } catch {
    return null
  }
}
