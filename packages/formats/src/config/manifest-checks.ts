/** Writes of a package.json another one, with what decides about checks from an earlier version of it. */
import { isObject } from '../text/is-object.ts'
import { jsonObjectIn } from '../text/json-value.ts'
import { isToolSetting } from './read-manifest.ts'

/**
 * `text` with the scripts of `before` and its settings of test and lint tools. Scripts that are new stay, unless a package
 * manager runs them around one of the base's. Null if nothing of
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
  const made = { ...Object.fromEntries(others), scripts, ...Object.fromEntries(settings(was)) }
  const same = { ...Object.fromEntries(others), scripts: scriptsOf(is), ...Object.fromEntries(settings(is)) }
  return JSON.stringify(made) === JSON.stringify(same) ? null : `${JSON.stringify(made, null, 2)}\n`
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
