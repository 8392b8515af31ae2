/** `harness show`: a run at a glance, or one of its agent calls as it was recorded. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { asCommandName } from '../run/command-name.ts'
import { findRun, findRunOfCommand, runName } from '../run/find-run.ts'
import { showCall } from '../run/show/show-call.ts'
import { showRun } from '../run/show/show-run.ts'
import { showTranscript } from '../run/show/show-transcript.ts'
import { statePlace } from '../run/target/state-dir.ts'

export async function show(context: CommandContext, given: Given): Promise<number> {
  const place = await statePlace(context)
  const [named = '', second] = given.args
  const whole = second === undefined ? asCommandName(named) : null
  const run = await (whole === null ? findRun(place.runs, named) : findRunOfCommand(place.runs, whole))
  const command = whole?.command ?? second
  if (flagOption(given, 'transcript')) await showTranscript(context, place, run, requiredCall(run, command))
  else if (command !== undefined) await showCall(context, place, run, command)
  else await showRun(context, place, run)
  return exitCode.done
}

function requiredCall(run: KnownRun, command: string | undefined): string {
  if (command !== undefined) return command
  throw new UserError('usage', 'A transcript is of one call of an agent, and no call is named.', {
    next: `See the calls with: harness show ${runName(run)}; all of them: harness logs ${runName(run)} --agent`,
  })
}
