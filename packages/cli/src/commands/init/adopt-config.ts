/**
 * Reads a config of a repository of this kind that lacks what ours needs, most of all checks. What can be used is kept as it
 * is; what cannot is left out, with the reason. Pure.
 */
import { parseConfigValue } from '@harness/formats/config/parse-config'
import { describeProblem } from '@harness/formats/text/format-problem'
import { isObject } from '@harness/formats/text/is-object'

type Config = Readonly<Record<string, unknown>>

export interface Adopted {
  readonly config: Config
  /** Dotted names of fields. */
  readonly read: readonly string[]
  readonly ignored: readonly { readonly field: string; readonly why: string }[]
}

/** A check that makes the rest readable; the real ones are found in the repository. */
const stand = { checks: [{ name: 'check', run: 'true' }] }

export function adoptConfig(written: Config, file: string): Adopted {
  let config: Config = written
  const ignored: { field: string; why: string }[] = []
  for (;;) {
    const parsed = parseConfigValue({ ...stand, ...config }, file)
    if (parsed.ok) return { config, read: fieldsOf(config), ignored }
    const left = parsed.problems.flatMap((problem) => {
      const without = problem.field === null ? null : withoutField(config, problem.field.split('.'))
      return without === null ? [] : [{ problem, field: problem.field ?? '' }]
    })
    if (left.length === 0)
      return { config: {}, read: [], ignored: [{ field: file, why: 'nothing in it can be read' }] }
    for (const { problem, field } of left) {
      config = withoutField(config, field.split('.')) ?? config
      ignored.push({ field, why: describeProblem(problem) })
    }
  }
}

/** Null if there is no such field. */
function withoutField(config: Config, [key = '', ...rest]: readonly string[]): Config | null {
  if (!Object.hasOwn(config, key)) return null
  const inner = config[key]
  const { [key]: _left, ...others } = config
  if (rest.length === 0 || !isObject(inner)) return others
  const without = withoutField(inner, rest)
  return without === null ? null : { ...config, [key]: without }
}

const fieldsOf = (config: Config, above = ''): readonly string[] =>
  Object.entries(config).flatMap(([key, value]) =>
    isObject(value) ? fieldsOf(value, `${above}${key}.`) : [`${above}${key}`],
  )
