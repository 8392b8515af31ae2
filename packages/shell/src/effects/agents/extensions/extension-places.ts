/** Reads the files of skills and commands: of the checkout's last commit, or of the operator's home. Follows no link out. */
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, posix, relative } from 'node:path'
import { ifMissing } from '../../../machine/disk/if-missing.ts'
import { withBlobs } from '../../../machine/git/blobs.ts'
import { git } from '../../../machine/git/git.ts'
import { pathText } from '../../../machine/git/path-text.ts'
import type { ExtensionFile, ExtensionFiles } from './extension.ts'

/** Skills hold instructions and small programs. More than this is a mistake. */
const mostFiles = 300
const mostBytes = 10 * 1024 * 1024

/** What was found, by names relative to the folder; a file alone has the name ''. Null if nothing is there. */
export type FoundFiles = ExtensionFiles | { readonly problem: string } | null

export const isProblem = (found: FoundFiles): found is { readonly problem: string } =>
  found !== null && typeof found.problem === 'string'

interface Entry {
  readonly mode: string
  readonly size: number
  readonly path: string
}

const linkMode = '120000'

/** `path` is a file or a folder of the last commit. A link in its place may lead to another one of the same commit. */
export async function committedFiles(repoRoot: string, path: string, canFollow = true): Promise<FoundFiles> {
  const entries = await entriesAt(repoRoot, path)
  const [first] = entries
  if (first === undefined) return null
  if (first.path === path && first.mode === linkMode) {
    const target = canFollow ? await targetOf(repoRoot, path) : null
    if (target === null) return { problem: `${path} is a link that leads out of the repository` }
    return (await committedFiles(repoRoot, target, false)) ?? { problem: `${path} is a link to nothing` }
  }
  const link = entries.find(({ mode }) => !mode.startsWith('100'))
  if (link !== undefined) return { problem: `${link.path} is a link; only plain files are used` }
  const tooLarge = sizeProblem(path, entries.length, sum(entries.map(({ size }) => size)))
  if (tooLarge !== null) return { problem: tooLarge }
  return withBlobs(
    repoRoot,
    entries.map((entry) => `HEAD:${entry.path}`),
    async (blobs) => {
      const files: Record<string, ExtensionFile> = {}
      for (const { mode, path: at } of entries) {
        const bytes = await blobs.get(`HEAD:${at}`)?.bytes()
        if (bytes !== undefined) files[posix.relative(path, at)] = { bytes, isProgram: mode === '100755' }
      }
      return files
    },
  )
}

async function entriesAt(repoRoot: string, path: string): Promise<readonly Entry[]> {
  const args = ['ls-tree', '-r', '-z', '--long', '--full-tree', 'HEAD', '--', path]
  const { exitCode, bytes } = await git(repoRoot, args)
  if (exitCode !== 0) return []
  return pathText(bytes)
    .split('\0')
    .flatMap((line) => {
      const [, mode, size, found] = /^(\d+) \w+ [0-9a-f]+ +(\d+|-)\t(.+)$/s.exec(line) ?? []
      return mode === undefined || found === undefined ? [] : [{ mode, size: Number(size), path: found }]
    })
}

async function targetOf(repoRoot: string, link: string): Promise<string | null> {
  const { exitCode, stdout } = await git(repoRoot, ['cat-file', 'blob', `HEAD:${link}`])
  if (exitCode !== 0 || posix.isAbsolute(stdout)) return null
  const target = posix.join(posix.dirname(link), stdout).replace(/\/$/, '')
  return target === '.' || target.startsWith('..') ? null : target
}

/** The same below the operator's home. The folder itself may be a link within the home. */
export async function homeFiles(home: string, path: string): Promise<FoundFiles> {
  const real = await realpath(join(home, path)).catch(ifMissing(null))
  if (real === null) return null
  if (relative(await realpath(home), real).startsWith('..'))
    return { problem: `~/${path} is a link that leads out of your home` }
  const files: Record<string, ExtensionFile> = {}
  let bytes = 0
  const walk = async (at: string): Promise<string | null> => {
    const stats = await lstat(at)
    const name = relative(real, at).replaceAll('\\', '/')
    if (stats.isDirectory()) {
      for (const entry of (await readdir(at)).toSorted()) {
        const problem = entry === '.git' ? null : await walk(join(at, entry))
        if (problem !== null) return problem
      }
      return null
    }
    if (!stats.isFile()) return `~/${path}/${name} is a link; only plain files are used`
    bytes += stats.size
    const tooLarge = sizeProblem(`~/${path}`, Object.keys(files).length + 1, bytes)
    if (tooLarge === null) files[name] = { bytes: await readFile(at), isProgram: (stats.mode & 0o100) !== 0 }
    return tooLarge
  }
  const problem = await walk(real)
  return problem === null ? files : { problem }
}

function sizeProblem(path: string, count: number, bytes: number): string | null {
  if (count > mostFiles) return `${path} has more than ${mostFiles} files`
  return bytes > mostBytes ? `${path} has more than ${mostBytes / 1024 / 1024} MB` : null
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
