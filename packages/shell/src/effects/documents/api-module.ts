/** Finds the module that `harness-cli` means in a program of the target repository: a part of the running program. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Beside the program that was built; in tests of a package, the source. */
const places = ['api.cjs', '../api.cjs', '../../../../core/src/playbooks/own/api.ts']

/** For jiti. */
export const apiAlias = (): Readonly<Record<string, string>> => {
  const found = places.map((place) => join(here, place)).find((path) => existsSync(path))
  return found === undefined ? {} : { 'harness-cli': found }
}
