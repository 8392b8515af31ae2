/** Finds the agent program that an installed SDK starts. */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { arch, platform } from 'node:process'
import type { InstalledSdk, SdkPackage } from './installed-sdk.ts'

/** In any package of this platform that Node could find from the SDK, or from a package beside it; null if missing. */
export function sdkProgram({ program }: SdkPackage, { folder }: InstalledSdk): string | null {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const scope = join(at, 'node_modules', dirname(program.packages))
    const begin = `${program.packages.slice(dirname(program.packages).length + 1)}-${platform}-${arch}`
    for (const name of existsSync(scope) ? readdirSync(scope) : []) {
      if (!name.startsWith(begin)) continue
      const files = readdirSync(join(scope, name), { recursive: true, encoding: 'utf8' })
      const file = files.find((it) => program.file.test(it.replaceAll('\\', '/')))
      if (file !== undefined) return join(scope, name, file)
    }
    if (dirname(at) === at) return null
  }
}

/** The folders that hold the SDK and its program, with everything that links between packages lead to. */
export const sdkPlaces = ({ folder }: InstalledSdk): readonly string[] => [
  ...new Set([folder, realpathSync(folder)].map(outermostModules)),
]

/** The folder that npm or pnpm installed into. */
function outermostModules(path: string): string {
  const parts = path.split(sep)
  const at = parts.indexOf('node_modules')
  return at === -1 ? path : parts.slice(0, at + 1).join(sep)
}
