/** Owns small JSON files that can be made again: written whole or not at all, but not synced. */
import { promises, readFileSync } from 'node:fs'

/** Null if it cannot be read or is no JSON. */
export function readJsonFile<Value>(path: string): Value | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

export async function replaceJsonFile(path: string, value: unknown): Promise<void> {
  await promises.writeFile(`${path}.tmp`, `${JSON.stringify(value)}\n`)
  await promises.rename(`${path}.tmp`, path)
}
