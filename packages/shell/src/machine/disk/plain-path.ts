/**
 * Looks at paths below a folder that agents can write, without following links: each step on the way can be a link to
 * somewhere else. To be used only while no agent's process runs there.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the path leads to a folder, and every step of it below `root` is a folder and no link. */
export const isPlainFolder = (root: string, path: string): boolean => firstOther(root, path) === null

/** The same, if folders at its end may be missing. */
export function isPlainWay(root: string, path: string): boolean {
  const other = firstOther(root, path)
  return other === null || lstatSync(other, { throwIfNoEntry: false }) === undefined
}

/** Removes what is in the way of a plain folder: a link, never what it leads to, or a file. */
export function clearWay(root: string, path: string): void {
  const other = firstOther(root, path)
  if (other !== null) rmSync(other, { force: true })
}

/** Whether a folder holds only folders and files, at any depth. True if it is missing. */
export function isPlainTree(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return true
  if (!stats.isDirectory()) return stats.isFile()
  return readdirSync(folder, { withFileTypes: true }).every((entry) =>
    entry.isDirectory() ? isPlainTree(join(folder, entry.name)) : entry.isFile(),
  )
}

/** The first step below `root` that is missing or no folder; null if there is none. */
function firstOther(root: string, path: string): string | null {
  let at = root
  for (const step of path.split('/').filter((part) => part !== '' && part !== '.')) {
    at = join(at, step)
    if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return at
  }
  return null
}
