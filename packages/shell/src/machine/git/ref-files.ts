/**
 * Reads refs and HEADs from the files in which git keeps them, since every step of a run asks for some and a process for
 * each takes longer than the answer. What is not plainly there is undefined: only git itself can tell.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import type { GitDirs } from './git-dirs.ts'
import { validRefName } from './ref-name.ts'

/** Null if there is no such ref. */
export type FiledRef = CommitHash | null | undefined

/** If a file of another name were opened, its ref would pass for the one that was asked for. */
const namesAreExact = platform !== 'darwin' && platform !== 'win32'

/** Loose before packed, as git does: packing writes the one before it removes the other. */
export function refInFiles({ commonDir }: GitDirs, ref: string): FiledRef {
  const isShared = ref.startsWith('refs/') && !ofOneWorktree.test(ref) && validRefName(ref)
  if (!namesAreExact || !isShared) return undefined
  const loose = plainFile(join(commonDir, ref))
  if (typeof loose === 'string') return hashIn(loose)
  if (loose === undefined || isReftable(commonDir)) return undefined
  const packed = packedRefs(commonDir)
  if (packed === undefined) return undefined
  const at = packed.indexOf(` ${ref}\n`)
  return at === -1 ? null : hashIn(packed.slice(packed.lastIndexOf('\n', at) + 1, at))
}

export interface FiledHead {
  /** The full name of what is checked out, null if HEAD is detached. */
  readonly ref: string | null
  /** Null if the branch has no commit (any more). */
  readonly commit: CommitHash | null
}

export function headInFiles(dirs: GitDirs): FiledHead | undefined {
  const text = plainFile(join(dirs.gitDir, 'HEAD'))
  if (typeof text !== 'string') return undefined
  const ref = symbolicTarget(text)
  const commit = ref === undefined ? hashIn(text) : refInFiles(dirs, ref)
  return commit === undefined ? undefined : { ref: ref ?? null, commit }
}

/** All refs whose names begin with one of `prefixes` (each ends in `/`), sorted by name. */
export function refsInFiles(
  dirs: GitDirs,
  prefixes: readonly string[],
): ReadonlyMap<string, CommitHash> | undefined {
  const { commonDir } = dirs
  if (!namesAreExact || isReftable(commonDir)) return undefined
  const loose = prefixes.flatMap((prefix) => looseNames(commonDir, prefix))
  const found = new Map<string, CommitHash>()
  const symbolic: (readonly [string, string])[] = []
  for (const name of loose) {
    // Not UTF-8: it cannot be opened by what was read of it.
    if (name.includes('\uFFFD')) return undefined
    const text = plainFile(join(commonDir, name))
    // Deleted meanwhile, or packed; then it is found there.
    if (text === null) continue
    if (text === undefined || !validRefName(name)) return undefined
    const target = symbolicTarget(text)
    const hash = target === undefined ? hashIn(text) : undefined
    if (target !== undefined) symbolic.push([name, target])
    else if (hash === undefined) return undefined
    else found.set(name, hash)
  }
  const packed = packedRefs(commonDir)
  if (packed === undefined) return undefined
  for (const line of packed.split('\n')) {
    if (line === '' || line.startsWith('#') || line.startsWith('^')) continue
    const blank = line.indexOf(' ')
    const [hash, name] = [hashIn(line.slice(0, blank)), line.slice(blank + 1)]
    if (!prefixes.some((prefix) => name.startsWith(prefix)) || found.has(name)) continue
    if (hash === undefined || !validRefName(name)) return undefined
    found.set(name, hash)
  }
  for (const [name, target] of symbolic) {
    const hash = refInFiles(dirs, target)
    if (hash === undefined || hash === null) return undefined
    found.set(name, hash)
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** These lie with the worktree and not with the repository. */
const ofOneWorktree = /^refs\/(bisect|rewritten|worktree)\//

const isReftable = (commonDir: string): boolean => existsSync(join(commonDir, 'reftable'))

export function hashIn(text: string): CommitHash | undefined {
  const hash = /^([0-9a-f]{40}|[0-9a-f]{64})(?:\s|$)/.exec(text)?.[1]
  return hash === undefined || /^0+$/.test(hash) ? undefined : asCommitHash(hash)
}

export function symbolicTarget(text: string): string | undefined {
  const target = /^ref:\s*(refs\/\S+)\s*$/.exec(text)?.[1]
  return target !== undefined && validRefName(target) ? target : undefined
}

/** Empty if nothing is packed. */
function packedRefs(commonDir: string): string | undefined {
  const text = plainFile(join(commonDir, 'packed-refs'))
  if (text === null) return ''
  return text === undefined || text.endsWith('\n') ? text : undefined
}

function looseNames(commonDir: string, prefix: string): readonly string[] {
  const names: string[] = []
  const visit = (folder: string): void => {
    for (const entry of entriesOf(join(commonDir, folder))) {
      const name = `${folder}${entry.name}`
      if (entry.isDirectory()) visit(`${name}/`)
      else if (!name.endsWith('.lock')) names.push(name)
    }
  }
  visit(prefix)
  return names
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** No list of refs is longer. */
const mostBytes = 256 * 1024 * 1024

/** Its text, null if there is none, undefined if it is anything but a file: git follows links in its own way. */
export function plainFile(path: string): string | null | undefined {
  let file: number | null = null
  try {
    // Not to be kept waiting by a pipe in the file's place.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(file)
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file, 'utf8') : undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined
  } finally {
    if (file !== null) closeSync(file)
  }
}
