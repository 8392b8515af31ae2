import type { Event } from '@harness/core/playbooks/autopilot/effects'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { Site } from '../../world/ground.ts'
import type { AutopilotRun } from './autopilot-run.ts'
import { aboutOf } from './told.ts'

/** The file that a person wrote in the lane before their answer, by the id of the question. */
export type InLane = Map<string, { readonly path: string; readonly text: string }>

/** The commit of a checkpoint takes what the person did in the lane before they answered, and nothing else. */
export function checkpointsTakeTheirs(site: Site, inLane: InLane): Checker<AutopilotRun, Event> {
  let wanted: { readonly path: string; readonly text: string } | null = null

  const committed = (commit: string, changedFiles: readonly string[]): Complaint => {
    const theirs = wanted
    wanted = null
    const foreign = changedFiles.find((path) => path !== theirs?.path)
    if (foreign !== undefined) return `a checkpoint takes ${foreign}, which no person wrote there`
    if (theirs === null) return null
    return site.repository.commitOf(commit as never).files[theirs.path] === theirs.text
      ? null
      : `what a person did in the lane is lost: ${theirs.path}`
  }
  return {
    name: 'checkpoints take theirs',
    durable(event) {
      if (event.type === 'GateAnswered') wanted = inLane.get(event.commandId) ?? wanted
      if (event.type !== 'LaneCommitted' || aboutOf(event.commandId).does !== 'checkpoint') return null
      return committed(event.commit, event.changedFiles)
    },
  }
}
