/**
 * Finds the files of the base that tests or test settings load by their names: expected values and cases may be in any
 * folder. Code that tests name is the product, unless only settings of tools name it.
 */

import { basename, dirname } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { isMixedManifest } from '@harness/core/work/mixed-manifests'
import { isCodeName, isManifest, isTest } from '@harness/core/work/test-files'
import { isToolSettings } from '@harness/core/work/tool-settings'
import { git } from '../../machine/git/git.ts'
import { pathText } from '../../machine/git/path-text.ts'
import { treeFiles } from '../../machine/git/tree-files.ts'

const mostNames = 200

export async function loadedByTests(
  repository: string,
  base: CommitHash,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const place = { repository, base }
  const loaded = new Set<string>()
  const folders = new Map<string, Promise<boolean>>()
  // What is known by its name alone needs no search.
  const others = paths.filter((path) => !isTest(path) && !isToolSettings(path) && !isManifest(path))
  for (const path of others.slice(0, mostNames)) {
    const folder = dirname(path)
    if (!folders.has(folder)) folders.set(folder, isFolderOfCases(folder, place))
    const isLoaded = isCodeName(path)
      ? await isNamedInSettings(path, place)
      : (await isNamedInTests(path, place)) || (await folders.get(folder)) === true
    if (isLoaded) loaded.add(path)
  }
  return loaded
}

interface Place {
  readonly repository: string
  readonly base: CommitHash
}

/** Of other endings a test may name what the product makes. */
const data = /\.(?:mk|json|jsonc|jsonl|ndjson|ya?ml|toml|csv|tsv|txt|md|html?|xml|svg|sql|snap|golden)$/i

async function isNamedInTests(path: string, place: Place): Promise<boolean> {
  if (!data.test(path)) return false
  const where = await naming(place, ['-e', basename(path)])
  if (where.some((one) => isTest(one) || isSettings(one))) return true
  if (!where.some((one) => one.endsWith('.rs'))) return false
  const inner = await naming(place, ['--all-match', '-e', basename(path), '-e', '#[cfg(test)]'])
  return inner.some((one) => one.endsWith('.rs'))
}

/** A folder without code that only tests name. */
async function isFolderOfCases(folder: string, place: Place): Promise<boolean> {
  if (folder === '.') return false
  const files = await treeFiles(place.repository, place.base)
  if (files.some(({ path }) => path.startsWith(`${folder}/`) && isCodeName(path))) return false
  const where = (await naming(place, ['-w', '-e', basename(folder)])).filter(isCodeName)
  return where.length > 0 && where.every(isTest)
}

async function isNamedInSettings(path: string, place: Place): Promise<boolean> {
  const stem = path.replace(/\.\w+$/, '')
  const [parent, name] = [basename(dirname(stem)), basename(stem)]
  const names = parent === '.' ? [`./${name}`] : [`${parent}/${name}`, `${parent}.${name}`]
  const where = await naming(
    place,
    names.flatMap((one) => ['-e', one]),
  )
  const known = where.filter((one) => isSettings(one) || isCodeName(one))
  return known.length > 0 && known.every(isSettings)
}

/** Settings of tests and tools; what a manifest or a workflow names is mostly the product. */
const isSettings = (path: string): boolean =>
  isToolSettings(path) && !isManifest(path) && !isMixedManifest(path) && !path.startsWith('.github/')

async function naming({ repository, base }: Place, what: readonly string[]): Promise<readonly string[]> {
  const { bytes } = await git(repository, ['grep', '-l', '-z', '--fixed-strings', ...what, base, '--'])
  return namesIn(bytes).map((name) => name.slice(base.length + 1))
}

const namesIn = (bytes: Buffer): readonly string[] =>
  pathText(bytes)
    .split('\0')
    .filter((name) => name !== '')
