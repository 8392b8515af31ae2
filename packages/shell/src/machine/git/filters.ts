/**
 * Knows which files have a filter, as with Git LFS: what is in the repository then differs from what is in a checkout.
 * Filters are programs that a repository names, and we run none.
 */
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gitOk } from './git.ts'
import { gitDirsAt } from './git-dirs.ts'
import { pathBytes, pathText } from './path-text.ts'
import { readIfThere } from './read-if-there.ts'

/** Those of the paths that have one, each with its name. Git is asked only if an attributes file speaks of filters. */
export async function filtersOf(cwd: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!speakOfFilters(cwd, paths)) return new Map()
  const stdin = pathBytes(paths.map((path) => `${path}\0`).join(''))
  const { bytes } = await gitOk(cwd, ['check-attr', '-z', '--stdin', 'filter'], { stdin })
  const fields = pathText(bytes).split('\0')
  const filters = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , value = ''] = fields.slice(at, at + 3)
    if (!['', 'unspecified', 'unset', 'set'].includes(value)) filters.set(path, value)
  }
  return filters
}

/** All that are tracked. */
export async function trackedFilters(cwd: string): Promise<ReadonlyMap<string, string>> {
  const { bytes } = await gitOk(cwd, ['ls-files', '-z'])
  const paths = pathText(bytes).split('\0')
  return filtersOf(
    cwd,
    paths.filter((path) => path !== ''),
  )
}

function speakOfFilters(cwd: string, paths: readonly string[]): boolean {
  const folders = new Set<string>()
  for (const path of paths) for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at)
  const files = [...folders].map((folder) => join(cwd, folder, '.gitattributes'))
  const own = join(gitDirsAt(cwd).commonDir, 'info/attributes')
  return [...files, own].some((file) => readIfThere(file)?.includes('filter') === true)
}

/**
 * Those of the paths that are as the index last saw them. Git itself reads a file again that was written just before the
 * index, and without its filter every such file would pass for changed.
 */
export async function asTheIndexSaw(cwd: string, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { bytes } = await gitOk(cwd, ['ls-files', '--debug', '-z'])
  const same = new Set<string>()
  for (const [, path = '', seconds, nanoseconds, size] of pathText(bytes).matchAll(debugEntry)) {
    if (!paths.has(path)) continue
    const stats = await lstat(pathBytes(join(cwd, path)), { bigint: true }).catch(() => null)
    const seen = BigInt(seconds ?? 0) * 1_000_000_000n + BigInt(nanoseconds ?? 0)
    if (stats?.mtimeNs === seen && stats.size === BigInt(size ?? 0)) same.add(path)
  }
  return same
}

const debugEntry =
  /([^\0]+)\0 {2}ctime: \d+:\d+\n {2}mtime: (\d+):(\d+)\n[^\0]*?\n {2}size: (\d+)\tflags: [0-9a-f]+\n/g
