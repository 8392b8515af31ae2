import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('packages/cli/package.json', import.meta.url), 'utf8'))

export default defineConfig({
  define: { __HARNESS_VERSION__: JSON.stringify(version) },
  test: {
    include: ['packages/*/src/**/*.{spec,test}.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'tests/fixtures/**'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default', './tooling/closing-line-reporter.mjs'],
  },
})
