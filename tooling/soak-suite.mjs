// Runs the whole suite again and again, and stops at the first failure: `npm run soak:suite -- 10`.
// The output of each run is kept in a file, so that a failure that comes once in ten runs can be read.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const kept = join(root, 'node_modules', '.cache', 'harness-soak')
const [text = '10', ...args] = process.argv.slice(2)
const times = Number(text)
if (!Number.isInteger(times) || times < 1) {
  console.error(`How often? ${text} is no number of runs. Example: npm run soak:suite -- 10`)
  process.exit(2)
}

/** Resolves with the exit code and the last line that was printed. */
function suite(file) {
  const log = createWriteStream(file)
  // `args` go to vitest, to run a part of the suite.
  const child = spawn('npm', ['test', '--silent', '--', ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let end = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log.write(chunk)
      end = (end + chunk).slice(-2_000)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      log.end(() => resolve({ code, line: end.trimEnd().split('\n').at(-1) ?? '' })),
    )
  })
}

rmSync(kept, { recursive: true, force: true })
mkdirSync(kept, { recursive: true })
for (let run = 1; run <= times; run++) {
  const file = join(kept, `run-${run}.log`)
  const startedAt = Date.now()
  const { code, line } = await suite(file)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`${run} of ${times}: ${line} (${seconds} s)`)
  if (code !== 0) {
    console.log(`Run ${run} failed. Its output: ${relative(root, file)}`)
    process.exit(1)
  }
}
console.log(`The suite passed ${times} times in a row.`)
