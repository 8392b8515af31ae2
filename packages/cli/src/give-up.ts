/** Ends a run for good that rests and asks nothing, at the word of a person who refuses to go on with it. */
import type { RunEnd } from '@harness/core/event'
import { exitCode } from '@harness/core/exit-code'
import { systemClock } from '@harness/shell/clock-system'
import { holderOf } from '@harness/shell/lease/holder'
import { stripControl } from '@harness/shell/redaction/strip-control'
import { type KnownRun, knownRuns } from '@harness/shell/runs'
import { type CommandContext, type Given, textOption } from './command.ts'
import { runName } from './find-run.ts'
import { openTarget } from './open-target.ts'
import { operatorName } from './operator.ts'
import { wholeStory } from './run-story.ts'
import { openGates } from './show/open-gate.ts'
import { statePlace } from './state-dir.ts'
import { viewOfRun } from './views/view-of-run.ts'

/** Null where the name stands for no such run: a gate is open, somebody works on it, or it is over. */
export async function giveUp(context: CommandContext, given: Given): Promise<number | null> {
  const { terminal, json } = context
  const { stateDir } = await statePlace(context)
  const run = restingRun(await knownRuns(stateDir), given.args[0] ?? '')
  const end = run === null ? null : await endOf(context, given, run)
  if (run === null || end === null) return null
  const name = runName(run)
  if (json)
    terminal.print(JSON.stringify({ ok: true, run: name, gate: null, decision: 'refused', taken: true }))
  else terminal.print(`${stripControl(end.reason)}\nThe run ${name} is over. ${end.next}`)
  return exitCode.done
}

/** A beginning that only one run has is enough to answer it, not to end it. */
const restingRun = (runs: readonly KnownRun[], named: string): KnownRun | null =>
  runs.find((run) => run.runId === named || runName(run) === named) ??
  runs.find(({ subject }) => subject === named || subject === named.padStart(4, '0')) ??
  null

async function endOf(context: CommandContext, given: Given, run: KnownRun): Promise<RunEnd | null> {
  if ((await holderOf(run.leaseDir)) !== null) return null
  const { giveUp: give } = await viewOfRun(run)
  if (give === undefined || openGates((await wholeStory(run)).chapters).length > 0) return null
  const { stateDir, config } = await openTarget(context)
  const [by, reason] = [operatorName(context.env), textOption(given, 'message') ?? '']
  return give({ stateDir, config, environment: context.env, clock: systemClock, run, by, reason })
}
