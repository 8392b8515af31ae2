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
  ...['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'resolutions'],
])
/** Another place than the registry, or another package there. */
const isElsewhere = (spec: unknown): boolean => typeof spec === 'string' && /^[./~]|[:/]/.test(spec)

/** A name that the base has leads to the same place as before; a package has another version only of the same registry. */
function ledAs(name: string, was: unknown, is: unknown): unknown {
  if (entries.has(name)) {
    if (was === undefined) return is
    return isObject(was) && isObject(is) ? { ...is, ...was } : was
  }
  // npm hands it to scripts as variables.
  if (name === 'config' && isObject(was) && isObject(is)) return { ...is, ...was }
  if (name === 'workspaces' && Array.isArray(was) && Array.isArray(is))
    return was.every((one) => is.includes(one)) ? is : [...was, ...is.filter((one) => !was.includes(one))]
  if (!dependencies.has(name) || !isObject(was) || !isObject(is)) return is
  return Object.fromEntries(
    Object.entries(is).map(([each, spec]) => [
      each,
      was[each] !== undefined && was[each] !== spec && isElsewhere(spec) ? was[each] : spec,
    ]),
  )
}

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
