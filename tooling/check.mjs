// The single gate: every step runs, each failure is shown, and one failure fails the whole.
// `npm run check -- types unused` runs only the steps named. Of a step that passed, only lines with "note:" are shown.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tool = (name) => join(root, 'node_modules', '.bin', name)

const steps = {
  'format and lint': [
    [tool('biome'), 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.'],
  ],
  promises: [[tool('oxlint'), '--type-aware', '--deny-warnings']],
  types: [
    [tool('tsc'), '-p', 'packages/core/tsconfig.json'],
    [tool('tsc'), '-p', 'tsconfig.json'],
  ],
  boundaries: [[process.execPath, 'tooling/check-boundaries.mjs']],
  unused: [[tool('knip'), '--no-progress']],
  prose: [[process.execPath, 'tooling/check-prose.mjs']],
  'lock file': [[process.execPath, 'tooling/complete-lock.mjs', '--check']],
  specs: [[tool('vitest'), 'run', 'packages/core/']],
  'state diagrams': [[process.execPath, 'tooling/run-bundled.mjs', 'states', '--check']],
  seeds: [[process.execPath, 'tooling/run-bundled.mjs', 'sim', '--seeds', '100']],
}

const named = process.argv.slice(2)
const unknown = named.filter((it) => !(it in steps))
if (unknown.length > 0) {
  console.error(`No step is called ${unknown.join(', ')}; there are: ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}

const failed = []
for (const [name, commands] of Object.entries(steps)) {
  if (named.length > 0 && !named.includes(name)) continue
  const startedAt = Date.now()
  const output = []
  const passed = commands.every(([program, ...args]) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    output.push(stdout, stderr, error?.message ?? '')
    return status === 0
  })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (!passed) failed.push(name)
  const shown = passed ? (output.join('').match(/^note: .*$/gm) ?? []).join('\n') : output.join('').trim()
  if (shown !== '') console.log(shown.replace(/^/gm, '       '))
}
console.log(failed.length === 0 ? 'check passed' : `check failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
