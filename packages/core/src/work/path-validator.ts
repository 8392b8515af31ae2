/**
 * Owns which paths from outside the harness uses: the folder of a task's documents, files that a report names, and files
 * that a patch changes. It judges the spelling alone; the shell follows links before it touches the disk.
 */
import { openedName, trapOf } from '../kernel/contained-path.ts'

export type PathKind = 'output_dir' | 'file_reference' | 'diff_target'

export type PathProblem =
  | 'empty'
  | 'unc'
  | 'absolute'
  | 'dot-dot'
  | 'control'
  | 'look-alike'
  | 'too-long'
  | 'device'
  | 'git'
  | 'reserved'
  | 'docs'
  | 'own-folder'
  | 'scope'
  | 'link'
  | 'slug'

export type ValidatedPath =
  /** `path` has single forward slashes, and none at its end. */
  { readonly ok: true; readonly path: string } | RefusedPath

/** People are told why in words of their language. */
export interface RefusedPath {
  readonly ok: false
  readonly code: PathProblem
  readonly kind: PathKind
}

interface Given {
  readonly path: string
  /** With forward slashes only. */
  readonly slashed: string
  /** Without empty ones and `.`. */
  readonly segments: readonly string[]
  readonly kind: PathKind
  readonly scope: (path: string) => boolean
}

const mostBytes = 1_000
const mostBytesOfSegment = 255
const reservedFolders = [
  'memory',
  'spec',
  'planner',
  'generator',
  'evaluator',
  'verify',
  'harness',
  '.harness',
]
/** How Windows shortens `.harness`. */
const shortOwnFolder = /^harnes~\d/
// Everything unseen: control characters, separators of lines, halves of pairs, and characters without width.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u
const lookAlikes =
  /[\u06d4\u0701\u0702\u2024-\u2026\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9\ua4f8\ufe19\ufe30\ufe52\ufe68\uff0e\uff0f\uff1a\uff3c]/

/** The steps in their order. The first that finds a problem refuses the path. */
const steps: readonly ((given: Given) => PathProblem | null)[] = [
  ({ segments, slashed }) => (segments.length === 0 && !slashed.startsWith('/') ? 'empty' : null),
  ({ slashed }) => (slashed.startsWith('//') ? 'unc' : null),
  ({ slashed }) => (/^(?:\/|[A-Za-z]:)/.test(slashed) ? 'absolute' : null),
  ({ segments }) => (segments.some((segment) => trapOf(segment) === 'out') ? 'dot-dot' : null),
  ({ path }) => (unseen.test(path) ? 'control' : null),
  ({ path }) => (lookAlikes.test(path) ? 'look-alike' : null),
  ({ segments }) => (isTooLong(segments) ? 'too-long' : null),
  ({ segments }) => (segments.some(isDevice) ? 'device' : null),
  ({ segments }) => (segments.some((segment) => trapOf(compatible(segment)) === 'git') ? 'git' : null),
  (given) => (given.kind === 'output_dir' ? outputProblem(given.segments) : fileProblem(given)),
]

export function validatePath(
  path: string,
  kind: PathKind,
  { scope = () => true }: { readonly scope?: (path: string) => boolean } = {},
): ValidatedPath {
  const slashed = path.trim().replaceAll('\\', '/')
  const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.')
  const given = { path, slashed, segments, kind, scope }
  for (const step of steps) {
    const code = step(given)
    if (code !== null) return refusedPath(code, kind)
  }
  return { ok: true, path: segments.join('/') }
}

export const refusedPath = (code: PathProblem, kind: PathKind): RefusedPath => ({ ok: false, code, kind })

/** The folder of one task's documents: a folder for documents with the task's own folder in it, which may be removed. */
export function validateDocsPath(path: string): ValidatedPath {
  const valid = validatePath(path, 'output_dir')
  if (!valid.ok) return valid
  const segments = valid.path.split('/')
  const slug = openedName(compatible(segments.at(-1) ?? ''))
  const isTaskFolder = segments.length > 1 && /^[\w-]+$/.test(slug) && !isReserved(slug)
  return isTaskFolder ? valid : refusedPath('slug', 'output_dir')
}

export const isReserved = (name: string): boolean =>
  reservedFolders.includes(name) || shortOwnFolder.test(name)

function outputProblem(segments: readonly string[]): PathProblem | null {
  const [first = ''] = segments.map(compatible).map(openedName)
  if (isReserved(first)) return 'reserved'
  return first === 'docs' && (segments[0] !== 'docs' || segments[1] !== 'harness') ? 'docs' : null
}

function fileProblem({ segments, kind, scope }: Given): PathProblem | null {
  const [first = '', second = ''] = segments.map(compatible).map(openedName)
  if (first === '.harness' || shortOwnFolder.test(first) || first === 'memory') return 'own-folder'
  if (first === 'docs' && second === 'harness') return 'own-folder'
  return kind === 'diff_target' && !scope(segments.join('/')) ? 'scope' : null
}

/** Small and wide forms of letters become the letters that some systems take them for. */
const compatible = (segment: string): string => segment.normalize('NFKC')

const isDevice = (segment: string): boolean =>
  trapOf(compatible(segment)) === 'device' || /^con(?:in|out)\$/.test(openedName(segment))

const isTooLong = (segments: readonly string[]): boolean =>
  bytesOf(segments.join('/')) > mostBytes || segments.some((segment) => bytesOf(segment) > mostBytesOfSegment)

/** As UTF-8. */
const bytesOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + bytesOfCode(character.codePointAt(0) ?? 0), 0)

const bytesOfCode = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
