/** Finds the folders that programs on PATH need: their own, those that their links lead to, and those of version managers. */
import { type Dirent, readdirSync, readlinkSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { findPlace, isWithin, type Place } from './place.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** In every sandbox, as far as they exist. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc'] as const

/** Not programs, but programs ask for them: the number of processors and the limits of memory. */
const systemFacts = ['/sys/devices/system', '/sys/fs/cgroup'] as const

/** Links of /etc that lead out of it on some distributions. */
const certificates = [
  '/etc/ssl/certs',
  '/etc/ssl/cert.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/tls/certs',
] as const

/** What version managers keep in a home. Folders that may hold a log-in are not named here. */
const inHome = [
  '.asdf',
  '.bun/bin',
  '.bun/install/global',
  '.cache/ms-playwright',
  '.cache/node/corepack',
  '.dotnet',
  '.local/share/fnm/node-versions',
  '.local/share/mise/installs',
  '.local/share/mise/shims',
  '.local/share/pipx',
  '.local/share/uv/python',
  '.local/share/uv/tools',
  '.nvm/versions',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.sdkman/candidates',
  '.volta',
  'anaconda3',
  'miniconda3',
] as const

/** Variables that name such a place elsewhere. */
const inVariables: Readonly<Record<string, string>> = {
  COREPACK_HOME: '',
  GOROOT: '',
  JAVA_HOME: '',
  NODE_EXTRA_CA_CERTS: '',
  NVM_DIR: 'versions',
  PLAYWRIGHT_BROWSERS_PATH: '',
  PYENV_ROOT: '',
  RUSTUP_HOME: '',
  SSL_CERT_DIR: '',
  SSL_CERT_FILE: '',
  VOLTA_HOME: '',
}

/** What a program in `<prefix>/bin` reads of its prefix. */
const besideBin = ['bin', 'sbin', 'lib', 'lib64', 'libexec', 'include', 'pyvenv.cfg'] as const

/** Folders that hold nothing but installed programs: shown as a whole. */
const installed = /^(?:\/nix|\/gnu|\/opt\/[^/]+|\/home\/linuxbrew\/\.linuxbrew)(?=\/|$)/

export const toolPlaces = (env: Environment, home: string, node: string): readonly Place[] => {
  const folders = pathFolders(env)
  const candidates = [
    ...systemFolders,
    ...systemFacts,
    ...certificates,
    ...folders.flatMap(neededFor),
    ...[...folders, '/etc/alternatives'].flatMap(linkedFrom).flatMap(neededFor),
    ...neededFor(node),
    ...inHome.map((path) => join(home, path)),
    ...Object.entries(inVariables).flatMap(([name, below]) => {
      const value = env[name]
      return value !== undefined && isAbsolute(value) ? [join(value, below)] : []
    }),
  ]
  const places = [...new Set(candidates)].flatMap((path) => findPlace(path) ?? [])
  // A home on PATH, or above it, is no toolchain.
  return places.filter(({ real }) => !isWithin(home, real))
}

/** The folders of PATH that exist, without the links in their paths. */
const pathFolders = (env: Environment): readonly string[] =>
  (env.PATH ?? '')
    .split(delimiter)
    // npm puts those of its packages there; a product in a lane has its own.
    .filter((folder) => isAbsolute(folder) && !folder.endsWith('/node_modules/.bin'))
    .flatMap((folder) => findPlace(folder)?.real ?? [])

/** The paths that a program or a folder of programs needs, itself included. */
function neededFor(path: string): readonly string[] {
  const real = findPlace(path)?.real ?? path
  if (isSystem(real)) return []
  const whole = installed.exec(real)?.[0]
  if (whole !== undefined) return [path, whole]
  const prefix = [real, dirname(real)].find((folder) => ['bin', 'sbin'].includes(basename(folder)))
  return prefix === undefined ? [path] : [path, ...besideBin.map((name) => join(dirname(prefix), name))]
}

/** The links in a folder that lead out of it, and not into a folder of the system. Those have hundreds of links. */
function linkedFrom(folder: string): readonly string[] {
  return entriesIn(folder)
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => join(folder, entry.name))
    .filter((path) => {
      const target = resolve(folder, readlinkSync(path))
      return !isSystem(target) && !isWithin(target, folder)
    })
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const isSystem = (path: string): boolean => systemFolders.some((folder) => isWithin(path, folder))
