/**
 * Finds out what `lanes.setup` reads of a tree beside lock files and manifests: the files that its lines name, the shell
 * scripts they start, and the scripts of packages that an installation runs. If that cannot be told, it may be all.
 */
import { type SetUpStep, setUpSteps } from '@harness/core/work/set-up-steps'
import { isObject } from '@harness/formats/text/is-object'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { withBlobs } from '../../machine/git/blobs.ts'

/** The files of a tree by their paths, each with its mode, type and hash. */
export type TreeFiles = ReadonlyMap<string, string>

const mostReads = 200

/** Relative paths of files and folders; null if it may be any. */
export async function setUpReach(
  repository: string,
  files: TreeFiles,
  setup: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const paths = new Set<string>()
  const seen = new Set<string>()
  const texts = textsOf(repository, files)
  const queue: SetUpStep[] = setup.flatMap((line) => setUpSteps(line, ''))
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const key = JSON.stringify(step)
    if (seen.has(key)) continue
    seen.add(key)
    if (seen.size > mostReads) return null
    const further = await follow(step, paths, texts, files)
    if (further === null) return null
    queue.push(...further)
  }
  return paths
}

/** The texts of files of the tree; null for one that it does not have. */
type Read = (paths: readonly string[]) => Promise<readonly (string | null)[]>

function textsOf(repository: string, files: TreeFiles): Read {
  const known = new Map<string, string | null>()
  return async (paths) => {
    const isFile = (path: string): boolean => files.get(path)?.includes(' blob ') === true
    const asked = paths.filter((path) => !known.has(path))
    const nameOf = (path: string): string => files.get(path)?.split(' ')[2] ?? ''
    await withBlobs(repository, asked.filter(isFile).map(nameOf), async (blobs) => {
      for (const path of asked)
        known.set(path, (await blobs.get(nameOf(path))?.bytes())?.toString('utf8') ?? null)
    })
    return paths.map((path) => known.get(path) ?? null)
  }
}

/** Null if nothing more can be told. */
async function follow(
  step: SetUpStep,
  paths: Set<string>,
  read: Read,
  files: TreeFiles,
): Promise<readonly SetUpStep[] | null> {
  switch (step.kind) {
    case 'unknown':
      return null
    case 'reads':
      for (const path of step.paths) paths.add(path)
      return []
    case 'script':
      return scriptSteps(step, paths, read)
    case 'package script':
      return packageScript(step.name, step.folder, read)
    case 'packages':
      return installSteps(step.folder, read, files)
    case 'requirements': {
      paths.add(step.path)
      const [text] = await read([step.path])
      // Such a line names another file, or a package in the tree.
      return /^\s*(?:-r|-c|-e|--\w|\.)|file:|^[^#;]*\//m.test(text ?? '') ? null : []
    }
    case 'tool':
      // A package of the tree may be called so.
      return (await hasOwnPackages(step.folder, read, files)) ? null : []
  }
}

async function scriptSteps(
  { path, folder, isSourced }: Extract<SetUpStep, { kind: 'script' }>,
  paths: Set<string>,
  read: Read,
): Promise<readonly SetUpStep[] | null> {
  paths.add(path)
  const [text = null] = await read([path])
  const isShell =
    text !== null &&
    (/^#!.*\b(?:ba|da|z|k)?sh\b/.test(text) || (!text.startsWith('#!') && /\.sh$/.test(path)))
  if (!isShell || (isSourced && /\b(?:cd|pushd|popd)\b/.test(text))) return null
  return setUpSteps(text, folder)
}

async function packageScript(name: string, folder: string, read: Read): Promise<readonly SetUpStep[] | null> {
  const [named = {}] = await scriptsIn([folder], read)
  const lines = [`pre${name}`, name, `post${name}`].map((each) => named[each])
  return typeof lines[1] === 'string' ? linesIn(lines, folder) : null
}

const linesIn = (lines: readonly unknown[], folder: string): readonly SetUpStep[] =>
  lines.flatMap((line) => (typeof line === 'string' ? setUpSteps(line, folder) : []))

/** What package managers run of themselves when they install. */
const lifecycle = [
  ...['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'],
  ...['dependencies', 'pnpm:devPreinstall', 'prepack', 'postpack'],
]

async function installSteps(
  folder: string,
  read: Read,
  files: TreeFiles,
): Promise<readonly SetUpStep[] | null> {
  if (await steersInstall(folder, read, files)) return null
  const own = (await hasOwnPackages(folder, read, files)) ? packageFolders(files) : []
  const folders = [...new Set([folder, ...own])]
  // Such a file is compiled without a word in the manifest.
  if (folders.length > mostReads || folders.some((place) => files.has(within(place, 'binding.gyp'))))
    return null
  const scripts = await scriptsIn(folders, read)
  return folders.flatMap((place, index) =>
    linesIn(
      lifecycle.map((name) => scripts[index]?.[name]),
      place,
    ),
  )
}

/** Settings by which an installation loads code of the tree. */
async function steersInstall(folder: string, read: Read, files: TreeFiles): Promise<boolean> {
  for (const place of new Set(['', folder])) {
    const [hooks, ...settings] = await read(
      ['.pnpmfile.cjs', '.npmrc', '.yarnrc', '.yarnrc.yml'].map((name) => within(place, name)),
    )
    if (files.has(within(place, '.pnpmfile.mjs')) || /\b(?:require|import)\b/.test(hooks ?? '')) return true
    if (settings.some((text) => steering.test(text ?? ''))) return true
  }
  return false
}

const steering =
  /script-shell|node-options|pnpmfile|config=|yarn-?path(?!"?:?\s+"?(?:\.\/)?\.yarn\/releases\/)|path: (?!\.yarn\/plugins\/)/i

/** Packages that are folders of the tree: their scripts run too, and their programs are on PATH. */
async function hasOwnPackages(folder: string, read: Read, files: TreeFiles): Promise<boolean> {
  if (files.has('pnpm-workspace.yaml') || files.has('lerna.json')) return true
  const manifests = await read([...new Set(['', folder])].map((place) => within(place, 'package.json')))
  return manifests.some((text) => {
    const manifest = jsonObjectIn(text ?? '') ?? {}
    const needs = JSON.stringify(needing.map((name) => manifest[name]))
    return (
      manifest.workspaces !== undefined || /"(?:file|link|portal|workspace):|:"(?:\.{1,2}|~)?\//.test(needs)
    )
  })
}

const needing = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'resolutions',
  'overrides',
  'pnpm',
]

const packageFolders = (files: TreeFiles): readonly string[] =>
  [...files.keys()]
    .filter((path) => /(?:^|\/)package\.json$/.test(path) && !/(?:^|\/)node_modules\//.test(path))
    .map((path) => path.replace(/\/?package\.json$/, ''))

const within = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

async function scriptsIn(
  folders: readonly string[],
  read: Read,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const texts = await read(folders.map((folder) => within(folder, 'package.json')))
  return texts.map((text) => {
    const { scripts } = jsonObjectIn(text ?? '') ?? {}
    return isObject(scripts) ? scripts : {}
  })
}
