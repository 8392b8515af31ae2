/** `harness show`: a run at a glance, or one of its agent calls as it was recorded. */
import { exitCode } from '@harness/core/kernel/exit-code'
import type { CommandContext, Given } from '../line/command.ts'
import { asCommandName } from '../run/command-name.ts'
import { findRun, findRunOfCommand } from '../run/find-run.ts'
import { showCall } from '../run/show/show-call.ts'
import { showRun } from '../run/show/show-run.ts'
import { statePlace } from '../run/target/state-dir.ts'

export async function show(context: CommandContext, given: Given): Promise<number> {
  const place = await statePlace(context)
  const [named = '', second] = given.args
  const whole = second === undefined ? asCommandName(named) : null
  const run = await (whole === null ? findRun(place.runs, named) : findRunOfCommand(place.runs, whole))
  const command = whole?.command ?? second
  if (command !== undefined) await showCall(context, place, run, command)
  else await showRun(context, place, run)
  return exitCode.done
}
