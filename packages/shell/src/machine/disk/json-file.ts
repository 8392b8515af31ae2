/** Owns small JSON files that can be made again: written whole or not at all, but not synced. */
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

/** Null if it cannot be read or is no JSON. */
export function readJsonFile<Value>(path: string): Value | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

export async function replaceJsonFile(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.tmp`, `${JSON.stringify(value)}\n`)
  await rename(`${path}.tmp`, path)
}
