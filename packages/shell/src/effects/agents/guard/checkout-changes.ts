/**
 * Finds what changed in the user's own checkout while an agent worked in a lane. Agents are to stay out of it, but the
 * user works there, and who wrote a file cannot be told: it is named, and no agent is blamed. A look that would take
 * long is left out.
 */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError, gitOk } from '../../../machine/git/git.ts'
import { parseStatus } from '../../../machine/git/status.ts'
import { isHarnessFile } from '../../../store/layout/harness-files.ts'
import { namedFew } from '../../../store/layout/named-few.ts'

const wallMs = 10_000
const outputBytes = 1024 * 1024

export interface Checkout {
  readonly repoRoot: string
  /** Where people leave context meanwhile, as they are asked to. */
  readonly contextDir: string
  /** What the harness itself writes there while agents work. */
  readonly ownDocuments?: readonly string[]
}

/** What differs from the last commit, each with a mark of its content; null if it could not be looked at. */
export type CheckoutState = ReadonlyMap<string, string> | null

export async function checkoutState(checkout: Checkout): Promise<CheckoutState> {
  const { repoRoot, contextDir, ownDocuments = [] } = checkout
  const expected = [contextDir, ...ownDocuments].map((place) => `${place}/`)
  // A folder that is untracked as a whole and holds them changes with them.
  const isExpected = (path: string): boolean =>
    expected.some((place) => `${path}/`.startsWith(place)) ||
    (path.endsWith('/') && ownDocuments.some((document) => document.startsWith(path)))
  // A folder that is untracked as a whole is one entry: its content is not looked at, however much it is.
  const args = ['status', '--porcelain=v2', '-z', '--untracked-files=normal', '--no-renames']
  try {
    const { stdout } = await gitOk(repoRoot, args, { wallMs, outputBytes })
    const paths = parseStatus(stdout).map(({ path }) => path)
    const seen = paths.filter((path) => !isHarnessFile(path) && !isExpected(path))
    const marked = seen.map(async (path) => [path, await markOf(join(repoRoot, path))] as const)
    return new Map(await Promise.all(marked))
  } catch (error) {
    if (error instanceof GitError) return null
    throw error
  }
}

const markOf = (path: string): Promise<string> =>
  lstat(path).then(
    ({ size, mtimeMs, mode }) => `${size} ${mtimeMs} ${mode}`,
    () => 'gone',
  )

export async function checkoutNotes(checkout: Checkout, before: CheckoutState): Promise<readonly string[]> {
  const now = before === null ? null : await checkoutState(checkout)
  if (before === null || now === null) return []
  const changed = [...now].filter(([path, mark]) => before.get(path) !== mark).map(([path]) => path)
  return changed.length === 0
    ? []
    : [`changed in your checkout during the turn, perhaps by you: ${namedFew(changed)}`]
}
