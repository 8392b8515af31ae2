/** Owns what init wants to know about a repository, and how it is looked up: names of files and a few texts, nothing is run. */
import { lstat, readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { gitOk } from '@harness/shell/machine/git/git'
import { isIgnored } from '@harness/shell/machine/git/is-ignored'
import type { RepoFiles } from './evidence/evidence.ts'
import { isTelling } from './evidence/telling-files.ts'

export interface RepoLook extends RepoFiles {
  readonly defaultBranch: string
  /** Plans there would reach no lane. */
  readonly ignoresDocs: boolean
}

const largestBytes = 1 << 20

/** What git has, and what it would add: files that it ignores are in no lane. */
export async function lookAtRepo(root: string, defaultBranch: string): Promise<RepoLook> {
  const { stdout } = await gitOk(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const paths = new Set(stdout.split('\0').filter((path) => path !== ''))
  const texts: Record<string, string> = {}
  for (const path of paths) {
    const text = isTelling(path) ? await textInside(root, path) : null
    if (text !== null) texts[path] = text
  }
  const ignored = await ignoredAmong(root, ['docs/rehearsal.md', 'docs/exec-plans/active/0001-rehearsal.md'])
  return { paths, texts, defaultBranch, ignoresDocs: ignored.length > 0 }
}

/** Those that git would keep out of a commit. */
export async function ignoredAmong(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const isOut = await Promise.all(paths.map((path) => isIgnored(root, path)))
  return paths.filter((_, index) => isOut[index])
}

/** A link may lead to another file of the repository, as the Makefile of Kubernetes does, but not out of it. */
async function textInside(root: string, path: string): Promise<string | null> {
  const real = await realpath(join(root, path)).catch(() => null)
  if (real === null || !real.startsWith(`${await realpath(root)}${sep}`)) return null
  const found = await lstat(real)
  return found.isFile() && found.size <= largestBytes ? readFile(real, 'utf8') : null
}
