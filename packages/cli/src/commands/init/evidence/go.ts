/** Finds what proves a change of a Go product. Modules are fetched into the lane, since checks have no network. Pure. */
import {
  type Finder,
  type FoundCheck,
  isFolder,
  laneCache,
  makeLaneCache,
  type RepoFiles,
  topFoldersOf,
} from './evidence.ts'

const cache = `GOMODCACHE="$PWD/${laneCache}/go"`

export const go: Finder = (files, ci) => {
  const { texts } = files
  const used = usedModules(texts['go.work'] ?? '').filter(
    (folder) => folder === '.' || isFolder(files, folder),
  )
  if (texts['go.mod'] === undefined && used.length === 0) return null
  const hasVendor = isFolder(files, 'vendor')
  const prefix = hasVendor ? '' : `${cache} GOPROXY=off `
  const race = ci.some(({ run }) => /\bgo test\b.*\s-race\b/.test(run)) ? ' -race' : ''
  const test = (folder: string, from: string): FoundCheck => ({
    name: folder === '.' ? 'test' : `test ${folder}`,
    run: `${prefix}go test${race} ${folder === '.' ? './...' : `./${folder}/...`}`,
    from,
  })
  const modules =
    used.length === 0 ? [test('.', 'go.mod')] : used.map((folder) => test(folder, `go.work, use ./${folder}`))
  return {
    ecosystem: 'go',
    manager: 'go',
    checks: [
      {
        name: 'lint',
        run: `${prefix}go vet ./...`,
        from: texts['go.mod'] === undefined ? 'go.work' : 'go.mod',
      },
      ...modules,
    ],
    setup: hasVendor ? [] : [makeLaneCache, `${cache} GOFLAGS=-modcacherw go mod download`],
    appPaths: placesOf(files, used),
    ...(hasVendor ? {} : { environment: `${cache} GOPROXY=off` }),
  }
}

/** `use ./a` and `use ( ./a ./b )`. */
function usedModules(text: string): readonly string[] {
  const plain = text.replace(/\/\/.*$/gm, '')
  const blocks = [...plain.matchAll(/^use\s+(?:\(([^)]*)\)|(\S+))/gm)].map(
    ([, many, one]) => many ?? one ?? '',
  )
  const folders = blocks.flatMap((block) => block.split(/\s+/)).filter((folder) => folder !== '')
  return folders.map((folder) => folder.replace(/^\.\//, '').replace(/\/$/, ''))
}

function placesOf(files: RepoFiles, used: readonly string[]): readonly string[] {
  const places = ['cmd', 'pkg', 'internal', 'api'].filter((name) => isFolder(files, name))
  const found = [...new Set([...places, ...topFoldersOf(files, used)])]
  const atTop = [...files.paths].some((path) => /^[^/]+\.go$/.test(path))
  return atTop && found.length === 0 ? ['.'] : found
}
