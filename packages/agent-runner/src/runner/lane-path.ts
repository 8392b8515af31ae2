/** Names files as people know them: relative to the lane if they are in it. */
import { isAbsolute, relative } from 'node:path'

export function inLane(cwd: string, path: string): string {
  if (!isAbsolute(path)) return path
  const inside = relative(cwd, path)
  return inside === '' || inside.startsWith('..') ? path : inside
}
