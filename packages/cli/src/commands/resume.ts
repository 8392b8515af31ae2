/** `harness resume`: resumes a run that was stopped, has crashed or waits. */
import { UserError } from '@harness/core/kernel/user-error'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import { damageIn } from '@harness/shell/store/trust/find-damage'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { attendRun } from '../run/attend/attend-run.ts'
import { resumeRun } from '../run/attend/resume-run.ts'
import { newestOfEach, pickRun, runName } from '../run/find-run.ts'
import { lookAtTarget } from '../run/target/look-at-target.ts'
import { statePlace } from '../run/target/state-dir.ts'
import { drivenRun } from '../run/trust/executed-run.ts'
import { guardPhase, untilOption } from '../run/until-option.ts'

export async function resume(context: CommandContext, given: Given): Promise<number> {
  const place = await statePlace(context)
  const { runs } = place
  const known = await runs.list()
  const [named] = given.args
  // If there is nothing to continue with, a mistake in the config is what the operator should hear of.
  if (known.length === 0) await lookAtTarget(context)
  const run = named === undefined ? await onlyUnfinished(runs, known) : pickRun(known, named)
  const attendance = {
    until: untilOption(given),
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  const reload = flagOption(given, 'reload')
  const { face, target } = await drivenRun(context, place, run, reload)
  guardPhase(attendance.until, target)
  return attendRun(context, target, attendance, face, (options) => resumeRun(face, options, run, reload))
}

const over: ReadonlySet<string | undefined> = new Set(['done', 'halted', 'blocked'])

async function onlyUnfinished(runs: RunStore, known: readonly KnownRun[]): Promise<KnownRun> {
  const unfinished: KnownRun[] = []
  for (const run of newestOfEach(known)) {
    if (!over.has(run.summary?.status) && (await runs.holderOf(run.subject)) === null) unfinished.push(run)
  }
  const [only] = unfinished
  if (only === undefined) {
    throw new UserError('nothing-to-resume', 'No run here waits to be resumed.', {
      next: 'See all runs with: harness runs; start one with: harness run',
    })
  }
  if (unfinished.length === 1) return only
  const sound: KnownRun[] = []
  for (const run of unfinished) if ((await damageIn(runs, run)) === null) sound.push(run)
  const [soundOne] = sound
  if (soundOne !== undefined && sound.length === 1) return soundOne
  const list = unfinished.map((run) => `  ${runName(run)}  ${run.summary?.title ?? ''}`.trimEnd()).join('\n')
  throw new UserError('run-ambiguous', `${unfinished.length} runs can be resumed:\n${list}`, {
    next: `Name one of them: harness resume ${runName(only)}`,
  })
}
