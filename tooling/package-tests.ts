/** Finds the sources and the test files of all packages, as paths from the repository's root. */
import { readdirSync } from 'node:fs'

export const packageSources: readonly string[] = readdirSync(new URL('../packages', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => /^[^/]+\/src\/.*\.ts$/.test(path))
  .map((path) => `packages/${path}`)

export const packageTests: readonly string[] = packageSources.filter((path) =>
  /\.(spec|test)\.ts$/.test(path),
)
