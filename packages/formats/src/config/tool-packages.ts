/**
 * Tells which packages of a repository are tools for its own tests and checks: manifests name them only as dependencies of
 * development, and they need no other package of the repository. Pure text.
 */
import { isObject } from '../text/is-object.ts'
import { jsonObjectIn } from '../text/json-value.ts'

export interface ToolPackage {
  /** Without a slash at its end. */
  readonly folder: string
  readonly name: string
  /** Whether the product cannot load it; else a bundler may put it there. */
  readonly isCertain: boolean
}

interface Named {
  readonly folder: string
  readonly name: string | null
  /** Names that the product needs, and those that only development needs. */
  readonly needs: readonly string[]
  readonly development: readonly string[]
  readonly isCertain: boolean
}

/** `manifests` are the texts of each package.json and Cargo.toml, by path. */
export function toolPackages(manifests: ReadonlyMap<string, string>): readonly ToolPackage[] {
  const packages = [...manifests].map(([path, text]) =>
    path.endsWith('.json') ? ofNpm(path, text) : ofCargo(path, text),
  )
  const own = new Set(packages.map(({ name }) => name))
  const needed = new Set(packages.flatMap(({ needs }) => needs))
  const development = new Set(packages.flatMap((one) => one.development))
  return packages.flatMap(({ folder, name, needs, isCertain }) => {
    const isTool =
      name !== null && development.has(name) && !needed.has(name) && !needs.some((one) => own.has(one))
    return isTool && folder !== '' ? [{ folder, name, isCertain }] : []
  })
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

function ofNpm(path: string, text: string): Named {
  const manifest = jsonObjectIn(text) ?? {}
  const keys = (field: string): readonly string[] => {
    const value = manifest[field]
    return isObject(value) ? Object.keys(value) : []
  }
  return {
    folder: folderOf(path),
    name: typeof manifest.name === 'string' ? manifest.name : null,
    needs: ['dependencies', 'peerDependencies', 'optionalDependencies'].flatMap(keys),
    development: keys('devDependencies'),
    isCertain: false,
  }
}

function ofCargo(path: string, text: string): Named {
  const sections = text.split(/^(?=\[)/m)
  const own = sections.find((section) => section.startsWith('[package]')) ?? ''
  return {
    folder: folderOf(path),
    name: /^name\s*=\s*"([^"]+)"/m.exec(own)?.[1] ?? null,
    needs: dependenciesIn(sections, /^\[(?:target\..*\.)?(?:build-)?dependencies(?:\.([\w-]+))?\]/),
    development: dependenciesIn(sections, /^\[(?:target\..*\.)?dev-dependencies(?:\.([\w-]+))?\]/),
    isCertain: true,
  }
}

/** A section has a line for each, or it is that of one. */
const dependenciesIn = (sections: readonly string[], head: RegExp): readonly string[] =>
  sections.flatMap((section) => {
    const found = head.exec(section)
    if (found === null) return []
    if (found[1] !== undefined) return [found[1]]
    return [...section.matchAll(/^([\w-]+)(?:\.\w+)?\s*=/gm)].map(([, name = '']) => name)
  })
