// Bundles a program of this repository and runs it: `node tooling/run-bundled.mjs sim --seeds 100`.
import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'

const [name, ...args] = process.argv.slice(2)
const entry = await build(name)
const { status, signal } = spawnSync(process.execPath, ['--enable-source-maps', entry, ...args], {
  stdio: 'inherit',
})
process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1)
