/** Owns what init wants to know about a repository, and how it is looked up: a few files at the top, nothing is run. */
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface RepoLook {
  /** Names at the top of the repository. */
  readonly names: ReadonlySet<string>
  /** The texts of those files at the top that say how the product is built; absent if there is none. */
  readonly texts: Readonly<Record<string, string>>
  readonly defaultBranch: string
}

const telling = ['package.json', 'Makefile', 'pyproject.toml', 'Cargo.toml', 'go.mod'] as const
const largestBytes = 1 << 20

export async function lookAtRepo(root: string, defaultBranch: string): Promise<RepoLook> {
  const names = new Set(await readdir(root))
  const texts: Record<string, string> = {}
  for (const name of telling) {
    if (!names.has(name)) continue
    const path = join(root, name)
    const found = await lstat(path)
    if (found.isFile() && found.size <= largestBytes) texts[name] = await readFile(path, 'utf8')
  }
  return { names, texts, defaultBranch }
}
