/**
 * Says what of a repository works differently in a lane: git hooks, submodules, Git LFS, the version of Node. Told before the
 * first run, by init and by doctor. Pure.
 */
import { isObject } from '@harness/formats/text/is-object'
import { nodeFits } from '@harness/formats/text/node-range'
import { isText, type RepoFiles } from './evidence/evidence.ts'
import { manifestOf } from './evidence/node.ts'

export interface Surrounding {
  readonly id: 'hooks' | 'submodules' | 'lfs' | 'engines'
  readonly says: string
  /** Null if there is nothing to do. */
  readonly fix: string | null
}

export interface Machine {
  readonly node: string
  /** Hooks of this clone, by name. */
  readonly hooks: readonly string[]
  /** `lanes.setup`, as it is or would be. */
  readonly setup: readonly string[]
}

export function surroundings(files: RepoFiles, machine: Machine): readonly Surrounding[] {
  return [
    hooks(files, machine),
    submodules(files, machine),
    lfs(files, machine),
    engines(files, machine),
  ].flatMap((each) => each ?? [])
}

const managers: readonly (readonly [string, RegExp])[] = [
  ['husky', /^\.husky\//],
  ['lefthook', /^\.?lefthook\.ya?ml$/],
  ['pre-commit', /^\.pre-commit-config\.yaml$/],
  ['overcommit', /^\.overcommit\.yml$/],
]

function hooks(files: RepoFiles, machine: Machine): Surrounding | null {
  const manifest = manifestOf(files) ?? {}
  const found = [
    ...managers.filter(([, file]) => [...files.paths].some((path) => file.test(path))).map(([name]) => name),
    ...['simple-git-hooks', 'husky', 'lint-staged'].filter((name) => isObject(manifest[name])),
    ...machine.hooks.map((name) => `.git/hooks/${name}`),
  ]
  if (found.length === 0) return null
  return {
    id: 'hooks',
    says: `Git hooks do not run in lanes (${[...new Set(found)].join(', ')}). What they look at has to be a check.`,
    fix: null,
  }
}

function submodules({ paths }: RepoFiles, { setup }: Machine): Surrounding | null {
  if (!paths.has('.gitmodules')) return null
  if (setup.some((line) => line.includes('submodule')))
    return {
      id: 'submodules',
      says: 'Submodules are put into each lane by lanes.setup. Those that your checkout has need no network.',
      fix: null,
    }
  return {
    id: 'submodules',
    says: 'Lanes have no submodules, because no line of lanes.setup fetches them.',
    fix: 'Put "git submodule update --init --recursive" first into lanes.setup',
  }
}

function lfs({ texts }: RepoFiles, { setup }: Machine): Surrounding | null {
  const patterns = (texts['.gitattributes'] ?? '')
    .split('\n')
    .filter((line) => /\bfilter=lfs\b/.test(line))
    .map((line) => line.split(/\s/)[0] ?? '')
  if (patterns.length === 0) return null
  const isFetched = setup.some((line) => /\bgit lfs\b/.test(line))
  return {
    id: 'lfs',
    says: `Git LFS keeps ${patterns.slice(0, 3).join(', ')}. Lanes hold its pointers${isFetched ? ', until lanes.setup fetches the files' : ', not the files'}.`,
    fix: isFetched ? null : 'If checks read such files, put "git lfs pull" into lanes.setup',
  }
}

function engines(files: RepoFiles, { node }: Machine): Surrounding | null {
  const { engines: wanted } = manifestOf(files) ?? {}
  const range = isObject(wanted) && isText(wanted.node) ? wanted.node : null
  if (range === null || nodeFits(range, node) !== false) return null
  return {
    id: 'engines',
    says: `package.json asks for Node ${range} (engines.node), and this is Node ${node}. Checks run with it, too.`,
    fix: `Switch to Node ${range}, then give the same command again`,
  }
}
