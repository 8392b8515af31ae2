/**
 * Finds an installed agent SDK. The SDKs weigh 400 MB each, so none comes with the product:
 * they are looked for in folders named from outside and loaded when a turn needs them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProviderName } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'

export interface SdkPackage {
  readonly provider: ProviderName
  readonly name: string
  /** The version this provider was tried with; others may do. */
  readonly version: string
  /** What it must export. */
  readonly exported: string
  /** How the package with its program begins, before the platform, and its program in there. */
  readonly program: { readonly packages: string; readonly file: RegExp }
}

export interface InstalledSdk {
  readonly folder: string
  /** `unknown` where its manifest cannot be read. */
  readonly version: string
  /** The file to import. */
  readonly entry: string
}

/** The first one found in these folders or above them, as Node would find it from there; null if there is none. */
export function findSdk({ name }: Pick<SdkPackage, 'name'>, folders: readonly string[]): InstalledSdk | null {
  for (const from of folders) {
    for (let at = from; ; at = dirname(at)) {
      const folder = join(at, 'node_modules', name)
      if (existsSync(join(folder, 'package.json'))) return readSdk(folder)
      if (dirname(at) === at) break
    }
  }
  return null
}

export function requireSdk(sdk: SdkPackage, folders: readonly string[]): InstalledSdk {
  const found = findSdk(sdk, folders)
  if (found !== null) return found
  throw new UserError('provider-not-installed', `The provider ${sdk.provider} needs ${sdk.name}.`, {
    next: `Run: ${installCommand(sdk)}`,
  })
}

/** Removes an installation that is broken first: npm would take it for one that works. */
export const repairCommand = (sdk: SdkPackage, { folder }: InstalledSdk): string =>
  `rm -rf ${quoted(folder)} && ${installCommand(sdk)}`

export const installCommand = ({ provider }: SdkPackage): string => `harness agents install ${provider}`

/** By its file, since a bundle in CommonJS cannot resolve a package that has ES modules only. */
export const importSdk = (sdk: InstalledSdk): Promise<unknown> => import(pathToFileURL(sdk.entry).href)

function readSdk(folder: string): InstalledSdk {
  const manifest = manifestIn(folder)
  const main = manifest.exports?.['.']
  return {
    folder,
    version: manifest.version ?? unreadable,
    entry: join(folder, main?.import ?? main?.default ?? manifest.main ?? 'index.js'),
  }
}

interface Manifest {
  readonly version?: string
  readonly main?: string
  readonly exports?: { readonly '.'?: { readonly import?: string; readonly default?: string } }
}

export const unreadable = 'unknown'

function manifestIn(folder: string): Manifest {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {}) as Manifest
  } catch {
    return {}
  }
}

const quoted = (path: string): string => (/^[\w./:\\@-]+$/.test(path) ? path : JSON.stringify(path))
