import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('packages/cli/package.json', import.meta.url), 'utf8'))

const ofPackages = readdirSync(new URL('packages', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[^/]+\/src\/.*\.(spec|test)\.ts$/.test(path))
  .map((path) => `packages/${path}`)

/** A file that replaces modules would replace them for others too; one that starts agents or a browser takes long. */
const needsOwnWorker = (path: string): boolean =>
  /\bvi\.mock\(|test-support\/(agent-sdks|browser)/.test(readFileSync(new URL(path, import.meta.url), 'utf8'))

const together = ofPackages.filter((path) => !needsOwnWorker(path))

/** Files of packages that start no process. */
const isPure = (path: string): boolean => /^packages\/(core|formats|sim)\//.test(path)

const inOneWorker = { isolate: false, restoreMocks: true, unstubEnvs: true }

export default defineConfig({
  define: { __HARNESS_VERSION__: JSON.stringify(version) },
  test: {
    environment: 'node',
    pool: 'forks',
    // Many tests wait for processes, so that a third worker finds something to do on two cores.
    maxWorkers: 3,
    // Long enough for a machine that is busy with something else: nothing here is about time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './tooling/closing-line-reporter.mjs'],
    // Projects run in the order of their names, and the longest file of each first.
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ['tests/**/*.test.ts', ...ofPackages.filter(needsOwnWorker)] },
      },
      {
        // To load the modules again for each file took twice as long as the tests themselves.
        extends: true,
        test: { name: 'shared', include: together.filter((path) => !isPure(path)), ...inOneWorker },
      },
      {
        // A worker that has simulated is large, and to start a process from a large one takes three times as long.
        extends: true,
        test: { name: 'pure', include: together.filter(isPure), ...inOneWorker },
      },
    ],
  },
})
