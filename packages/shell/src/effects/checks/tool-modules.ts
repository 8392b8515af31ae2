/** Finds files of packages of the repository that are tools for its tests and no part of the product. */
import { isCodeName, isTest } from '@harness/core/work/test-files'
import { isToolSettings } from '@harness/core/work/tool-settings'
import { type ToolPackage, toolPackages } from '@harness/formats/config/tool-packages'
import { filesIn, naming, type Place, textsOf } from './naming.ts'

const isManifest = (path: string): boolean => /(?:^|\/)(?:package\.json|Cargo\.toml)$/.test(path)
const mostManifests = 500

export async function toolModules(paths: readonly string[], place: Place): Promise<ReadonlySet<string>> {
  // A package below the top is in a folder.
  if (!paths.some((path) => path.includes('/'))) return new Set()
  const manifests = (await filesIn('', place)).filter(isManifest).slice(0, mostManifests)
  if (manifests.length < 2) return new Set()
  const tools = toolPackages(await textsOf(manifests, place))
  const found = new Set<string>()
  for (const tool of tools) {
    const own = paths.filter((path) => isWithin(path, tool))
    if (own.length === 0 || !(await isTool(tool, place))) continue
    for (const path of own) found.add(path)
  }
  return found
}

const isWithin = (path: string, { folder }: ToolPackage): boolean => path.startsWith(`${folder}/`)

/** A bundler may put what only development needs into the product. */
async function isTool(tool: ToolPackage, place: Place): Promise<boolean> {
  if (tool.isCertain) return true
  const quoted = ["'", '"', '`'].flatMap((quote) => ['-e', `${quote}${tool.name}`])
  const where = await naming(place, ['-F', ...quoted])
  return where
    .filter((path) => isCodeName(path) && !isWithin(path, tool))
    .every((path) => isTest(path) || isToolSettings(path))
}
