/**
 * CleanUp: removes what a run made for itself in the checkout. The guard looks at every path first, with links resolved; if
 * it refuses one, nothing is removed. Safe to repeat: what is gone already stays gone.
 */
import { lstat, realpath, rmdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { CleanedUp, CleanUp, CleanUpRefused } from '@harness/core/effects/clean-up'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import { containedPath } from '@harness/core/kernel/contained-path'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { ifMissing } from '../../machine/disk/if-missing.ts'
import { removeInside } from '../../machine/disk/inside.ts'
import { isPlainWay } from '../../machine/disk/plain-path.ts'
import type { CleanUpPorts } from './workflow-ports.ts'

const ownFolder = '.harness'
/** Team knowledge is kept in a folder of that name. */
const reservedSlugs: ReadonlySet<string> = new Set(['memory'])

export const cleanUp = (
  command: CleanUp,
  attempt: Attempt,
  ports: CleanUpPorts,
): Promise<CleanedUp | CleanUpRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const told = { at: ports.clock.now(), commandId: command.id }
    const done = await removeOwn(command, ports, attempt.signal)
    return 'why' in done
      ? { type: 'CleanUpRefused', ...told, ...done }
      : { type: 'CleanedUp', ...told, ...done }
  })

type Place = Pick<CleanUpPorts, 'repoRoot' | 'stateDir' | 'words'>
type Details = CleanUpPorts['words']['details']

/** All of it, or nothing if the guard refuses a path. */
export async function removeOwn(
  command: Pick<CleanUp, 'docsPath' | 'docs' | 'working'>,
  place: Place,
  signal: AbortSignal,
): Promise<Refusal | { readonly removed: readonly string[] }> {
  const { repoRoot } = place
  const refused = await guard(command, place)
  if (refused !== null) return refused
  const removed: string[] = []
  for (const path of [...command.docs, ...command.working]) {
    signal.throwIfAborted()
    if ((await lstat(join(repoRoot, path)).catch(ifMissing(null))) === null) continue
    await removeInside(repoRoot, path)
    removed.push(path)
  }
  for (const folder of new Set(removed.flatMap(foldersAbove)))
    if (isPlainWay(repoRoot, folder)) await rmdir(join(repoRoot, folder)).catch(ifInUse)
  return { removed }
}

/** The innermost first. A folder goes only if nothing else is in it. */
function foldersAbove(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/'))
}

const ifInUse = (error: NodeJS.ErrnoException): void => {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
}

type Refusal = Pick<CleanUpRefused, 'path' | 'why'>

/** The folder of the documents is judged even if it stays: a run that names a wrong one is not trusted with the rest. */
async function guard(
  { docsPath, docs, working }: Pick<CleanUp, 'docsPath' | 'docs' | 'working'>,
  place: Place,
): Promise<Refusal | null> {
  const { details } = place.words
  const why = whyNoDocs(docsPath, details) ?? (await whyUnsafe(docsPath, place))
  if (why !== null) return { path: docsPath, why }
  for (const path of docs) {
    const wrong = whyNotIn(docsPath, path, details) ?? (await whyUnsafe(path, place))
    if (wrong !== null) return { path, why: wrong }
  }
  for (const path of working) {
    const wrong = whyNotWorking(path, details) ?? (await whyUnsafe(path, place))
    if (wrong !== null) return { path, why: wrong }
  }
  return null
}

function whyNoDocs(docsPath: string, details: Details): string | null {
  const spelled = containedPath(docsPath)
  if (!spelled.ok) return details.notInside
  const steps = docsPath.replace(/\/$/, '').split('/')
  const slug = steps.at(-1) ?? ''
  if (slug.trim() === '' || slug === '.' || slug.includes('..')) return details.noName
  if (reservedSlugs.has(slug.toLowerCase())) return details.reservedName(slug)
  if (steps.length < 2) return details.notBelow
  return steps[0] === ownFolder ? details.ownFolder : null
}

function whyNotIn(docsPath: string, path: string, details: Details): string | null {
  const spelled = containedPath(path)
  if (!spelled.ok) return details.notInside
  const folder = `${docsPath.replace(/\/$/, '')}/`
  const isFileIn = spelled.path.startsWith(folder) && !spelled.path.slice(folder.length).includes('/')
  return isFileIn ? null : details.notIn(docsPath)
}

function whyNotWorking(path: string, details: Details): string | null {
  const spelled = containedPath(path)
  if (!spelled.ok) return details.notInside
  return spelled.path.startsWith(`${ownFolder}/`) ? null : details.notIn(`${ownFolder}/`)
}

/** No link may lead to a path, and the state of runs must not be in it or around it. */
async function whyUnsafe(
  path: string,
  { repoRoot, stateDir, words: { details } }: Place,
): Promise<string | null> {
  const spelled = containedPath(path)
  if (!spelled.ok) return details.notInside
  const root = await realpath(repoRoot)
  const target = join(root, spelled.path)
  if (!isPlainWay(root, spelled.path) && !(await isPlainFile(root, spelled.path))) return details.throughLink
  const state = await realpath(stateDir).catch(ifMissing(stateDir))
  if (isIn(target, state) || isIn(state, target)) return details.recordsThere
  return null
}

const isPlainFile = async (root: string, path: string): Promise<boolean> =>
  isPlainWay(root, path.split('/').slice(0, -1).join('/')) &&
  (await lstat(join(root, path)).catch(ifMissing(null)))?.isFile() === true

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}
