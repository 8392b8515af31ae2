/**
 * Owns what programs in a lane see of its template, and where their writes over it go. Agents have a layer of their own.
 * Checks, end-to-end tests, dev servers and smoke tests share one, named by the commit that the lane is at: what one of them
 * builds, the next one sees. Agents never write into it. The kernel forbids to mount one layer twice at once. That does not
 * happen: a playbook has one command of this kind in a lane at a time, and a command runs its checks one after the other.
 */
import { randomUUID } from 'node:crypto'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { ifMissing } from '../../machine/disk/if-missing.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { headInFiles } from '../../machine/git/ref-files.ts'
import type { Layer } from '../../machine/sandbox/sandbox.ts'
import { layersIn, type Template, templateFolder, templateOf } from './template.ts'

/** Who uses a lane, and for what. */
export type LaneUse =
  | { readonly purpose: 'setup' }
  /** The lane is at `commit`. */
  | { readonly purpose: 'checks'; readonly commit: CommitHash }
  /** A reviewer may only read. */
  | { readonly purpose: 'agents'; readonly lane: 'write' | 'read' }

/** Nothing if the lane has no template. */
export function templateLayers(lane: string, use: LaneUse): readonly Layer[] {
  const template = templateOf(lane)
  if (template === null) return []
  const { upper, seen } = placesOf(lane, template, use)
  return template.folders.map((folder, index) => ({
    at: join(lane, folder),
    lower: join(templateFolder(lane, template.id), folder),
    upper: upper === null ? null : join(upper, String(index)),
    ...(seen === null ? {} : { seen: join(seen, String(index)) }),
  }))
}

interface LayerPlaces {
  /** Keeps what the program writes; null if that goes with the program. */
  readonly upper: string | null
  /** Was written by others, and is only seen. */
  readonly seen: string | null
}

function placesOf(lane: string, template: Template, use: LaneUse): LayerPlaces {
  const own = join(layersIn(lane), template.id)
  switch (use.purpose) {
    case 'setup':
      return { upper: null, seen: null }
    case 'checks':
      return { upper: join(own, checksAt(use.commit)), seen: null }
    case 'agents': {
      if (use.lane === 'write') return { upper: own, seen: null }
      const commit = headInFiles(gitDirsAt(lane))?.commit ?? null
      return { upper: null, seen: commit === null ? null : join(own, checksAt(commit)) }
    }
  }
}

const checks = 'checks-'
const checksAt = (commit: CommitHash): string => `${checks}${commit}`
const gone = 'gone-'

/**
 * Removes what checks wrote over the lane's template, but for what they wrote at `kept`. The new name comes first: a crash
 * leaves no half layer that a check would use.
 */
export async function dropCheckLayers(lane: string, kept: CommitHash | null = null): Promise<void> {
  const template = templateOf(lane)
  if (template === null) return
  const folder = join(layersIn(lane), template.id)
  for (const name of await readdir(folder).catch(ifMissing([]))) {
    const isOfChecks = name.startsWith(checks) && (kept === null || name !== checksAt(kept))
    if (!isOfChecks && !name.startsWith(gone)) continue
    const removed = join(folder, `${gone}${randomUUID()}`)
    await rename(join(folder, name), removed)
    await removeTree(removed)
  }
}
