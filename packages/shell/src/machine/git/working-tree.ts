/** Looks at a working tree as it is, untracked files included, through an index of its own. */
import { copyFile, mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { asTreeHash, type TreeHash } from '@harness/core/kernel/ids'
import { gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'
import { stageAll } from './stage-all.ts'

/** The tree that a commit of everything non-ignored would have now. Its objects are in the repository afterwards. */
export const keptTree = (cwd: string): Promise<TreeHash> =>
  withIndex(cwd, 'kept', async (env) =>
    asTreeHash((await gitOk(cwd, ['write-tree'], { env })).stdout.trimEnd()),
  )

/** Calls `use` with an environment in which git's index holds the whole working tree. */
export const withScratchIndex = <Result>(
  cwd: string,
  use: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> => withIndex(cwd, 'scratch', use)

/** New objects stay in the repository, or go to a place that is gone afterwards. */
async function withIndex<Result>(
  cwd: string,
  objects: 'kept' | 'scratch',
  use: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const { gitDir, commonDir } = gitDirsAt(cwd)
  const scratch = await mkdtemp(join(tmpdir(), `harness-index-${pid}-`))
  try {
    const place = join(scratch, 'objects')
    const elsewhere = {
      GIT_OBJECT_DIRECTORY: place,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quotedPath(join(commonDir, 'objects')),
    }
    const env = {
      GIT_INDEX_FILE: join(scratch, 'index'),
      ...(objects === 'kept' ? {} : elsewhere),
    }
    if (objects === 'scratch') await mkdir(place, { recursive: true })
    await copyIndex(join(gitDir, 'index'), env.GIT_INDEX_FILE)
    await stageAll(cwd, env)
    return await use(env)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The copy spares git from reading every file again: it keeps what is known of their size and times. */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from)
    await copyFile(from, to)
    // Git keeps whole seconds; a file changed in the one in which the index was written is told by the index's time.
    const second = Math.floor(mtimeMs / 1000)
    await utimes(to, second, second)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A path with a colon or quotes in it is taken for several unless it stands in quotes. */
const quotedPath = (path: string): string =>
  /[:"\\]/.test(path) ? `"${path.replace(/["\\]/g, (character) => `\\${character}`)}"` : path
