/** Owns reading a text that may be no YAML, if it does not matter what is wrong with it. */
import { parse } from 'yaml'
import { isObject } from './is-object.ts'

/** Null if the text is no YAML mapping. */
export function yamlObjectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = parse(text, { logLevel: 'silent', maxAliasCount: 100 })
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
