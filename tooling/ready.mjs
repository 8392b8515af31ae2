// Makes an npm command work right after a clone: installs from the lock file when that is needed, and with
// --build also builds the CLI when a source is newer than its bundle. Uses nothing but Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestNode = [20, 19]
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const lockFile = join(root, 'package-lock.json')
const installed = join(root, 'node_modules')
const stamp = join(installed, '.harness-lock')
const mutex = join(root, '.ready.lock')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  console.error(`Harness needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(2)
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

/** Whether npm's own record of what it installed already says what the lock file says. */
function installedMatchesLock() {
  const record = read(join(installed, '.package-lock.json'))
  if (record === undefined) return false
  const have = JSON.parse(record).packages
  const want = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const same = (a, b) => a.version === b.version && a.integrity === b.integrity && a.link === b.link
  for (const [path, entry] of Object.entries(want)) {
    if (!path.includes('node_modules/')) continue
    if (have[path] ? !same(have[path], entry) : !entry.optional) return false
  }
  return Object.keys(have).every((path) => path in want)
}

function install() {
  if (installedMatchesLock()) return writeFileSync(stamp, lockHash())
  console.error('Installing dependencies from package-lock.json …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(npm, args, {
    cwd: root,
    // What the command prints on stdout belongs to the command.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (error || status !== 0) {
    console.error(
      `Installing failed (${error?.message ?? `npm ci ended with ${status}`}). Is the network reachable?`,
    )
    process.exit(1)
  }
  writeFileSync(stamp, lockHash())
}

const isInstalled = () => read(stamp) === lockHash()

const newestIn = (path) => {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestIn(join(path, name))),
    stat.mtimeMs,
  )
}

function isBuilt() {
  const bundle = join(root, 'packages', 'cli', 'dist', 'harness.cjs')
  if (!existsSync(bundle)) return false
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))
  const sources = [
    ...packages.flatMap((it) => [join(it, 'src'), join(it, 'package.json')]),
    join(root, 'roles'),
    join(root, 'examples'),
    join(root, 'tooling', 'build.mjs'),
    lockFile,
  ]
  const builtAt = statSync(bundle).mtimeMs
  return sources.every((it) => newestIn(it) <= builtAt)
}

function build() {
  const { status } = spawnSync(process.execPath, [join(root, 'tooling', 'build.mjs'), 'cli'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(status ?? 1)
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two commands started at once must not install or build over each other. */
function alone(work) {
  const owner = join(mutex, 'pid')
  for (;;) {
    try {
      mkdirSync(mutex)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const pid = Number(read(owner))
      const abandoned =
        pid > 0
          ? !isAlive(pid)
          : Date.now() - (statSync(mutex, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5_000
      if (abandoned) rmSync(mutex, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
  writeFileSync(owner, String(process.pid))
  const release = () => rmSync(mutex, { recursive: true, force: true })
  process.once('exit', release)
  work()
  release()
  process.removeListener('exit', release)
}

const wantsBuild = process.argv.includes('--build')
if (!isInstalled()) alone(() => isInstalled() || install())
if (wantsBuild && !isBuilt()) alone(() => isBuilt() || build())
