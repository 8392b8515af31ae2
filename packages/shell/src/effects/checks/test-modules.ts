/**
 * Finds modules of code that belong to the tests, whatever their names: they hold tests, or only tests name them and they
 * assert or hold nothing but values. A module that anything else names may be the product.
 */
import { basename, dirname } from 'node:path'
import { asserts, holdsOnlyValues, holdsTests, isForTestsOnly } from '@harness/core/work/module-content'
import { isTest, isTestSupport } from '@harness/core/work/test-files'
import { isToolSettings } from '@harness/core/work/tool-settings'
import { naming, type Place, textsOf } from './naming.ts'

export async function testModules(paths: readonly string[], place: Place): Promise<ReadonlySet<string>> {
  const texts = await textsOf(paths, place)
  const found = new Set<string>()
  for (const [path, text] of texts) if (await isTestModule(path, text, place)) found.add(path)
  return found
}

async function isTestModule(path: string, text: string, place: Place): Promise<boolean> {
  if (path.endsWith('.rs')) return isDeclaredForTests(path, place)
  if (holdsTests(path, text)) return true
  const onlyValues = holdsOnlyValues(path, text)
  if (!onlyValues && !asserts(text)) return false
  if (!(await onlyTestsName(patternOf(path), path, place))) return false
  // Values may be found by the name of their folder.
  const folder = basename(dirname(path))
  return !onlyValues || folder === '.' || onlyTestsName(wordOf(path, folder), path, place)
}

/** Prose and data say many words, and load nothing. */
const loadsNothing = /\.(?:mdx?|rst|txt|adoc|lock|csv|svg|snap|map)$|(?<!(?:^|\/)package)\.json$/

async function onlyTestsName(pattern: string, path: string, place: Place): Promise<boolean> {
  const where = (await naming(place, ['-E', '-e', pattern])).filter(
    (one) => one !== path && !loadsNothing.test(one),
  )
  const others = where.filter((one) => !isTest(one) && !isTestSupport(one) && !isToolSettings(one))
  return others.length === 0 && where.length > 0
}

/** How others import the module. */
function patternOf(path: string): string {
  const name = basename(path).replace(/\.\w+$/, '')
  const isFolder = /^(?:index|__init__|mod)$/.test(name)
  // Go imports folders.
  if (path.endsWith('.go')) return `${literal(dirname(path).replace(/^(?:.*\/)?vendor\//, ''))}["/]`
  return wordOf(path, isFolder ? basename(dirname(path)) : name)
}

/** Scripts name modules in texts. */
const wordOf = (path: string, name: string): string =>
  /\.[cm]?[jt]sx?$/.test(path)
    ? `["'\`/]${literal(name)}["'\`/.]`
    : `(^|[^A-Za-z0-9_])${literal(name)}($|[^A-Za-z0-9_])`

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

async function isDeclaredForTests(path: string, place: Place): Promise<boolean> {
  const isFolder = basename(path) === 'mod.rs'
  const module = isFolder ? basename(dirname(path)) : basename(path, '.rs')
  const parent = dirname(isFolder ? dirname(path) : path)
  const where = await naming(place, ['-F', '-e', `mod ${module};`])
  const declaring = where.filter(
    (one) => (one.endsWith('.rs') && dirname(one) === parent) || one === `${parent}.rs`,
  )
  return isForTestsOnly(module, [...(await textsOf(declaring, place)).values()])
}
