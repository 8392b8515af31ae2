/**
 * Finds the files of the base that tests or test settings load by their names: expected values and cases may be in any
 * folder. Code that tests name is the product, unless only settings of tools name it, it belongs to the tests by what it
 * holds, or its package is a tool.
 */
import { basename, dirname } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { bearingIn, isMixedManifest } from '@harness/core/work/mixed-manifests'
import { isCodeName, isManifest, isTest } from '@harness/core/work/test-files'
import { isToolSettings } from '@harness/core/work/tool-settings'
import { readManifest } from '@harness/formats/config/read-manifest'
import { filesIn, naming, type Place, textsOf } from './naming.ts'
import { testModules } from './test-modules.ts'
import { toolModules } from './tool-modules.ts'

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
  const others = paths
    .filter((path) => !isTest(path) && !isToolSettings(path) && !isManifest(path))
    .slice(0, mostNames)
  const modules = await testModules(others.filter(isCodeName), place)
  const tools = await toolModules(others, place)
  for (const path of others) {
    if (modules.has(path) || tools.has(path)) loaded.add(path)
    if (loaded.has(path)) continue
    const folder = dirname(path)
    if (!folders.has(folder)) folders.set(folder, isFolderOfCases(folder, place))
    const isLoaded = isCodeName(path)
      ? await isNamedInSettings(path, place)
      : (await isNamedInTests(path, place)) || (await folders.get(folder)) === true
    if (isLoaded) loaded.add(path)
  }
  return loaded
}

/** Of other endings a test may name what the product makes. */
const data = /\.(?:mk|json|jsonc|jsonl|ndjson|ya?ml|toml|csv|tsv|txt|md|html?|xml|svg|sql|snap|golden)$/i

async function isNamedInTests(path: string, place: Place): Promise<boolean> {
  if (!data.test(path)) return false
  const where = await naming(place, ['-F', '-e', basename(path)])
  if (where.some((one) => isTest(one) || isSettings(one))) return true
  if (!where.some((one) => one.endsWith('.rs'))) return false
  const inner = await naming(place, ['-F', '--all-match', '-e', basename(path), '-e', '#[cfg(test)]'])
  return inner.some((one) => one.endsWith('.rs'))
}

/** A folder without code that only tests name. */
async function isFolderOfCases(folder: string, place: Place): Promise<boolean> {
  if (folder === '.') return false
  if ((await filesIn(folder, place)).some(isCodeName)) return false
  const where = (await naming(place, ['-F', '-w', '-e', basename(folder)])).filter(isCodeName)
  return where.length > 0 && where.every(isTest)
}

async function isNamedInSettings(path: string, place: Place): Promise<boolean> {
  const stem = path.replace(/\.\w+$/, '')
  const [parent, name] = [basename(dirname(stem)), basename(stem)]
  const names = parent === '.' ? [`./${name}`] : [`${parent}/${name}`, `${parent}.${name}`]
  const where = await naming(place, ['-F', ...names.flatMap((one) => ['-e', one])])
  const settings = where.filter(isSettings)
  const others = where.filter((one) => isCodeName(one) && !isSettings(one))
  if (others.length > 0) return false
  return settings.length > 0 || (await isNamedInManifests(names, where.filter(isPartly), place))
}

const isPartly = (path: string): boolean => isManifest(path) || isMixedManifest(path)

/** In what of a manifest is for tools. */
async function isNamedInManifests(
  names: readonly string[],
  manifests: readonly string[],
  place: Place,
): Promise<boolean> {
  const texts = await textsOf(manifests, place)
  return [...texts].some(([path, text]) => {
    const said = isManifest(path) ? Object.values(readManifest(text).settings).join() : bearingIn(path, text)
    return names.some((name) => said.includes(name))
  })
}

/** Settings of tests and tools; what a manifest or a workflow names is mostly the product. */
const isSettings = (path: string): boolean =>
  isToolSettings(path) && !isPartly(path) && !path.startsWith('.github/')
