/** Reads of a package.json what decides about checks: its scripts, and the settings of test and lint tools that are in it. */

import type { Manifest } from '@harness/core/work/check-lines'
import { isObject } from '../text/is-object.ts'
import { jsonObjectIn } from '../text/json-value.ts'

const tools: ReadonlySet<string> = new Set(
  'jest vitest mocha ava tap nyc c8 eslintConfig eslintIgnore xo standard babel prettier stylelint jasmine cypress nx wireit ts-node tsd size-limit'.split(
    ' ',
  ),
)

/** Whether a field of a package.json holds the settings of a tool. */
export const isToolSetting = (name: string): boolean => tools.has(name)

/** A text that is no manifest says nothing. */
export function readManifest(text: string | null): Manifest {
  const value = jsonObjectIn(text ?? '') ?? {}
  const scripts = Object.entries(isObject(value.scripts) ? value.scripts : {})
  const settings = Object.entries(value).filter(([name]) => isToolSetting(name))
  return {
    scripts: Object.fromEntries(scripts.map(([name, line]) => [name, String(line)])),
    settings: Object.fromEntries(settings.map(([name, each]) => [name, JSON.stringify(each)])),
  }
}
