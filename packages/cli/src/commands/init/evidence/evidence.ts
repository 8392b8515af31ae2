/** Owns the words in which detection speaks: what it is shown of a repository, and what each ecosystem suggests. Pure. */
import type { CiCommand, CiFile } from '@harness/formats/documents/ci/ci-command'
import { ciCommands, isCiFile } from '@harness/formats/documents/ci/ci-commands'

/** What a fresh clone would hold: names of all files, and the texts of those that tell how the product is built. */
export interface RepoFiles {
  readonly paths: ReadonlySet<string>
  readonly texts: Readonly<Record<string, string>>
}

export interface FoundCheck {
  readonly name: string
  readonly run: string
  /** The file it was found in, for people. */
  readonly from: string
}

export interface Evidence {
  /** Tells checks of the same name apart, if a repository has several ecosystems. */
  readonly ecosystem: string
  readonly manager: string | null
  readonly checks: readonly FoundCheck[]
  /** What a fresh lane needs before anything runs in it. */
  readonly setup: readonly string[]
  /** What decides about set-up, beside the files that are known to. */
  readonly setupInputs?: readonly string[]
  readonly appPaths?: readonly string[]
  /** Variables in front of commands of the ecosystem that others call, such as a Makefile. */
  readonly environment?: string
  /** True if checks must reach package registries. */
  readonly needsRegistries?: boolean
  /** What could not be turned into a check, and why. */
  readonly notes?: readonly string[]
}

export type Finder = (files: RepoFiles, ci: readonly CiCommand[]) => Evidence | null

/** Names of checks, cheap ones first. */
export const checkOrder = ['lint', 'format', 'types', 'build', 'unit', 'test'] as const

/**
 * Where caches go that a package manager keeps in the home: programs in a lane have a home of their own, which is empty again
 * for the next one. The folder hides itself from git.
 */
export const laneCache = '.harness-cache'
export const makeLaneCache = `mkdir -p ${laneCache} && echo '*' > ${laneCache}/.gitignore`

export const ciFilesOf = ({ texts }: RepoFiles): readonly CiFile[] =>
  Object.entries(texts)
    .filter(([path]) => isCiFile(path))
    .map(([path, text]) => ciCommands(text, path))

/** Names at the top of the repository. */
export const topNames = ({ paths }: RepoFiles): ReadonlySet<string> =>
  new Set([...paths].map((path) => path.split('/')[0] ?? ''))

export const isFolder = ({ paths }: RepoFiles, folder: string): boolean =>
  [...paths].some((path) => path.startsWith(`${folder}/`))

/** The folders at the top that patterns such as `packages/*` lead to, as far as they are there. */
export function topFoldersOf(files: RepoFiles, patterns: readonly string[]): readonly string[] {
  const tops = patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .map((pattern) => pattern.replace(/^\.\//, '').split('/')[0] ?? '')
    .filter((top) => top !== '' && top !== '.' && !/[*{[]/.test(top))
  return [...new Set(tops)].filter((top) => isFolder(files, top)).sort()
}

export const isText = (value: unknown): value is string => typeof value === 'string'

export const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isText) : []
