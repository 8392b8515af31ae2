/** Reads the scripts of a package.json. What cannot be read has none: nothing depends on it. */
import { jsonObjectIn } from '../text/json-value.ts'
export interface PackageScript {
  readonly name: string
  readonly run: string
}

export function packageScripts(text: string): readonly PackageScript[] {
  const { scripts } = jsonObjectIn(text) ?? {}
  if (typeof scripts !== 'object' || scripts === null) return []
  return Object.entries(scripts).flatMap(([name, run]) => (typeof run === 'string' ? [{ name, run }] : []))
}
