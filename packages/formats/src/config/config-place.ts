/** Owns the names that a repository's config can have, and which file counts. Light: every command begins with it. */
import { jsonIn } from '../text/json-value.ts'
import { foreignFields } from './foreign-config.ts'

export const jsonConfig = 'harness.config.json'
export const programConfig = 'harness.config.ts'
/** If another tool has a file named harness.config.json. */
export const innerConfig = '.harness/config.json'

export interface ConfigText {
  readonly file: string
  readonly text: string
}

/** The JSON config that counts; null if there is none. `read` gives the text of a file, null if there is no such file. */
export function jsonConfigIn(read: (file: string) => string | null): ConfigText | null {
  const outer = read(jsonConfig)
  if (outer !== null && foreignFields(jsonIn(outer)).length === 0) return { file: jsonConfig, text: outer }
  const inner = read(innerConfig)
  if (inner !== null) return { file: innerConfig, text: inner }
  return outer === null ? null : { file: jsonConfig, text: outer }
}
