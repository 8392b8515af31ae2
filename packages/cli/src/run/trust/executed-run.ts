/** Opens a run for a command that executes it, with its repository. The operator is asked before anything is executed. */
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import type { AnyFace, Purpose, RunTarget } from '../../line/face.ts'
import { drivingFace, faceOfRun, replayingFace } from '../face-of-run.ts'
import type { StatePlace } from '../target/state-dir.ts'
import { openTarget } from './open-target.ts'
import { requireProgram } from './require-trust.ts'

export interface ExecutedRun {
  readonly face: AnyFace
  readonly target: RunTarget
}

/** To resume the run. `reload` gives it the program that the repository has now. */
export const drivenRun = async (
  context: CommandContext,
  place: StatePlace,
  run: KnownRun,
  reload = false,
): Promise<ExecutedRun> => {
  const target = await targetOfRun(context, place, run, 'drive')
  return { target, face: await drivenFace(context, place, run, reload) }
}

/** The same if its repository is open already. */
export const drivenFace = (
  context: CommandContext,
  place: StatePlace,
  run: KnownRun,
  reload = false,
): Promise<AnyFace> => drivingFace(context.playbooks, guarded(context, place), run, reload)

export const replayedRun = async (
  context: CommandContext,
  place: StatePlace,
  run: KnownRun,
): Promise<ExecutedRun> => {
  const target = await targetOfRun(context, place, run, 'replay')
  return { target, face: await replayingFace(context.playbooks, guarded(context, place), run) }
}

async function targetOfRun(
  context: CommandContext,
  { runs }: StatePlace,
  run: KnownRun,
  purpose: Purpose,
): Promise<RunTarget> {
  const face = await faceOfRun(context.playbooks, runs, run)
  return face.openTarget?.(context, purpose) ?? openTarget(context)
}

const guarded = (context: CommandContext, place: StatePlace) => ({
  ...place,
  guard: (program: Parameters<typeof requireProgram>[2]) => requireProgram(context, place.root, program),
})
