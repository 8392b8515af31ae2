/** Finds out whether an installed SDK can work: an install that was cut off leaves a package that only looks like one. */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import { type InstalledSdk, importSdk, type SdkPackage, unreadable } from './installed-sdk.ts'

/** What is wrong with it; null if nothing is. Loads it, as a turn would. */
export async function brokenSdk(sdk: SdkPackage, installed: InstalledSdk): Promise<string | null> {
  if (installed.version === unreadable) return `${sdk.name} is broken: its package.json cannot be read`
  try {
    const loaded = (await importSdk(installed)) as Readonly<Record<string, unknown>>
    if (typeof loaded[sdk.exported] !== 'function') return `${sdk.name} is broken: it has no ${sdk.exported}`
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    return `${sdk.name} is broken: ${reason}`
  }
  return hasProgram(sdk, installed)
    ? null
    : `${sdk.name} is broken: its program for ${platform}-${arch} is missing`
}

/** In any package of this platform that Node could find from the SDK, or from a package beside it. */
function hasProgram({ program }: SdkPackage, { folder }: InstalledSdk): boolean {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const scope = join(at, 'node_modules', dirname(program.packages))
    const begin = `${program.packages.slice(dirname(program.packages).length + 1)}-${platform}-${arch}`
    for (const name of existsSync(scope) ? readdirSync(scope) : []) {
      if (!name.startsWith(begin)) continue
      const files = readdirSync(join(scope, name), { recursive: true, encoding: 'utf8' })
      if (files.some((file) => program.file.test(file.replaceAll('\\', '/')))) return true
    }
    if (dirname(at) === at) return false
  }
}
