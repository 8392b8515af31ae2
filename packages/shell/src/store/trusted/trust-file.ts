/**
 * Owns the record of what an operator trusts: one file for each repository, in the user's data folder, which no confined
 * process can reach. A file that cannot be understood trusts nothing.
 */
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { parseTrustRecord, printTrustRecord, type TrustRecord } from '@harness/formats/records/trust-record'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import { mainWorktree } from '../../machine/git/main-worktree.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface TrustFile {
  /** The real path of the main worktree: all worktrees share what is trusted. */
  readonly repository: string
  readonly path: string
  /** Null if nothing was trusted yet, or the file is damaged. */
  readonly record: TrustRecord | null
  /** Why the file does not count; null if it counts, or there is none. */
  readonly damage: string | null
}

/** `root` is any worktree of the repository. */
export function readTrust(env: Environment, root: string): TrustFile {
  const repository = realpathSync(mainWorktree(root))
  const name = createHash('sha256').update(repository).digest('hex').slice(0, 32)
  const path = join(userDataDir(env), 'trusted', `${name}.json`)
  const found = textAt(path)
  if (typeof found !== 'string') return { repository, path, record: null, damage: found?.why ?? null }
  const record = parseTrustRecord(found)
  if (record === null) return { repository, path, record, damage: 'is damaged' }
  if (record.repository !== repository)
    return { repository, path, record: null, damage: `is about ${record.repository}` }
  return { repository, path, record, damage: null }
}

/** Null if there is no file. */
function textAt(path: string): string | { readonly why: string } | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : { why: `cannot be read (${code})` }
  }
}

/** Replaces the record. A damaged file is kept beside it; resolves with its new path, else with null. */
export async function writeTrust(
  { path, repository, damage }: TrustFile,
  record: Omit<TrustRecord, 'repository'>,
): Promise<string | null> {
  const aside = damage === null ? null : `${path}.damaged-${record.at}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (aside !== null) await rename(path, aside)
    await durableReplace(path, printTrustRecord({ repository, ...record }), 0o600)
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    throw new UserError('trust-not-stored', `What you trust could not be stored in ${path} (${code}).`, {
      next: `Make ${dirname(path)} writable for you, or name another folder with HARNESS_DATA_DIR.`,
      cause,
    })
  }
  return aside
}

export const removeTrust = ({ path }: TrustFile): Promise<void> => removeFile(path)
