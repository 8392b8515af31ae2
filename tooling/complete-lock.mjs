// Adds to package-lock.json the platform packages (optional, one per system and processor) that npm left out
// because the registry in use did not offer them. Without these entries `npm ci` refuses the lock file, here and
// on the very systems they are for. Run it after `npm install`; `--check` only says whether something is missing.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

/** Where Node would find `name` from the package at `path`, innermost folder first. */
function* placesFor(path, name) {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    yield `${at}/node_modules/${name}`
  }
  yield `node_modules/${name}`
}

function entryFor(name, version, dev) {
  const words = name.split(/[-/]/)
  const os = systems.filter((it) => words.includes(it))
  const cpu = processors.filter((it) => words.includes(it))
  if (cpu.length === 0)
    throw new Error(`${name} is optional and absent, and its name does not say for which system.`)
  const libc = words.some((it) => it.startsWith('musl'))
    ? ['musl']
    : words.some((it) => it.startsWith('gnu'))
      ? ['glibc']
      : []
  return {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  }
}

const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d+\.\d+\.\d+$/.test(version)) continue
    const places = [...placesFor(path, name)]
    const present = places.find((it) => it in lock.packages)
    if (present && lock.packages[present].version === version) continue
    // A different version in an outer folder belongs to another package: this one goes beside its parent.
    const place = present ? places[0] : places.at(-1)
    lock.packages[place] = entryFor(name, version, entry.dev)
    added.push(`${name}@${version}`)
  }
}

if (process.argv.includes('--check')) {
  for (const it of added) console.error(`package-lock.json lacks ${it}: run node tooling/complete-lock.mjs`)
  process.exitCode = added.length > 0 ? 1 : 0
} else if (added.length > 0) {
  const [rootEntry, ...rest] = Object.entries(lock.packages)
  rest.sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries([rootEntry, ...rest])
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${added.length} platform packages to package-lock.json`)
}
