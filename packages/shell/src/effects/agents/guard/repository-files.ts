/**
 * Guards the files by which a repository does things by itself: config, hooks, excludes and attributes. An agent in a
 * worktree can write them, and what it plants there runs in the user's name later. A person may change config and hooks
 * meanwhile, and that cannot be told apart: those are left as found and named, for a person to look at. Excludes and
 * attributes, by which work could be hidden from us, are put back to the byte, and what stood there is kept.
 */

import { randomUUID } from 'node:crypto'
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeDir } from '../../../machine/disk/durable-dir.ts'
import { ifMissing } from '../../../machine/disk/if-missing.ts'
import { gitDirsAt } from '../../../machine/git/git-dirs.ts'

interface RepositoryFiles {
  /** What is put back is first kept in `keptIn`. */
  mend(keptIn: string): Promise<ChangedFiles>
}

interface ChangedFiles {
  /** Files that only the agent can have changed, and that are as they were again. */
  readonly putBack: readonly string[]
  /** Files that changed, perhaps by a person, and were left. */
  readonly left: readonly string[]
}

type Entry =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }

const guarded = ['config', 'config.worktree', 'hooks', 'info']
/** Written by git itself whenever it tidies up. */
const ofGit: ReadonlySet<string> = new Set(['info/refs'])

export async function holdRepositoryFiles(lane: string): Promise<RepositoryFiles> {
  const { gitDir, commonDir } = gitDirsAt(lane)
  const folders = [...new Set([commonDir, gitDir])]
  const before = await Promise.all(folders.map(entriesIn))
  return {
    async mend(keptIn) {
      const putBack: string[] = []
      const left: string[] = []
      for (const [i, folder] of folders.entries()) {
        const old = before[i] ?? new Map<string, Entry>()
        const now = await entriesIn(folder)
        for (const name of new Set([...now.keys(), ...old.keys()])) {
          if (isSame(old.get(name), now.get(name))) continue
          if (!name.startsWith('info/')) {
            left.push(`.git/${name}`)
            continue
          }
          const path = join(folder, name)
          if (now.has(name)) await moveAside(path, keptIn)
          await lay(path, old.get(name))
          putBack.push(`.git/${name}`)
        }
      }
      return { putBack, left }
    },
  }
}

async function entriesIn(folder: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  const look = async (name: string): Promise<void> => {
    const path = join(folder, name)
    const stats = await lstat(path).catch(ifMissing(null))
    if (stats === null || ofGit.has(name)) return
    if (stats.isDirectory()) for (const inner of await readdir(path)) await look(`${name}/${inner}`)
    else if (stats.isSymbolicLink()) entries.set(name, { kind: 'link', target: await readlink(path) })
    // An empty one says as much as none; a sandbox leaves such files at its mount points.
    else if (stats.isFile() && stats.size > 0)
      entries.set(name, { kind: 'file', bytes: await readFile(path), mode: stats.mode & 0o777 })
  }
  for (const name of guarded) await look(name)
  return entries
}

function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target
  return other.kind === 'file' && one.mode === other.mode && one.bytes.equals(other.bytes)
}

async function moveAside(path: string, keptIn: string): Promise<void> {
  await makeDir(keptIn)
  const aside = join(keptIn, `git-${basename(path)}-${randomUUID()}`)
  await rename(path, aside).catch(async (error: NodeJS.ErrnoException) => {
    // The run's folder may be on another disk.
    if (error.code !== 'EXDEV') throw error
    await rename(path, `${path}.set-aside-${randomUUID()}`)
  })
}

async function lay(path: string, entry: Entry | undefined): Promise<void> {
  if (entry === undefined) return
  await mkdir(dirname(path), { recursive: true })
  if (entry.kind === 'link') return symlink(entry.target, path)
  const whole = `${path}.${randomUUID()}.tmp`
  await writeFile(whole, entry.bytes, { flag: 'wx', mode: entry.mode })
  await chmod(whole, entry.mode)
  await rename(whole, path)
}
