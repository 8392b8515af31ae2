/** Writes of a package.json another one, with what decides about checks from an earlier version of it. */
import { isObject } from '../text/is-object.ts'
import { jsonObjectIn } from '../text/json-value.ts'
import { isToolSetting } from './read-manifest.ts'

/**
 * `text` with the scripts of `before`, its settings of test and lint tools, and what names lead to that tests may import.
 * Scripts and names that are new stay, unless a package manager runs them around one of the base's. Null if nothing of
 * this differs, or if the earlier version is no manifest; the earlier version as a whole if `text` is none.
 */
export function withChecksOf(before: string, text: string): string | null {
  const [was, is] = [jsonObjectIn(before), jsonObjectIn(text)]
  if (was === null) return null
  if (is === null) return before
  const scripts = { ...withoutAround(scriptsOf(is), scriptsOf(was)), ...scriptsOf(was) }
  const settings = (manifest: Record<string, unknown>) =>
    Object.entries(manifest).filter(([name]) => isToolSetting(name))
  const others = Object.entries(is).filter(([name]) => !isToolSetting(name) && name !== 'scripts')
  const led = others.map(([name, value]) => [name, ledAs(name, was[name], value)])
  const made = { ...Object.fromEntries(led), scripts, ...Object.fromEntries(settings(was)) }
  const same = { ...Object.fromEntries(others), scripts: scriptsOf(is), ...Object.fromEntries(settings(is)) }
  return JSON.stringify(made) === JSON.stringify(same) ? null : `${JSON.stringify(made, null, 2)}\n`
}

const entries: ReadonlySet<string> = new Set(['imports', 'exports', 'main', 'module', 'browser'])
const dependencies: ReadonlySet<string> = new Set([
  ...['dependencies', 'devDependencies', 'optionalDependencies'],
])
/** Another place than the registry, or another package there. */
const isElsewhere = (spec: unknown): boolean => typeof spec === 'string' && /^[./~]|[:/]/.test(spec)

/** A name that the base has leads to the same place as before; a package has another version only of the same registry. */
function ledAs(name: string, was: unknown, is: unknown): unknown {
  if (entries.has(name)) {
    if (was === undefined) return is
    return isObject(was) && isObject(is) ? { ...withoutInPattern(is, was), ...was } : was
  }
  // npm hands it to scripts as variables.
  if (name === 'config' && isObject(was) && isObject(is)) return { ...is, ...was }
  if (name === 'workspaces' && Array.isArray(was) && Array.isArray(is))
    return was.every((one) => is.includes(one)) ? is : [...was, ...is.filter((one) => !was.includes(one))]
  if (replacing.has(name) && isObject(is)) return withoutNewPlaces(is, isObject(was) ? was : {})
  if (!dependencies.has(name) || !isObject(was) || !isObject(is)) return is
  return Object.fromEntries(
    Object.entries(is).map(([each, spec]) => [
      each,
      was[each] !== undefined && was[each] !== spec && isElsewhere(spec) ? was[each] : spec,
    ]),
  )
}

/** A new name may not stand before a pattern of the base that leads it somewhere. */
const withoutInPattern = (
  is: Readonly<Record<string, unknown>>,
  was: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const patterns = Object.keys(was).flatMap((name) => {
    const [start = '', end] = name.split('*')
    return end === undefined ? [] : [{ start, end }]
  })
  return Object.fromEntries(
    Object.entries(is).filter(
      ([name]) => !patterns.some(({ start, end }) => name.startsWith(start) && name.endsWith(end)),
    ),
  )
}

/** Packages of packages: a new place there may replace one of the base. */
const replacing: ReadonlySet<string> = new Set(['overrides', 'resolutions'])

const withoutNewPlaces = (
  is: Readonly<Record<string, unknown>>,
  was: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(is).flatMap(([name, value]) => {
      const isSame = JSON.stringify(value) === JSON.stringify(was[name])
      if (isSame || !leadsElsewhere(value)) return [[name, value]]
      return name in was ? [[name, was[name]]] : []
    }),
  )

const leadsElsewhere = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(leadsElsewhere) : isElsewhere(value)

const scriptsOf = ({ scripts }: Record<string, unknown>): Record<string, unknown> =>
  isObject(scripts) ? scripts : {}

const withoutAround = (
  scripts: Record<string, unknown>,
  base: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(scripts).filter(([name]) => {
      const [, around] = /^(?:pre|post)(.+)$/.exec(name) ?? []
      return around === undefined || !(around in base)
    }),
  )
