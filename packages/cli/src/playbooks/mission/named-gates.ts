/** Finds a mission's gate by its name, as checkpoints are called. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { UserError } from '@harness/core/kernel/user-error'
import type { Checkpoint } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { missionSubject } from '@harness/shell/store/layout/run-subject'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import type { GateFinder, Playbooks } from '../../line/playbooks.ts'
import { asCommandName } from '../../run/command-name.ts'
import { newestOfEach, runName } from '../../run/find-run.ts'
import { over } from '../../run/gateless-advice.ts'
import { gatesIn } from '../../run/open-gate.ts'
import { wholeStory } from '../../run/run-story.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { missionCheckout } from './mission-checkout.ts'
import { checkpointUnknown, whyNotWaiting } from './why-not-waiting.ts'

export const missionGates: GateFinder = async ({ context, root, stateDir, runs, named, only }) => {
  const mission = await openMission(context.playbooks, runs, named)
  const byName = mission?.gates.find((one) => one.gate.name === named)
  if (mission !== null && byName !== undefined) return { run: mission.run, gate: byName }
  const now = {
    configured: mission?.checkpoints ?? (await configuredCheckpoints(context)),
    waiting: mission?.gates.map(({ gate }) => gate.name) ?? [],
  }
  const missing = await whyNotWaiting(await missionCheckout({ root, stateDir, runs }), named, now)
  if (missing !== null) throw missing
  if (only && asCommandName(named) === null && !isNamed(mission, named)) throw checkpointUnknown(named, now)
  return null
}

interface OpenMission {
  readonly run: KnownRun
  readonly gates: readonly AskHuman[]
  readonly checkpoints: readonly Checkpoint[]
}

const isNamed = (mission: OpenMission | null, named: string): boolean =>
  mission !== null && [mission.run.subject, mission.run.runId, runName(mission.run)].includes(named)

/** Null if none is under way, or its run cannot be read. Throws the reason if the named gate is the one that waits. */
async function openMission(playbooks: Playbooks, runs: RunStore, named: string): Promise<OpenMission | null> {
  const run = newestOfEach(await runs.list()).find(
    ({ subject, summary }) =>
      subject === missionSubject && summary?.playbook === 'mission' && !over.has(summary.status),
  )
  if (run === undefined) return null
  try {
    const story = await wholeStory(playbooks, runs, run)
    const { checkpoints } = (story.last.state as MissionState).input
    return { run, gates: gatesIn(story), checkpoints }
  } catch (error) {
    if (error instanceof UserError && run.summary?.gate !== named) return null
    throw error
  }
}

/** None if the config cannot be read: its mistakes do not say which gate was meant. */
async function configuredCheckpoints(context: CommandContext): Promise<readonly Checkpoint[]> {
  try {
    return (await lookAtTarget(context)).config.mission.checkpoints
  } catch (error) {
    if (error instanceof UserError) return []
    throw error
  }
}
