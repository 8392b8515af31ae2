/** Asks what differs between two states of a repository. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { type GitOptions, gitOk } from './git.ts'
import { pathText, shownPath } from './path-text.ts'
import { safeRevision } from './refs.ts'
import { treeChanges } from './tree-files.ts'
import { withScratchIndex } from './working-tree.ts'

/** Paths that differ between two commits or trees, sorted; a renamed file counts as both its names. */
export const changedFiles = async (cwd: string, from: string, to: string): Promise<readonly string[]> =>
  (await treeChanges(cwd, from, to)).map(({ path }) => shownPath(path))

/** One entry of a tree that changes; what is gone has the mode `000000`. */
export interface ChangedEntry {
  /** To be taken for bytes by `pathBytes`. */
  readonly path: string
  readonly mode: string
  readonly object: string
  readonly oldObject: string
}

/** What the index holds beside HEAD, sorted by path. */
export async function stagedEntries(cwd: string): Promise<readonly ChangedEntry[]> {
  const { bytes } = await gitOk(cwd, ['diff-index', '--cached', '--raw', '-z', '--no-renames', 'HEAD', '--'])
  const fields = pathText(bytes).split('\0')
  const entries: ChangedEntry[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', oldObject = '', object = ''] = (fields[at] ?? '').split(' ')
    entries.push({ path: fields[at + 1] ?? '', mode, object, oldObject })
  }
  return entries
}

export interface PatchFile {
  readonly path: string
  readonly bytes: number
}

interface PatchScope {
  /** Only of these; of all if none is named. Each is a path, no pattern. */
  readonly paths?: readonly string[]
  /** In which git finds both trees. */
  readonly env?: Readonly<Record<string, string>>
  /** Looks at the index that was taken for the working tree. */
  also?(env: Readonly<Record<string, string>>): Promise<void>
}

/**
 * Writes a patch that `git apply --binary` takes to a new file, durably and of whatever length. Without `to` it leads
 * to the working tree as it is, untracked files included.
 */
export async function writePatch(
  path: string,
  cwd: string,
  from: string,
  to?: string,
  { paths = [], env = {}, also = async () => {} }: PatchScope = {},
): Promise<PatchFile> {
  const begin = safeRevision(from)
  const end = to === undefined ? undefined : safeRevision(to)
  const file = await open(path, 'wx', 0o600)
  try {
    // Git notices a full disk on its standard output, but not on a file that it opens itself.
    const options: GitOptions = { stdoutFd: file.fd, env }
    if (end !== undefined) {
      const args = ['diff-tree', '-r', '-p', ...shape, '--end-of-options', begin, end, '--', ...paths]
      await gitOk(cwd, args, options)
    } else {
      const args = ['diff-index', '--cached', '-p', ...shape, '--end-of-options', begin, '--']
      await withScratchIndex(cwd, async (scratch) => {
        await gitOk(cwd, args, { ...options, env: scratch })
        await also(scratch)
      })
    }
    await file.sync()
    return { path, bytes: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

/** The same in a file that is there only while `use` runs. */
export async function withPatch<Result>(
  cwd: string,
  from: string,
  to: string | undefined,
  use: (patch: PatchFile) => Promise<Result>,
): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), `harness-patch-${pid}-`))
  try {
    return await use(await writePatch(join(scratch, 'patch'), cwd, from, to))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The same in memory, as bytes, since text files need not be UTF-8; for patches that are known to be small. */
export const diffPatch = (cwd: string, from: string, to?: string): Promise<Buffer> =>
  withPatch(cwd, from, to, ({ path }) => readFile(path))

const shape = ['--binary', '--full-index', '--no-renames', '--no-color', '--src-prefix=a/', '--dst-prefix=b/']
