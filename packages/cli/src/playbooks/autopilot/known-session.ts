/** Finds the unfinished session of a repository, as its journal tells it. */
import type { Gate } from '@harness/core/kernel/gate'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { unfinishedRun } from '@harness/shell/engine/conduct/unfinished-run'
import { autopilotSubject } from '@harness/shell/playbooks/autopilot/found-session'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import { gatesIn } from '../../run/open-gate.ts'
import { wholeStory } from '../../run/run-story.ts'
import { statePlace } from '../../run/target/state-dir.ts'

export interface KnownSession {
  readonly run: KnownRun
  readonly state: AutopilotState
  /** What it asks a person now. */
  readonly gates: readonly Gate[]
  readonly isOver: boolean
}

/** Null if there is none, or it has ended. */
export async function knownSession(context: CommandContext): Promise<KnownSession | null> {
  const { stateDir } = await statePlace(context)
  const unfinished = await unfinishedRun(stateDir, autopilotSubject)
  return unfinished === null ? null : latestSession(context, unfinished)
}

/** The newest session, also if it has ended; null if there is none. */
export async function latestSession(
  context: CommandContext,
  runId: string | null = null,
): Promise<KnownSession | null> {
  const { runs } = await statePlace(context)
  const all = await runs.list(autopilotSubject)
  const run = runId === null ? all[0] : all.find((one) => one.runId === runId)
  if (run === undefined) return null
  const story = await wholeStory(context.playbooks, runs, run)
  const state = story.last.state as unknown as AutopilotState
  const isOver = state.at.phase === 'over'
  return { run, state, gates: isOver ? [] : gatesIn(story).map(({ gate }) => gate), isOver }
}
