/** Finds the test files of all packages, as paths from the repository's root. */
import { readdirSync } from 'node:fs'

export const packageTests: readonly string[] = readdirSync(new URL('../packages', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => /^[^/]+\/src\/.*\.(spec|test)\.ts$/.test(path))
  .map((path) => `packages/${path}`)
