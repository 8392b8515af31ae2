/** Finds the module that `harness-cli` means in a program of the target repository: a part of the running program. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Beside the program that was built; in tests of a package, the source. `of` is the folder with all that it imports. */
const places = [
  { file: 'api.cjs', of: '.' },
  { file: '../api.cjs', of: '..' },
  { file: '../../../../core/src/playbooks/own/api.ts', of: '../../../../core/src' },
]

const found = () => places.find(({ file }) => existsSync(join(here, file)))

/** For jiti. */
export const apiAlias = (): Readonly<Record<string, string>> => {
  const place = found()
  return place === undefined ? {} : { 'harness-cli': join(here, place.file) }
}

/** The folder whose files are the harness's own, not the repository's; null if there is none. */
export const apiFolder = (): string | null => {
  const place = found()
  return place === undefined ? null : join(here, place.of)
}
