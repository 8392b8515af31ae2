/**
 * Finds the new files of a change that stand in for something the base's checks would find else: a module or a program of
 * the same name, what the base's rules keep out of the tree, and settings that a script of a check looks for.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { hidesIndex, hidesProgram, hidesTarget, hidingModules } from '@harness/core/work/hidden-modules'
import { withBlobs } from '../../machine/git/blobs.ts'
import { git } from '../../machine/git/git.ts'
import { newRepository } from '../../machine/git/new-repository.ts'
import { pathBytes, pathText } from '../../machine/git/path-text.ts'
import { treeFiles } from '../../machine/git/tree-files.ts'
import type { Followed } from './script-lines.ts'

interface Added {
  readonly path: string
  readonly mode: string
  readonly object: string
}

export async function standIns(
  repository: string,
  base: CommitHash,
  added: readonly Added[],
  gone: ReadonlySet<string>,
  { lines, scripts }: Followed,
): Promise<ReadonlySet<string>> {
  if (added.length === 0) return new Set()
  const before = (await treeFiles(repository, base)).map(({ path }) => path)
  const paths = added.map(({ path }) => path)
  const kept = before.filter((path) => !gone.has(path))
  const programs = added.filter(({ path, mode }) => mode !== '100644' && hidesProgram(path, lines))
  const named = paths.filter((path) => isSettings.test(path) && scripts.some(({ text }) => names(text, path)))
  return new Set([
    ...hidingModules(paths, kept),
    ...programs.map(({ path }) => path),
    ...paths.filter((path) => hidesTarget(path, lines, kept, rulesIn(scripts))),
    ...(await newManifests(repository, added, kept)),
    ...named,
    ...(await ignoredOnBase(repository, base, before, paths)),
  ])
}

const rulesIn = (scripts: Followed['scripts']): string =>
  scripts
    .filter(({ path }) => /(?:^|\/)(?:GNUm|M|m)akefile$|\.mk$/.test(path))
    .map(({ text }) => text)
    .join('\n')

async function newManifests(
  repository: string,
  added: readonly Added[],
  kept: readonly string[],
): Promise<readonly string[]> {
  const manifests = added.filter(({ path }) => path.endsWith('/package.json'))
  const objects = manifests.map(({ object }) => object)
  return withBlobs(repository, objects, async (blobs) => {
    const hiding: string[] = []
    for (const { path, object } of manifests) {
      const text = (await blobs.get(object)?.bytes())?.toString('utf8') ?? ''
      if (hidesIndex(path, text, kept)) hiding.push(path)
    }
    return hiding
  })
}

/** Other files that a script looks for are most likely the product. */
const isSettings = /(?:^|\/)\.[^/]*$|\.(?:jsonc?|ya?ml|toml|ini|cfg|conf|env|properties)$/

/** The whole path as a word: a script that reads some `config.json` may mean any. */
const names = (text: string, path: string): boolean =>
  path.length > 3 && text.split(/[\s'"`=(),;:]+/).some((word) => word.replace(/^\.\//, '') === path)

/** What the rules of the base's .gitignore leave out of every room: builds, caches and installed packages. */
async function ignoredOnBase(
  repository: string,
  base: CommitHash,
  before: readonly string[],
  paths: readonly string[],
): Promise<readonly string[]> {
  const rules = before.filter((path) => basename(path) === '.gitignore')
  if (rules.length === 0) return []
  const scratch = await mkdtemp(join(tmpdir(), 'harness-ignored-'))
  try {
    await newRepository(scratch, 'main')
    await withBlobs(
      repository,
      rules.map((path) => `${base}:${path}`),
      async (blobs) => {
        for (const path of rules) {
          const bytes = await blobs.get(`${base}:${path}`)?.bytes()
          if (bytes === undefined) continue
          await mkdir(dirname(join(scratch, path)), { recursive: true })
          await writeFile(join(scratch, path), bytes)
        }
      },
    )
    // A name may begin like a pattern of git.
    const stdin = pathBytes(paths.map((path) => `./${path}\0`).join(''))
    const { bytes } = await git(scratch, ['check-ignore', '--no-index', '-z', '--stdin'], { stdin })
    return pathText(bytes)
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => path.slice(2))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
