/** Makes the tree of a commit with files of the checkout added to it, even if git ignores them. Nothing but objects is written. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeCommitted } from '@harness/core/effects/commit-change'
import { containedPath } from '@harness/core/kernel/contained-path'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { readInside } from '../../machine/disk/inside.ts'
import { isPlainFolder, isPlainWay } from '../../machine/disk/plain-path.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { changeIndex, withIndexOf, writtenTree } from '../../machine/git/index-of.ts'
import { pathBytes } from '../../machine/git/path-text.ts'
import type { CommitPorts } from './workflow-ports.ts'

interface WithFiles {
  readonly tree: TreeHash
  readonly unstaged: ChangeCommitted['unstaged']
}

/**
 * `repository` is where the commit is; `changes` is what `git update-index -z --index-info` is to change first. A missing file is skipped; a folder
 * stands for the files in it.
 */
export async function treeWithFiles(
  repository: string,
  { commit, add }: { readonly commit: CommitHash; readonly add: readonly string[] },
  ports: CommitPorts,
  changes = '',
): Promise<WithFiles> {
  const unstaged: { readonly file: string; readonly reason: string }[] = []
  return withIndexOf(repository, commit, async (env) => {
    if (changes !== '') await changeIndex(repository, pathBytes(changes), env)
    for (const file of await filesOf(ports.repoRoot, add)) {
      const reason = await addFile(repository, file, env, ports)
      if (reason !== null) unstaged.push({ file, reason: ports.sanitise(reason) })
    }
    return { tree: await writtenTree(repository, env), unstaged }
  })
}

async function filesOf(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = []
  for (const path of paths) {
    const spelled = containedPath(path)
    if (spelled.ok && isPlainFolder(root, spelled.path)) files.push(...(await filesBelow(root, spelled.path)))
    else files.push(path)
  }
  return [...new Set(files)].sort()
}

async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const entries: readonly Dirent[] = await readdir(join(root, folder), { withFileTypes: true })
  const below = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(root, path) : [path]
  })
  return (await Promise.all(below)).flat()
}

/** Why it could not be added; null if it is in the index, or is not there. */
async function addFile(
  repository: string,
  file: string,
  env: Readonly<Record<string, string>>,
  { repoRoot, redact, words: { details } }: CommitPorts,
): Promise<string | null> {
  const spelled = containedPath(file)
  if (!spelled.ok) return details.notInside
  if (!isPlainWay(repoRoot, spelled.path.split('/').slice(0, -1).join('/'))) return details.throughLink
  let bytes: Buffer | null
  try {
    bytes = await readInside(repoRoot, spelled.path)
  } catch (error) {
    if (error instanceof UserError) return error.message
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return message
  }
  if (bytes === null) return null
  const text = bytes.toString('latin1')
  if (redact(text) !== text) return details.secret
  const { stdout } = await gitOk(repository, ['hash-object', '-w', '--stdin'], { stdin: bytes })
  const entry = `100644,${stdout.trimEnd()},${spelled.path}`
  const added = await git(repository, ['update-index', '--add', '--replace', '--cacheinfo', entry], { env })
  return added.exitCode === 0 ? null : added.stderr.trim()
}
