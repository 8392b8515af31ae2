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
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { ifMissing } from '../../machine/disk/if-missing.ts'
import { removeInside } from '../../machine/disk/inside.ts'
import { isPlainWay } from '../../machine/disk/plain-path.ts'

const ownFolder = '.harness'
/** Team knowledge is kept in a folder of that name. */
const reservedSlugs: ReadonlySet<string> = new Set(['memory'])

export const cleanUp = (
  command: CleanUp,
  attempt: Attempt,
  ports: LanePorts,
): Promise<CleanedUp | CleanUpRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const told = { at: ports.clock.now(), commandId: command.id }
    const done = await removeOwn(command, ports, attempt.signal)
    return 'why' in done
      ? { type: 'CleanUpRefused', ...told, ...done }
      : { type: 'CleanedUp', ...told, ...done }
  })

type Place = Pick<LanePorts, 'repoRoot' | 'stateDir'>

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
  ports: Place,
): Promise<Refusal | null> {
  const why = whyNoDocs(docsPath) ?? (await whyUnsafe(docsPath, ports))
  if (why !== null) return { path: docsPath, why }
  for (const path of docs) {
    const wrong = whyNotIn(docsPath, path) ?? (await whyUnsafe(path, ports))
    if (wrong !== null) return { path, why: wrong }
  }
  for (const path of working) {
    const wrong = whyNotWorking(path) ?? (await whyUnsafe(path, ports))
    if (wrong !== null) return { path, why: wrong }
  }
  return null
}

function whyNoDocs(docsPath: string): string | null {
  const spelled = containedPath(docsPath)
  if (!spelled.ok) return spelled.problem
  const steps = docsPath.replace(/\/$/, '').split('/')
  const slug = steps.at(-1) ?? ''
  if (slug.trim() === '' || slug === '.' || slug.includes('..')) return 'its last part is no name'
  if (reservedSlugs.has(slug.toLowerCase())) return `${slug} is a reserved name`
  if (steps.length < 2) return 'it is not below another folder'
  return steps[0] === ownFolder ? 'it is in the folder of the harness' : null
}

function whyNotIn(docsPath: string, path: string): string | null {
  const spelled = containedPath(path)
  if (!spelled.ok) return spelled.problem
  const folder = `${docsPath.replace(/\/$/, '')}/`
  const isFileIn = spelled.path.startsWith(folder) && !spelled.path.slice(folder.length).includes('/')
  return isFileIn ? null : `it is not in ${docsPath}`
}

function whyNotWorking(path: string): string | null {
  const spelled = containedPath(path)
  if (!spelled.ok) return spelled.problem
  return spelled.path.startsWith(`${ownFolder}/`) ? null : `it is not in ${ownFolder}/`
}

/** No link may lead to a path, and the state of runs must not be in it or around it. */
async function whyUnsafe(path: string, { repoRoot, stateDir }: Place): Promise<string | null> {
  const spelled = containedPath(path)
  if (!spelled.ok) return spelled.problem
  const root = await realpath(repoRoot)
  const target = join(root, spelled.path)
  if (!isPlainWay(root, spelled.path) && !(await isPlainFile(root, spelled.path)))
    return 'it leads through a link'
  const state = await realpath(stateDir).catch(ifMissing(stateDir))
  if (isIn(target, state) || isIn(state, target)) return 'the records of runs are there'
  return null
}

const isPlainFile = async (root: string, path: string): Promise<boolean> =>
  isPlainWay(root, path.split('/').slice(0, -1).join('/')) &&
  (await lstat(join(root, path)).catch(ifMissing(null)))?.isFile() === true

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}
