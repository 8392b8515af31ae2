/**
 * Owns what programs in a lane see of its template, and where their writes over it go. Agents that write have a layer of
 * their own, which stays. What all others write there goes with the program.
 */
import { join } from 'node:path'
import type { Layer } from '../../machine/sandbox/sandbox.ts'
import { layersIn, templateFolder, templateOf } from './template.ts'

/** Who uses a lane, and for what. A reviewer may only read. */
export type LaneUse =
  | { readonly purpose: 'setup' | 'checks' }
  | { readonly purpose: 'agents'; readonly lane: 'write' | 'read' }

/** Nothing if the lane has no template. */
export function templateLayers(lane: string, use: LaneUse): readonly Layer[] {
  const template = templateOf(lane)
  if (template === null) return []
  const stays = use.purpose === 'agents' && use.lane === 'write'
  return template.folders.map((folder, index) => ({
    at: join(lane, folder),
    lower: join(templateFolder(lane, template.id), folder),
    upper: stays ? join(layersIn(lane), template.id, String(index)) : null,
  }))
}
