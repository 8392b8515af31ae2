/** Ends a run for good that rests, at the word of a person who refuses to continue with it. */
import type { RunEnd } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { abandonRun } from '@harness/shell/engine/registered-defaults'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { faceOfRun } from '../face-of-run.ts'
import { runName } from '../find-run.ts'
import { gatesIn } from '../open-gate.ts'
import { operatorName } from '../operator.ts'
import { wholeStory } from '../run-story.ts'
import { lookAtTarget } from '../target/look-at-target.ts'
import { statePlace } from '../target/state-dir.ts'

/** Null if the name stands for no such run: it asks something, a process works on it, or it is over. */
export async function giveUp(context: CommandContext, given: Given): Promise<number | null> {
  const { terminal, json } = context
  const { runs } = await statePlace(context)
  const run = restingRun(await runs.list(), given.args[0] ?? '')
  const end = run === null ? null : await endOf(context, given, runs, run)
  if (run === null || end === null) return null
  const name = runName(run)
  if (json) terminal.print(JSON.stringify({ ok: true, run: name, gate: null, choice: 'refuse', taken: true }))
  else terminal.print(`${stripControl(end.reason)}\nThe run ${name} is over. ${end.next}`)
  return exitCode.done
}

/** A beginning that only one run has is enough to answer it, not to end it. */
const restingRun = (runs: readonly KnownRun[], named: string): KnownRun | null =>
  runs.find((run) => run.runId === named || runName(run) === named) ??
  runs.find(({ subject }) => subject === named || subject === named.padStart(4, '0')) ??
  null

async function endOf(
  context: CommandContext,
  given: Given,
  runs: RunStore,
  run: KnownRun,
): Promise<RunEnd | null> {
  const face = await faceOfRun(context.playbooks, runs, run)
  // This word is not an answer to the gate. If a process works on the run, the operator should hear that.
  const insists = flagOption(given, 'giveUp')
  if (!insists && (await runs.holderOf(run.subject)) !== null) return null
  if (!insists && gatesIn(await wholeStory(context.playbooks, runs, run)).length > 0) return null
  const { root, stateDir, config } = await (face.openTarget?.(context, 'look') ?? lookAtTarget(context))
  const options = {
    repoRoot: root,
    stateDir,
    config,
    environment: context.env,
    clock: systemClock,
    run,
    by: operatorName(context.env),
    reason: textOption(given, 'message') ?? '',
  }
  return abandonRun(options, face.registration)
}
