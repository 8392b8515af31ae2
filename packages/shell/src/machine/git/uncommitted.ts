/** Tells what in a checkout is not committed. Files with a filter are held against git's own index, since we run no filter. */
import { asTheIndexSaw, filtersOf } from './filters.ts'
import { type StatusEntry, status } from './status.ts'

export interface Uncommitted {
  readonly entries: readonly StatusEntry[]
  /** Those of them of which only a filter could tell whether they have changed. */
  readonly filtered: readonly string[]
}

export async function uncommitted(cwd: string): Promise<Uncommitted> {
  const entries = await status(cwd)
  const written = entries.filter(({ kind, staged, submodule }) => kind === 'tracked' && !staged && !submodule)
  if (written.length === 0) return { entries, filtered: [] }
  const filters = await filtersOf(
    cwd,
    written.map(({ path }) => path),
  )
  if (filters.size === 0) return { entries, filtered: [] }
  const same = await asTheIndexSaw(cwd, new Set(filters.keys()))
  return {
    entries: entries.filter(({ path }) => !same.has(path)),
    filtered: [...filters.keys()].filter((path) => !same.has(path)),
  }
}
