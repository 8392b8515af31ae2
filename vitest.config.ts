/** Owns how tests run: which of them share a worker, how many workers there are, how long a test may take. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { memoryTemp } from './tooling/memory-temp.ts'
import { agentTests, ownWorker, pathsOf } from './tooling/own-worker.ts'
import { packageTests } from './tooling/package-tests.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

const isSoak = process.env.HARNESS_SOAK !== undefined

const own = pathsOf(Object.keys(ownWorker), packageTests)
const together = packageTests.filter((path) => !own.includes(path))
const withAgents = ['tests/real-agents*.test.ts', ...pathsOf(agentTests, packageTests)]

/** Files of packages that start no process. */
const isPure = (path: string): boolean => /^packages\/(core|formats|sim)\//.test(path)

const inOneWorker = {
  isolate: false,
  env: memoryTemp,
  restoreMocks: true,
  unstubEnvs: true,
  setupFiles: ['./tooling/fuzz-seed.ts'],
}

const cleanUp = ['./tests/support/clean-up.ts']

/** Long enough for a machine that is busy with something else: no test here is about time. */
const patienceMs = isSoak ? 3_600_000 : 600_000

export default defineConfig({
  define: { __HARNESS_VERSION__: JSON.stringify(version) },
  test: {
    environment: 'node',
    pool: 'forks',
    // Tests wait for processes, servers and timers most of their time, so each core has room for three workers.
    maxWorkers: Math.min(12, 3 * availableParallelism()),
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    globalSetup: ['./tooling/memory-temp.ts'],
    reporters: [
      'default',
      './tooling/closing-line-reporter.mjs',
      ...(isSoak ? ['./tooling/figures-reporter.ts'] : []),
    ],
    // Projects run in the order of their names, and the longest file of each first.
    projects: [
      { extends: true, test: { name: 'agents', include: withAgents, setupFiles: cleanUp } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [...own],
          exclude: withAgents,
          env: memoryTemp,
        },
      },
      {
        // The program is loaded, compiled and warm for all files of a worker.
        extends: true,
        test: {
          name: 'program',
          include: ['tests/**/*.test.ts'],
          exclude: withAgents,
          ...inOneWorker,
          setupFiles: cleanUp,
        },
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
