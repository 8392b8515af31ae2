/** Tells whether a check changed the tree that it was to check. */
import { shownPath } from '../../machine/git/path-text.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import type { RoomLayer } from '../rooms/room-layer.ts'
import type { CheckPorts } from './check-ports.ts'

/** Why the check proves nothing about its tree; null if the tree is as it was. */
export async function treeProblem(
  layer: RoomLayer,
  ports: Pick<CheckPorts, 'sanitise'>,
): Promise<string | null> {
  const files = await layer.changed()
  if (files.length === 0) return null
  const named = namedFew(files.map(shownPath))
  return ports.sanitise(`It changed ${named}, so it shows nothing about the tree it was to check.`)
}
