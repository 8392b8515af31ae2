/** Finds the real path of one, and the links on the way: inside the sandbox both must exist. */
import { lstatSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface Link {
  readonly at: string
  /** Absolute. */
  readonly to: string
}

export interface Place {
  /** The path without any link in it. */
  readonly real: string
  /** The links that were followed to get there. */
  readonly links: readonly Link[]
}

const longestChain = 40

/** Null if this user sees nothing at that path, or links lead in a circle. */
export function findPlace(path: string): Place | null {
  try {
    return follow(path)
  } catch {
    return null
  }
}

function follow(path: string): Place | null {
  const links: Link[] = []
  let rest = resolve(path).split('/').slice(1)
  let at = '/'
  while (rest.length > 0) {
    const [name = '', ...after] = rest
    rest = after
    if (name === '') continue
    const next = join(at, name)
    const stats = lstatSync(next, { throwIfNoEntry: false })
    if (stats === undefined) return null
    if (!stats.isSymbolicLink()) {
      at = next
      continue
    }
    if (links.length === longestChain) return null
    const to = resolve(dirname(next), readlinkSync(next))
    links.push({ at: next, to })
    rest = [...to.split('/').slice(1), ...rest]
    at = '/'
  }
  return { real: at, links }
}

/** Whether a path is that folder or in it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`)
