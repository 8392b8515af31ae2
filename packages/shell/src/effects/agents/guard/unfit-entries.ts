/** Finds what an agent changed that a commit of this repository cannot hold as it was meant. */
import { join } from 'node:path'
import { asCommitHash, type CommitHash } from '@harness/core/kernel/ids'
import type { ChangedEntry } from '../../../machine/git/changes.ts'
import { filtersOf } from '../../../machine/git/filters.ts'
import { shownPath } from '../../../machine/git/path-text.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import { ensureStore, isInLane, isPublished } from '../../lanes/submodule-store.ts'

const gone = '000000'
const gitlink = '160000'

/** What is wrong with it; null if nothing is. */
export const whyUnfit = async (lane: string, staged: readonly ChangedEntry[]): Promise<string | null> =>
  (await commitsOfThisLane(lane, staged)) ?? (await filteredFiles(lane, staged))

/** A submodule's commit that was never fetched from anywhere is in this lane alone: no other clone could get it. */
async function commitsOfThisLane(lane: string, staged: readonly ChangedEntry[]): Promise<string | null> {
  const unknown: string[] = []
  for (const { path, mode, object } of staged) {
    if (mode !== gitlink) continue
    if (!(await isKnown(lane, path, asCommitHash(object)))) unknown.push(shownPath(path))
  }
  return unknown.length === 0
    ? null
    : `the agent committed inside ${namedFew(unknown)}, a repository of its own, and no other clone could fetch that commit; such work has to be pushed there first`
}

async function isKnown(lane: string, path: string, commit: CommitHash): Promise<boolean> {
  const folder = join(lane, path)
  if (!isInLane(folder)) return false
  await ensureStore(lane, path)
  return isPublished(folder, commit)
}

/** What is merely moved is in the repository as its filter made it. */
async function filteredFiles(lane: string, staged: readonly ChangedEntry[]): Promise<string | null> {
  const before = new Set(staged.map(({ oldObject }) => oldObject))
  const written = staged.filter(
    ({ mode, object }) => mode !== gone && mode !== gitlink && !before.has(object),
  )
  const filters = await filtersOf(
    lane,
    written.map(({ path }) => path),
  )
  if (filters.size === 0) return null
  const names = [...new Set(filters.values())].join(', ')
  const files = namedFew([...filters.keys()].map(shownPath))
  return `the agent wrote ${files}, which .gitattributes gives the filter ${names}; the harness runs no filters, so the content would be committed unfiltered`
}
