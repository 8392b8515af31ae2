/** Owns the folder of the records of lanes, and how a folder is known to be a lane. */
import { join } from 'node:path'
import { laneDirsAt } from '../../machine/git/lane-dirs.ts'

/** Records, pool and locks. The lanes themselves are outside the checkout. */
export const lanesDir = (stateDir: string): string => join(stateDir, 'lanes')
export const recordsIn = (lanes: string): string => join(lanes, '.records')
/** Records of lanes that are kept warm for the next one. */
export const poolIn = (lanes: string): string => join(lanes, '.pool')

/** Whether a folder is a lane of the harness, at work or kept warm, and not a worktree of the user's own. */
export const isLane = (top: string): boolean => laneDirsAt(top) !== null
