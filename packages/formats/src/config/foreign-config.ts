/** Recognises the config of another tool, whose file has the name of ours. */
import { isObject } from '../text/is-object.ts'

const marks = ['layers', 'constraintPacks', 'agentsMapPath', 'toolchain'] as const

/** The fields by which it is recognised; none if the config is ours. */
export function foreignFields(value: unknown): readonly string[] {
  if (!isObject(value) || value.checks !== undefined) return []
  const found = marks.filter((name) => value[name] !== undefined)
  return found.length < 2 ? [] : found
}
